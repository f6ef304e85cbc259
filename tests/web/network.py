"""Servers in network namespaces of their own, which can be cut off so that packets just vanish.

Each has two cables, to the clients' network and to the database's. A cable that is cut still looks
whole at both ends, as when a switch in between has failed: nobody is told, and nothing is refused.
It needs root and Linux, and leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Side = Literal["clients", "database"]
SIDES: tuple[Side, ...] = ("clients", "database")

NETWORK = {"clients": "198.18", "database": "198.19"}
"""The first half of each network: addresses for tests between devices (RFC 2544, appendix C)."""


class Network:
    """Two networks, and so many namespaces that are in both.

    Args:
        size: How many.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._mark = f"passel{os.getpid()}"
        self._third = os.getpid() % 250

    @property
    def database(self) -> str:
        """This machine's address in the database's network."""
        return self._address("database", 1)

    def clients(self, number: int) -> str:
        """The address at which clients reach a namespace, counted from 0."""
        return self._address("clients", 10 + number)

    def inside(self, number: int) -> tuple[str, ...]:
        """The command that runs another in a namespace."""
        return ("ip", "netns", "exec", self._name(number))

    def cut(self, number: int, side: Side) -> None:
        """Let nothing through between a namespace and one of the networks."""
        _ip("link", "set", self._cable(number, side), "nomaster")

    def mend(self, number: int, side: Side) -> None:
        """Let everything through again."""
        _ip("link", "set", self._cable(number, side), "master", self._switch(side))

    def open(self) -> None:
        """Make it."""
        _ip("link", "set", "lo", "up")  # where this machine's network is not ours
        for side in SIDES:
            _ip("link", "add", self._switch(side), "type", "bridge")
            _ip("addr", "add", f"{self._address(side, 1)}/24", "dev", self._switch(side))
            _ip("link", "set", self._switch(side), "up")
        for number in range(self._size):
            name = self._name(number)
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
            for side in SIDES:
                cable = self._cable(number, side)
                _ip("link", "add", cable, "type", "veth", "peer", "name", side, "netns", name)
                _ip("link", "set", cable, "up")
                own = f"{self._address(side, 10 + number)}/24"
                _ip("-n", name, "addr", "add", own, "dev", side)
                _ip("-n", name, "link", "set", side, "up")
                self.mend(number, side)

    def close(self) -> None:
        """Take it away again, as much of it as there is."""
        for number in range(self._size):
            for side in SIDES:
                _ip("link", "del", self._cable(number, side), check=False)
            _ip("netns", "del", self._name(number), check=False)
        for side in SIDES:
            _ip("link", "del", self._switch(side), check=False)

    def _address(self, side: Side, last: int) -> str:
        return f"{NETWORK[side]}.{self._third}.{last}"

    def _name(self, number: int) -> str:
        return f"{self._mark}-{number}"

    def _cable(self, number: int, side: Side) -> str:
        return f"pc{os.getpid()}{side[0]}{number}"

    def _switch(self, side: Side) -> str:
        return f"ps{os.getpid()}{side[0]}"


def apart() -> tuple[str, ...]:
    """The command that runs another in a network of its own; none where there is no such thing."""
    command = ("unshare", "--net")
    if not (shutil.which("unshare") and shutil.which("ip")):
        return ()
    tried = subprocess.run([*command, "true"], check=False, capture_output=True)
    return () if tried.returncode else command


@contextmanager
def network(size: int) -> Iterator[Network | None]:
    """So many namespaces, until the block is left; None where this machine or user has none."""
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("ip")):
        yield None
        return
    made = Network(size)
    with contextlib.ExitStack() as last:
        last.callback(made.close)
        try:
            made.open()
        except subprocess.CalledProcessError:  # a container that may not
            last.close()
            yield None
        else:
            yield made


def _ip(*words: str, check: bool = True) -> None:
    subprocess.run(["ip", *words], check=check, capture_output=True)
