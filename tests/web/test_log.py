"""What a server writes down: one JSON object a line, and in none anybody's secret or name."""

from __future__ import annotations

import http.client
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cluster import Cluster
from hosts import PASSEL

from passel.cli import base
from passel.errors import RoomError
from passel.web import log
from passel.web.api import ROUTES

ENOUGH = 60
"""Seconds that a slow machine may take."""

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"
Line = dict[str, Any]
ANA, BEN = "Zq7Xw3Lm5Rv1Bn8Hs2Dc6Gf4Tk9", "Hs2Dc6Gf4Tk9Zq7Xw3Lm5Rv1Bn8"
NAMES = ('Ana"},{"event":"', "Świnka %s %(name)s {room}")
SEED = "my-own-very-secret-luck"


class Logging:
    """A server that writes lines.

    Args:
        arguments: Of `passel serve`.
        first: Python that it runs first, for faults that nobody can ask for.
    """

    def __init__(self, folder: Path, *arguments: str, first: str = "") -> None:
        self._file = folder / "log"
        usual = ("serve", "--no-open", "--port", "0", *arguments)
        with self._file.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-c", f"{first}\n{PASSEL}", *usual],
                env={**os.environ, "PASSEL_DATA": str(folder)},
                stdout=subprocess.PIPE,
                stderr=file,
            )
        self.address = str(self.until("started")["address"])

    @property
    def text(self) -> str:
        return self._file.read_text("utf-8")

    @property
    def lines(self) -> list[Line]:
        """All that was written in whole lines."""
        return [json.loads(each) for each in self.text.split("\n")[:-1]]

    def until(self, event: str) -> Line:
        """The first line about something; it must come."""
        deadline = time.monotonic() + ENOUGH
        while True:
            for line in self.lines:
                if line["event"] == event:
                    return line
            assert time.monotonic() < deadline, self.text
            time.sleep(0.05)

    def ask(self, path: str, body: object = None, token: str = ANA) -> Any:
        """What a request is answered, also where it is refused."""
        head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.address}{path}", data, head)
        try:
            with urllib.request.urlopen(asked, timeout=ENOUGH) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            with refused:
                return json.load(refused)

    def end(self) -> bytes:
        """End it; what it wrote to standard output."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=ENOUGH)[0]


@contextmanager
def logging_to(folder: Path, *arguments: str, first: str = "") -> Iterator[Logging]:
    """A server that writes lines, until the block is left."""
    made = Logging(folder, *arguments, first=first)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.communicate(timeout=ENOUGH)


FAULTS = """
import asyncio, logging, os
from passel.web import api, store
from passel.web.faults import StoreError

async def broken(self, ask):
    async def forgotten():
        raise RuntimeError(ask.token, ask.room, ask.address)
    task = asyncio.ensure_future(forgotten())
    await asyncio.wait([task])
    del task
    logging.getLogger("somebody.elses").error("%s asked", ask.token)
    logging.getLogger("somebody.elses").error(f"{ask.room} was asked for")
    try:
        raise ValueError(f"{ask.token} may not see {ask.room}")
    except ValueError as error:
        raise KeyError(ask.room) from error

whole = store.Store._commit

def commit(self, batch, again=False):
    if os.path.exists(os.environ["PASSEL_DATA"] + "/full"):
        return [StoreError("store-full")] * len(batch)
    return whole(self, batch, again)

