"""How fast the engine is: `.venv/bin/python bench/engine.py`.

Prints turns replayed and games simulated a second, and whole processes as multiples of starting
Python: help, advice, a fresh solution, a game up to its first prompt (the input ends
there). Each figure is the best of several runs in this process or of several processes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from passel.bots import named
from passel.dice import Seeded
from passel.game import Event, Hold, Throw, apply, same_turn, start
from passel.notation import Record, parse_record, print_record
from passel.simulate import play
from passel.variants import rules

TURNS = 10_000


def best(run: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs, in seconds."""
    shortest = float("inf")
    for _ in range(times):
        begun = time.perf_counter()
        run()
        shortest = min(shortest, time.perf_counter() - begun)
    return shortest


def long_record() -> Record:
    """A record of `TURNS` turns of pig."""
    dice = Seeded("bench")
    begun = state = start(rules("pig,target=1000000"))
    events: list[Event] = []
    turns = 0
    while turns < TURNS:
        holds = state.turn_total >= 20
        event = Hold(state.to_move[0]) if holds else Throw(dice.throw("die", 1))
        after = apply(state, event)
        turns += not same_turn(state, after)
        events.append(event)
        state = after
    return Record(begun, tuple(events))


def games(count: int) -> None:
    """Play games of hold-at-20 against itself."""
    pig = rules("pig")
    policies = [named("hold-at-20", pig)] * 2
    dice = Seeded("bench")
    for _ in range(count):
        play(start(pig), policies, dice)


def process(*command: str) -> float:
    """How long a process takes, in seconds."""
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "PASSEL_DATA": data}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a user's modules are compiled once

        def run() -> None:
            subprocess.run(
                [sys.executable, *command],
                check=True,
                capture_output=True,
                stdin=subprocess.DEVNULL,
                env=environment,
            )

        return best(run, 15)


def main() -> None:
    """Print the figures."""
    record = long_record()
    text = print_record(record)
    folded = best(lambda: record.final)
    parsed = best(lambda: parse_record(text))
    print(f"fold:   {TURNS / folded:10,.0f} turns a second ({folded:.3f} s for {TURNS:,})")
    print(f"replay: {TURNS / parsed:10,.0f} turns a second from text ({parsed:.3f} s)")
    simulated = best(lambda: games(200), 3)
    print(f"play:   {200 / simulated:10,.0f} games of hold-at-20 a second, event by event")
    bare = process("-c", "pass")
    first_prompt = ["play", "pig", "--player", "Ana", "--player", "hold-at-20", "--plain"]
    position = ["advise", "pig:42-60:1:18"]
    for command in (["--help"], position, ["solve", "pig", "--fresh"], first_prompt):
        started = process("-c", "from passel.cli import main; main()", *command)
        print(
            f"start:  passel {' '.join(command)}: {started / bare:.1f} x python -c pass"
            f" ({1000 * started:.0f} ms, {1000 * bare:.0f} ms)"
        )


if __name__ == "__main__":
    main()
