"""While the processes of a server are replaced, a game from afar goes on, and nobody notices."""

from __future__ import annotations

import signal
from collections.abc import Callable

import hosts
import pytest
from board import Board
from cluster import Cluster
from guests import begin, make, press, sit, turn

WATCH = """() => {
  window.noticed = [];
  new MutationObserver(() => {
    for (const each of document.querySelectorAll(".notice")) {
      const said = each.textContent;
      if (said.startsWith("The server does not answer")) window.noticed.push(said);
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Keeps what was ever said of a server that is away, however short it was."""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="Windows has no SIGHUP")
def test_nobody_who_plays_notices_that_the_servers_processes_are_replaced(
    come: Callable[..., Board], postgresql: Cluster
) -> None:
    name = postgresql.create()
    where = ("--workers", "2", "--database", postgresql.url(name))
    server = hosts.Server("--no-open", "--port", "0", *where)
    try:
        ana = come("Ana", rules="pig,target=1000", address=server.address)
        ben = come("Ben", make(ana), address=server.address)
        sit(ben)
        begin(ana, ben)
        for board in (ana, ben):
            board.page.evaluate(WATCH)
        assert server.process.stdout
        for _ in range(2):
            server.process.send_signal(signal.SIGHUP)
            replaced = False
            while not replaced:
                board = turn(ana, ben)
                press(board, ".act.hold" if board.can_hold else ".act.roll")
                replaced = has_line(server)
            assert server.process.stdout.readline() == (
                "passel: 2 processes were replaced, one after the other.\n"
            )
        board = turn(ana, ben)
        press(board, ".act.roll")
        turn(ana, ben)
        assert ana.scores == ben.scores
        for board in (ana, ben):
            assert board.page.evaluate("() => window.noticed") == []
    finally:
        server.kill()
        postgresql.drop(name)


def has_line(server: hosts.Server) -> bool:
    """Whether a server has printed something that was not read."""
    import select

    assert server.process.stdout
    return bool(select.select([server.process.stdout], [], [], 0)[0])