route = next(each for each in api.ROUTES if each.path.endswith("/record"))
object.__setattr__(route, "answer", broken)
store.Store._commit = commit
"""


def test_nothing_that_is_anybodys_is_written_whatever_happens(tmp_path: Path) -> None:
    with logging_to(tmp_path, "--log", "requests", first=FAULTS) as server:
        made = server.ask("api/rooms", {"id": "make-0001", "rules": "pig", "name": NAMES[0]})
        room = made["room"]
        commands = f"api/rooms/{room}/commands"
        code = server.ask(f"api/rooms/{room}")["room"]["code"]
        assert server.ask("api/codes", {"code": code})["room"] == room
        join = {"do": "join", "id": "join-0001", "name": NAMES[1]}
        assert "seq" in server.ask(commands, join, BEN)
        seed = {"do": "seed", "id": "seed-0001", "seed": SEED}
        assert "seq" in server.ask(commands, seed)
        version = server.ask(f"api/rooms/{room}")["room"]["version"]
        (tmp_path / "full").touch()
        start = {"do": "start", "id": "start-0001", "version": version}
        refused = server.ask(commands, start)
        (tmp_path / "full").unlink()
        version = server.ask(f"api/rooms/{room}")["room"]["version"]
        started = server.ask(commands, {**start, "id": "start-0002", "version": version})
        assert (refused["error"]["code"], "seq" in started) == ("store-full", True)
        assert server.ask(f"api/rooms/{room}/record?game=7")["error"]["code"] == "server-fault"
        server.ask(f"api/rooms/{room}/{BEN}?token={ANA}")
        server.ask(f"api/{room}")
        line = http.client.HTTPConnection(server.address.split("/")[2], timeout=ENOUGH)
        line.request("GET", f"/api/rooms/{'b' * 26}")  # and it keeps the connection
        line.getresponse().read()
        line.close()
        assert server.end() == b""
        lines = server.lines
    assert [line["code"] for line in lines if line["event"] == "storing-fails"] == ["store-full"]
    events = {line["event"] for line in lines}
    assert events == {
        *("started", "request", "storing-fails", "storing-again", "request-failed", "other"),
        "stopping",
    }
    failed = next(line for line in lines if line["event"] == "request-failed")
    assert [each["type"] for each in failed["errors"]] == [
        "builtins.KeyError",
        "builtins.ValueError",
    ]
    assert failed["errors"][0]["frames"][0].startswith("passel.web.routes:")
    others = [line["logger"] for line in lines if line["event"] == "other"]
    assert sorted(others) == ["asyncio", "somebody.elses", "somebody.elses"]
    met = {(line["route"], line["status"]) for line in lines if line["event"] == "request"}
    assert met == {
        ("/api/rooms", 201),
        ("/api/rooms/{room}", 200),
        ("/api/rooms/{room}", 404),
        ("/api/rooms/{room}/commands", 200),
        ("/api/rooms/{room}/commands", 503),
        ("/api/rooms/{room}/record", 500),
        ("/api/codes", 200),
        ("/api/{other}", 404),
    }
    secrets = (room, code, ANA, BEN, SEED, "my-own", "Świnka", "Ana", "make-0001", "127.0.0.1")
    assert [each for each in secrets if each in server.text] == []
    assert not re.search(rf"{Path.home()}|{sys.prefix}", server.text)


def test_people_read_sentences_and_places_where_something_went_wrong(tmp_path: Path) -> None:
    """No JSON, and no value of theirs either."""
    script = f"{FAULTS}\n{PASSEL}"
    process = subprocess.Popen(
        [sys.executable, "-c", script, "serve", "--no-open", "--port=0", "--lang=en"],
        env={**os.environ, "PASSEL_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    address = process.stdout.readline().split()[-1]
    with pytest.raises(urllib.error.HTTPError) as met:
        urllib.request.urlopen(f"{address}api/rooms/{'a' * 26}/record", timeout=ENOUGH)
    met.value.close()
    process.kill()
    said = process.communicate()[1]
    sentence = "passel: Something in the server went wrong. Nothing that was done before is lost.\n"
    assert f"{sentence}  builtins.KeyError\n    passel.web.routes:" in said
    assert "a" * 26 not in said


def test_what_happens_to_workers_is_written_by_their_parent(
    tmp_path: Path, postgresql: Cluster
) -> None:
    name = postgresql.create()
    where = ("--workers", "2", "--database", postgresql.url(name))
    with logging_to(tmp_path, "--log", "json", *where) as server:
        one, other = (line["pid"] for line in server.lines if line["event"] == "worker-started")
        os.kill(one, signal.SIGKILL)
        assert server.until("worker-died")["pid"] == one
        server.process.send_signal(signal.SIGHUP)
        server.until("workers-replaced")
        assert other in [x["pid"] for x in server.lines if x["event"] == "worker-replaced"]
        assert server.end() == b""
    postgresql.drop(name)


def test_why_it_does_not_start_is_a_line_too(capfd: pytest.CaptureFixture[str]) -> None:
    """Nothing listens at port 1 of this machine."""
    away = "postgresql://ana:secret@127.0.0.1:1/rooms"
    called = ["serve", "--no-open", "--port=0", "--log=json", "--database", away, "--lang=en"]
    handlers = logging.getLogger().handlers[:]
    assert base.run(called) == 2
    assert logging.getLogger().handlers == handlers
    said, met = capfd.readouterr()
    line = json.loads(met)
    assert (said, line["event"], line["code"]) == ("", "not-started", "store-unreachable")
    assert line["says"].startswith("No PostgreSQL answers at “postgresql://ana@127.0.0.1:1/rooms”.")
    assert "secret" not in met


def test_a_log_that_there_is_not_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert base.run(["serve", "--log", "xml", "--lang", "en"]) == 2
    assert capsys.readouterr().err == (
        "passel: “xml” was not expected there. It takes: text, json, requests.\n"
    )


# One line


@pytest.fixture
def written() -> Iterator[Callable[[], Line]]:
    """Answers the one line that was written."""
    stream = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", stream)
        with log.writing(lines=True, fault="Something went wrong."):
            yield lambda: json.loads(stream.getvalue())


def test_a_line_says_when_how_bad_and_what(written: Callable[[], Line]) -> None:
    log.tell("worker-died", "One has died.", level=logging.ERROR, pid=7)
    line = written()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("time"))
    assert line == {"level": "error", "event": "worker-died", "pid": 7}


def test_of_an_exception_its_code_is_written_and_not_its_parts(written: Callable[[], Line]) -> None:
    try:
        raise RoomError("name-taken", name="Ana")
    except RoomError:
        logging.getLogger("passel.server").exception("request-failed")
    (error,) = written()["errors"]
    assert (error["type"], error["code"]) == ("passel.errors.RoomError", "name-taken")
    assert error["frames"][0].endswith(
        " test_of_an_exception_its_code_is_written_and_not_its_parts"
    )
    assert "Ana" not in json.dumps(written())


@pytest.mark.parametrize(
    ("path", "route"),
    [
        *(
            (each.path.replace("{room}", "fu5obist6oox4hxkfxaghzrzww"), each.path)
            for each in ROUTES
        ),
        ("/api/rooms/fu5obist6oox4hxkfxaghzrzww/", "/api/rooms/{room}"),
        ("/api/rooms/x/y/fu5obist6oox4hxkfxaghzrzww", "/api/{other}"),
        ("/api/fu5obist6oox4hxkfxaghzrzww", "/api/{other}"),
        ("/fu5obist6oox4hxkfxaghzrzww", "/{file}"),
        ("/", "/{file}"),
        ("/ready", "/ready"),
    ],
)
def test_a_route_names_no_room(path: str, route: str) -> None:
    assert log.route(path) == route


def test_every_event_is_in_the_documentation() -> None:
    source = Path(log.__file__).parents[1]
    told = "".join((source / each).read_text() for each in ("cli/serve.py", "cli/serving.py"))
    events = set(re.findall(r'tell\(\s*"([a-z-]+)"', told)) | {"request", "request-failed"}
    events |= set(re.findall(r'_tell\("([a-z-]+)"', (source / "web/workers.py").read_text()))
    listed = set(re.findall(r"^\| `([a-z-]+)` \|", OPERATIONS.read_text("utf-8"), re.MULTILINE))
    assert events - listed == set()
    assert len(events) > 10
