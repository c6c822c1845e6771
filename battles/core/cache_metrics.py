"""Prometheus metrics of the caches of tables, computed on each request to `/metrics`."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import REGISTRY, Collector

from battles.engine.table.caches import COUNTS


class TableCacheCollector(Collector):
    """Hits, misses and hit rate of each kind of cache, over all tables of this process."""

    def collect(self) -> Iterator[Metric]:
        """One sample for each cache that has been used."""
        hits = CounterMetricFamily("mordheim_table_cache_hits", "Answers from a table's cache", labels=["cache"])
        misses = CounterMetricFamily("mordheim_table_cache_misses", "Look-ups that were computed", labels=["cache"])
        rate = GaugeMetricFamily("mordheim_table_cache_hit_rate", "Share of answers from the cache", labels=["cache"])
        for name, counts in sorted(COUNTS.items()):
            hits.add_metric([name], counts.hits)
            misses.add_metric([name], counts.misses)
            rate.add_metric([name], counts.hit_rate)
        return iter((hits, misses, rate))


def register() -> None:
    """Add these metrics to `/metrics`."""
    REGISTRY.register(TableCacheCollector())
