"""How fast exact play is, as ratios to other programs and to starting Python, in one run.

`.venv/bin/python bench/exact.py [PYTHON]`, where PYTHON, if given, is one that has open_spiel. What
is missing here is left out, and it says so. Everything is timed by the processor's clock, the best
of several.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from shutil import which
from time import process_time

from passel.exact import kernel
from passel.exact.advise import advise
from passel.exact.circle import Circle
from passel.exact.mass import play
from passel.exact.match import match
from passel.exact.solve import Solution, solve
from passel.exact.table import tabulate
from passel.game import start
from passel.policy import hold_at
from passel.variants import rules

HERE = Path(__file__).parent
THREE = 50
"""The target at which three seats are compared: to 100 the C program takes ten times as long."""

OPEN_SPIEL = 20
"""The target at which OpenSpiel is timed: it takes seconds there, and minutes at 60."""


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the quickest of several runs."""
    found = []
    for _ in range(times):
        begin = process_time()
        work()
        found.append(process_time() - begin)
    return min(found)


def child(*words: str, times: int = 5) -> float:
    """Seconds of processor that a command takes, the quickest of several."""
    found = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def c_program(name: str, *words: str) -> list[list[float]]:
    """What a plain C program of this folder prints, three times; nothing without a compiler."""
    compiler = which("cc") or which("gcc") or which("clang")
    if compiler is None:
        return []
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / name)
        source = str(HERE / f"{name}.c")
        subprocess.run([compiler, "-O2", "-o", program, source, "-lm"], check=True)
        answers = [
            subprocess.run([program, *words], check=True, capture_output=True, text=True)
            for _ in range(3)
        ]
    return [[float(word) for word in answer.stdout.split()] for answer in answers]


def pig_in_c() -> float | None:
    """Seconds that the plain C program needs for Pig to 100, or None without a compiler."""
    answers = c_program("pig", "100", "20")
    if not answers:
        return None
    assert abs(answers[0][0] - solve(rules("pig")).first_player) < 1e-14
    return min(seconds for _, seconds in answers)


def three_seats() -> None:
    """Print how long three seats take, and a ratio to a program in C."""
    small = rules(f"pig,target={THREE}")
    seconds = best(lambda: Circle(small, 3), 3)
    print(f"{f'Pig to {THREE} of three seats':44} {seconds * 1e3:9.2f} ms")
    answers = c_program("pig3", str(THREE))
    if not answers:
        print("left out: the plain C program of three seats (no C compiler here)")
    else:
        assert abs(answers[0][0] - Circle(small, 3).begin((0, 0, 0))[0]) < 1e-7
        plain = min(answer[3] for answer in answers)
        name = "plain value iteration of its rings in C"
        print(
            f"{name:44} {plain * 1e3:9.2f} ms   Passel takes {seconds / plain:.2f} of it (limit 1)"
        )
    code = "from passel.cli import main; main(['solve', 'pig', '--seats', '3', '--fresh'])"
    seconds = child(sys.executable, "-c", code, times=2)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    name = "solve pig --seats 3 --fresh, whole process"
    print(f"{name:44} {seconds * 1e3:9.2f} ms, {most} MB (limits 3000 ms, 200 MB)")


def main() -> None:
    """Print the table."""
    print(f"kernel: {'compiled' if kernel.COMPILED else 'interpreted'}\n")
    pig = best(lambda: Solution(rules("pig")), 20)
    plain = pig_in_c()
    print(f"{'Pig to 100 in the process':44} {pig * 1e3:9.2f} ms")
    if plain is None:
        print("left out: the plain C program (no C compiler here)")
    else:
        ratio = pig / plain
        print(
            f"{'the plain C program':44} {plain * 1e3:9.2f} ms   Pig is {ratio:.2f} of it (limit 2)"
        )
    for text, limit in (
        ("two-dice-pig", 40.0),
        ("two-dice-pig-void", 40.0),
        ("big-pig-free", 40.0),
        ("pass-the-pigs", 40.0),
        ("skunk-solo", None),
        ("hog", None),
        ("big-pig", None),
    ):
        seconds = best(lambda text=text: Solution(rules(text)), 3)  # type: ignore[misc]
        note = f" (limit {limit:.0f})" if limit else " (limit 1 s)" if text == "big-pig" else ""
        print(f"{text:44} {seconds * 1e3:9.2f} ms   {seconds / pig:6.1f} times Pig{note}")
    three_seats()
    own = rules("pig")
    twenty, optimal = tabulate(own, hold_at(20)), solve(own).table
    for name, a, b in (("hold-at-20", twenty, twenty), ("optimal", optimal, twenty)):
        seconds = best(lambda a=a, b=b: match(a, b, own), 10)  # type: ignore[misc]
        print(f"{'match of ' + name + ' and hold-at-20, tabulated':44} {seconds * 1e3:9.2f} ms (5)")
    seconds = best(lambda: tabulate(own, hold_at(20)), 2)
    print(f"{'tabulating hold-at-20, both seats':44} {seconds * 1e3:9.2f} ms")
    games = 500_000
    seconds = best(lambda: play(own, twenty.first, twenty.first, games, 1), 3)
    print(f"{'simulation of hold-at-20 against itself':44} {games / seconds / 1e6:9.2f} M games/s")
    seconds = best(lambda: advise(start(own, 2)), 3)
    print(f"{'advise, solved already':44} {seconds * 1e3:9.2f} ms")
    python = child(sys.executable, "-c", "pass", times=9)
    print(f"\n{'python -c pass':44} {python * 1e3:9.2f} ms")
    for name, code, limit in (
        ("import passel.exact.advise", "import passel.exact.advise", None),
        (
            "solve Pig afresh, whole process",
            "from passel.exact.solve import Solution; from passel.variants import rules; "
            "print(Solution(rules('pig')).first_player)",
            10,
        ),
        (
            "advise, whole process",
            "from passel.exact.advise import advise; from passel.exact.shelf import recall; "
            "from passel.notation import parse_position; "
            "find = lambda rules, seats: recall(rules); "
            "print(advise(parse_position('pig:42-60:1:18'), find).actions)",
            8,
        ),
    ):
        seconds = child(sys.executable, "-c", code)
        note = f" (limit {limit}, with the command line)" if limit else ""
        print(f"{name:44} {seconds * 1e3:9.2f} ms   {seconds / python:6.1f} times Python{note}")
    if len(sys.argv) < 2:
        print(
            "\nleft out: OpenSpiel's own value iteration (no Python that has open_spiel is named)"
        )
        return
    small = rules(f"pig,target={OPEN_SPIEL}")
    found, theirs = map(float, subprocess.run(
        [sys.argv[1], str(HERE / "openspiel.py"), str(OPEN_SPIEL)],
        check=True, capture_output=True, text=True,
    ).stdout.split())  # fmt: skip
    assert abs(found - Solution(small).first_player) < 1e-8
    ours = best(lambda: Solution(small), 50)
    name = f"OpenSpiel's value iteration, Pig to {OPEN_SPIEL}"
    print(f"\n{name:44} {theirs * 1e3:9.2f} ms   {theirs / ours:6.0f} times Passel's")


if __name__ == "__main__":
    main()
