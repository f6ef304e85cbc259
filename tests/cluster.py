"""A PostgreSQL server for one run of tests: its own folder, a socket in it, nothing left behind.

It needs Debian's package `postgresql`, or its programs on the path elsewhere. PostgreSQL refuses to
be run by root; then it is the package's own user, or nobody, who runs it.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

ENOUGH = 60
"""Seconds that a slow machine may take to start or to end it."""

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "50",
    "shared_buffers": "32MB",
    "lc_messages": "C",
    # For so many seconds it waits, also with its end, for one who connected and says nothing.
    "authentication_timeout": "20",
}


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, the newest; None where there is none."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[-3])
    )
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    return Path(on_path).resolve().parent if on_path else None


class Cluster:
    """A server, started.

    Args:
        folder: An empty one that its user may write into.
        user: Who runs it, where this user may not.
        durable: Whether it waits for the disk, as one for real use does.
        address: Another address of this machine at which it listens, and trusts its network.
    """

    def __init__(
        self, folder: Path, user: str | None, durable: bool, address: str | None = None
    ) -> None:
        found = programs()
        assert found
        self.programs = found
        self.folder = folder
        self._as: dict[str, Any] = {"user": user, "extra_groups": []} if user else {}
        if user:
            self._as["group"] = _group(user)
        self._data = folder / "data"
        self._log = folder / "log"
        self._names = itertools.count()
        self._process: subprocess.Popen[bytes] | None = None
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._settings = {
            **SETTINGS,
            "unix_socket_directories": str(folder),
            "port": str(self.port),
            "fsync": "on" if durable else "off",
        }
        if address:
            self._settings["listen_addresses"] += f",{address}"
        subprocess.run(
            [
                *(found / "initdb", "-D", self._data, "-U", "owner", "-E", "UTF8", "--locale=C"),
                *("--auth=trust", "--no-sync", "--no-instructions"),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            **self._as,
        )
        rules = (self._data / "pg_hba.conf").read_text()
        secret = "local all guarded scram-sha-256\nhost all guarded all scram-sha-256\n"
        trust = f"host all all {address}/24 trust\n" if address else ""
        (self._data / "pg_hba.conf").write_text(secret + rules + trust)
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self._data, *settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self._as,
            )
        deadline = time.monotonic() + ENOUGH
        while True:
            with contextlib.suppress(psycopg.OperationalError), self.connect():
                return
            assert self._process.poll() is None, self._log.read_text()
            assert time.monotonic() < deadline, self._log.read_text()
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT ends all connections, SIGQUIT ends it as a crash does."""
        assert self._process
        self._process.send_signal(how)
        try:
            self._process.wait(ENOUGH)
        except subprocess.TimeoutExpired as error:
            raise AssertionError(self._log.read_text()) from error

    @contextmanager
    def away(self) -> Iterator[None]:
        """It is not there for a while."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def url(self, database: str, user: str = "owner", password: str = "") -> str:
        """The URL of a database, by the socket."""
        secret = f":{password}" if password else ""
        return f"postgresql://{user}{secret}@/{database}?host={self.folder}&port={self.port}"

    def url_by_network(self, database: str, user: str = "owner", address: str = "127.0.0.1") -> str:
        """The URL of a database, by an address of this machine."""
        return f"postgresql://{user}@{address}:{self.port}/{database}"

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """A connection to a database, in which each statement is a transaction."""
        return psycopg.connect(self.url(database), autocommit=True)

    def create(self) -> str:
        """Make an empty database; answers its name."""
        name = f"rooms{next(self._names)}"
        with self.connect() as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return name

    def drop(self, database: str) -> None:
        """Take a database away, whoever is in it."""
        with self.connect() as connection:
            connection.execute(f"DROP DATABASE {database} WITH (FORCE)")


@contextmanager
def cluster(durable: bool = False, address: str | None = None) -> Iterator[Cluster]:
    """A server that ends, and goes with all that it holds, when the block is left."""
    user = _somebody() if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="passel-postgresql-"))
    try:
        if user:
            shutil.chown(folder, user)
        folder.chmod(0o755)
        made = Cluster(folder, user, durable, address)
        try:
            yield made
        finally:
            made.stop(signal.SIGQUIT)  # there is nothing to be kept
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _somebody() -> str:
    """Who runs it in root's place."""
    import pwd  # where there is root

    return "postgres" if "postgres" in {each.pw_name for each in pwd.getpwall()} else "nobody"


def _group(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid
