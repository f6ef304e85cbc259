"""Numbers about a server for Prometheus: how much there is and how long it takes, never who."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector, Summary
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from passel.web.hub import Hub
from passel.web.rooms import Rooms
from passel.web.store import Counts

FRESH = 1.0
"""Seconds after which a worker writes its numbers down again, for whichever worker is asked."""

_ROOMS = "passel_rooms", "Rooms in memory."
_STREAMS = "passel_streams", "Streams that are open."
_EVENTS = "passel_events", "Events that were stored."
_COMMITS = (
    "passel_commit_seconds",
    "How long events waited for the database that stored them together.",
)
_FAULTS = "passel_store_faults", "What was asked to be stored and was not."


class Metrics(Collector):
    """What is at `/metrics` of a server that is one process.

    Args:
        rooms: The server's; None: it has none.
        hub: Its streams.
    """

    def __init__(self, rooms: Rooms | None, hub: Hub) -> None:
        self._rooms = rooms
        self._hub = hub
        registry = CollectorRegistry()
        registry.register(self)
        ProcessCollector(registry=registry)
        self.routes = [_route(registry)]

    def collect(self) -> Iterator[Metric]:
        """The numbers as they are now."""
        if self._rooms is None:
            return
        counts = self._rooms.counts
        yield GaugeMetricFamily(*_ROOMS, len(self._rooms))
        yield GaugeMetricFamily(*_STREAMS, len(self._hub))
        yield CounterMetricFamily(*_EVENTS, counts.events)
        yield SummaryMetricFamily(*_COMMITS, count_value=counts.commits, sum_value=counts.seconds)
        faults = CounterMetricFamily(*_FAULTS, labels=["code"])
        for code, count in sorted(counts.faults.items()):
            faults.add_metric([code], count)
        yield faults


class SharedMetrics(Collector):
    """What is at `/metrics` of one of several workers: the numbers of all of them together.

    Whichever worker is asked answers, so all write what they count into a folder
    (`prometheus_client.multiprocess`), where what a worker counted outlives it. Its variable
    `PROMETHEUS_MULTIPROC_DIR` must name the folder before `prometheus_client` is imported.

    Args:
        rooms: The worker's; None: it has none.
        hub: Its streams.
        folder: That all of them share.
    """

    def __init__(self, rooms: Rooms | None, hub: Hub, folder: Path) -> None:
        self._rooms = rooms
        self._hub = hub
        self._folder = folder
        self._lock = threading.Lock()
        own = CollectorRegistry()
        self._in_memory = Gauge(*_ROOMS, registry=own, multiprocess_mode="livesum")
        self._streams = Gauge(*_STREAMS, registry=own, multiprocess_mode="livesum")
        self._events = Counter(*_EVENTS, registry=own)
        self._commits = Summary(*_COMMITS, registry=own)
        self._faults = Counter(*_FAULTS, ["code"], registry=own)
        self._written = Counts()
        registry = CollectorRegistry()
        registry.register(self)
        MultiProcessCollector(registry, path=str(folder))  # type: ignore[no-untyped-call]
        self.routes = [_route(registry)]
        threading.Thread(target=self._keep_fresh, daemon=True).start()

    def _keep_fresh(self) -> None:
        while True:
            self.write()
            time.sleep(FRESH)

    def write(self) -> None:
        """Write down what has happened since the last time."""
        if self._rooms is None:
            return
        with self._lock:
            self._in_memory.set(len(self._rooms))
            self._streams.set(len(self._hub))
            met, before = self._rooms.counts, self._written
            now = Counts(met.events, met.commits, met.seconds, met.faults.copy())
            self._events.inc(now.events - before.events)
            for _ in range(count := now.commits - before.commits):
                self._commits.observe((now.seconds - before.seconds) / count)
            for code, times in (now.faults - before.faults).items():
                self._faults.labels(code).inc(times)
            self._written = now

    def collect(self) -> Iterable[Metric]:
        """What the system knows about each process, as `ProcessCollector` has it."""
        self.write()
        families: dict[str, Metric] = {}
        for file in self._folder.glob("gauge_livesum_*.db"):
            pid = file.stem.rpartition("_")[2]
            for each in ProcessCollector(pid=partial(int, pid), registry=None).collect():
                family = families.setdefault(
                    each.name, Metric(each.name, each.documentation, each.type)
                )
                for sample in each.samples:
                    family.add_sample(sample.name, {"pid": pid}, sample.value)
        return families.values()


def _route(registry: CollectorRegistry) -> Route:
    async def metrics(asked: Request) -> Response:
        """All numbers, in the form that the asker prefers."""
        encode, kind = choose_encoder(asked.headers.get("accept", ""))
        headers = {"Content-Type": kind, "Cache-Control": "no-store"}
        return Response(encode(registry), headers=headers)

    return Route("/metrics", metrics)
