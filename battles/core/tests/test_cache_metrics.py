"""The hit rate of each cache of tables is in `/metrics`."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from battles.engine.table.caches import COUNTS, TableCaches
from battles.engine.table.ground import can_stand
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body


@pytest.mark.django_db
def test_metrics_have_the_hit_rate_of_every_cache(client: Client) -> None:
    table = Table.open_field()
    for _ in range(4):
        can_stand(table, Body(2400, 2400, 0, 50, 120))
    page = client.get("/metrics").content.decode()
    for name in TableCaches.__slots__:
        assert f'mordheim_table_cache_hit_rate{{cache="{name}"}}' in page, name
    figures = dict(re.findall(r'^mordheim_table_cache_(\w+)\{cache="standing_room"\} (\S+)$', page, re.MULTILINE))
    counts = COUNTS["standing_room"]
    assert float(figures["hits_total"]) == counts.hits >= 3
    assert float(figures["misses_total"]) == counts.misses >= 1
    assert float(figures["hit_rate"]) == pytest.approx(counts.hits / (counts.hits + counts.misses))
