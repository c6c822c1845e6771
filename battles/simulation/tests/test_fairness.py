"""Generated tables have equal sight and paths from both zones; mirrored battles are counted by zone."""

from io import StringIO

import pytest
from django.core.management import call_command

from battles.engine.table.shapes import block, rectangle
from battles.engine.table.table import Table
from battles.simulation.bench import fairness
from battles.simulation.bench.fairness import Order, Result, Share


@pytest.mark.parametrize("order", [Order(), Order(30, "dense", "many"), Order(24, "low", "few")])
def test_both_zones_have_equal_sight_and_distances(order: Order) -> None:
    near, far = fairness.balance(Table.from_data(fairness.table_data(1, order)))
    assert near.seen == pytest.approx(far.seen, abs=0.002)
    assert near.way == pytest.approx(far.way, abs=0.05)
    assert 0.05 < near.seen < 1
    assert near.way > 3


def test_a_table_that_favours_one_zone_is_found_out() -> None:
    data = fairness.table_data(3, Order())
    data["pieces"] = [block("keep", "keep", "Keep", rectangle(300, 1500, 1800, 200), 600)]
    near, far = fairness.balance(Table.from_data(data))
    assert near.seen > far.seen + 0.1
    assert near.way < far.way - 1


def test_shares_have_a_standard_error() -> None:
    results = [Result("near", "near")] * 3 + [Result("far", "near"), Result("", "far")]
    assert fairness.share_of_zone(results) == Share(3, 4)
    assert fairness.share_of_first(results) == Share(3, 4)
    assert Share(50, 100).percent == 50
    assert Share(50, 100).error == pytest.approx(5)
    assert Share(0, 0).percent == Share(0, 0).error == 0


def test_the_command_measures_and_says_whether_the_promise_is_kept() -> None:
    out = StringIO()
    call_command("fairness", tables=1, pairs=1, ruleset="skirmish", stdout=out, stderr=StringIO())
    text = out.getvalue()
    assert "furthest apart on one table 0.00%" in text
    assert "2 battles of skirmish" in text
    assert "no zone wins more than 53 %" in text
