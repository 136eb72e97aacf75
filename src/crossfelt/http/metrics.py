"""Figures about the running server, for Prometheus. No label holds a card, a player or a table."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("crossfelt_sockets", "Open sockets of tables.", registry=self.registry)
        self.tables = Gauge("crossfelt_tables", "Open tables.", registry=self.registry)
        self.actions = Counter("crossfelt_actions", "Requests at tables that were accepted.", registry=self.registry)
        self.refusals = Counter(
            "crossfelt_refusals", "Requests at tables that were refused.", ["code"], registry=self.registry
        )
        self.evicted = Counter(
            "crossfelt_evicted", "Clients let go because they read too slowly.", registry=self.registry
        )
        self.durable = Histogram(
            "crossfelt_durable_seconds",
            "From a request to its answer, durable by then.",
            registry=self.registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
        )

    def text(self) -> bytes:
        """All figures in the form that Prometheus reads."""
        return generate_latest(self.registry)


METRICS = Metrics()
