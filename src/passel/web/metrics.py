"""Numbers about a server for Prometheus: how much there is and how long it takes, never who."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from passel.web.hub import Hub
from passel.web.rooms import Rooms


class Metrics(Collector):
    """What is at `/metrics`.

    Args:
        rooms: The server's; None: it has none.
        hub: Its streams.
    """

    def __init__(self, rooms: Rooms | None, hub: Hub) -> None:
        self._rooms = rooms
        self._hub = hub
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        self.routes = [Route("/metrics", self.metrics)]

    async def metrics(self, asked: Request) -> Response:
        """All numbers, in the form that the asker prefers."""
        encode, kind = choose_encoder(asked.headers.get("accept", ""))
        headers = {"Content-Type": kind, "Cache-Control": "no-store"}
        return Response(encode(self._registry), headers=headers)

    def collect(self) -> Iterator[Metric]:
        """The numbers as they are now."""
        if self._rooms is None:
            return
        counts = self._rooms.counts
        yield GaugeMetricFamily("passel_rooms", "Rooms in memory.", len(self._rooms))
        yield GaugeMetricFamily("passel_streams", "Streams that are open.", len(self._hub))
        yield CounterMetricFamily("passel_events", "Events that were stored.", counts.events)
        yield SummaryMetricFamily(
            "passel_commit_seconds",
            "How long events waited for the database that stored them together.",
            count_value=counts.commits,
            sum_value=counts.seconds,
        )
        faults = CounterMetricFamily(
            "passel_store_faults", "What was asked to be stored and was not.", labels=["code"]
        )
        for code, count in sorted(counts.faults.items()):
            faults.add_metric([code], count)
        yield faults
