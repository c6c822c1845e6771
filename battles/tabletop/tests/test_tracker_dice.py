"""The tables on the sheet of dice: those of the battle's ruleset, entry by entry as in the engine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.engine.rulesets.compile import rules_for
from battles.engine.steps.harm.criticals import chart_entries, class_charts
from battles.models import Track
from battles.tabletop.tests.test_sheets import author_and_other, warbands
from battles.tabletop.tests.test_tracker import begun, press
from battles.tabletop.tracker.dice import tables_of
from catalogue.packs.installed import book
from catalogue.rules.chapters import RULESETS
from warbands.core.state_storage import load_state
from warbands.models import Warrior

ClientOf = Callable[[User | None], Client]


@pytest.fixture
def track(arbitrator: User, owner: User, rival: User) -> Track:
    match = league(arbitrator, owner, rival)[1]
    return begun(match, author_and_other(match)[0])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_face_of_every_table_has_a_result_with_a_text(ruleset: str) -> None:
    for table in tables_of(rules_for(ruleset)):
        assert [face for row in table.rows for face in range(row.low, row.high + 1)] == [1, 2, 3, 4, 5, 6]
        assert all(row.name for row in table.rows)
        assert table.id.startswith(("table-injury", "table-concussion")) or all(row.text for row in table.rows)
        assert not any("{" in row.text for row in table.rows)


def test_the_charts_are_those_of_the_ruleset() -> None:
    charts = {ruleset: [table.id for table in tables_of(rules_for(ruleset))][2:] for ruleset in RULESETS}
    by_class = [f"table-critical-{name}" for name in class_charts.CHARTS]
    assert charts == {
        "core": by_class, "mordheim": ["table-critical-all"], "gazette": ["table-critical-all"], "skirmish": [],
    }  # fmt: skip
    classes = rules_for("mordheim", {"weapon_class_crits": True})
    assert [table.id for table in tables_of(classes)][2:] == by_class
    sweep = next(row for table in tables_of(classes) for row in table.rows if row.name == "A wild sweep")
    assert "loses the weapon in hand" in sweep.text
    assert chart_entries(rules_for("gazette")) == {
        "": ("weak_spot", "weak_spot", "double_hit", "double_hit", "master_strike", "master_strike")
    }


def test_injuries_are_read_as_the_engine_reads_them() -> None:
    plain, concussion, *_charts = tables_of(rules_for("core"))
    assert [(row.rolls, row.name) for row in plain.rows] == [
        ("1\N{EN DASH}2", "Knocked down"), ("3\N{EN DASH}4", "Stunned"), ("5\N{EN DASH}6", "Out of action"),
    ]  # fmt: skip
    assert [row.rolls for row in concussion.rows] == ["1", "2\N{EN DASH}4", "5\N{EN DASH}6"]
    assert plain.bonuses == (0, 1, 2)
    assert tables_of(rules_for("skirmish"))[0].bonuses == (0,)


@pytest.mark.django_db
def test_the_page_lists_the_spells_of_the_casters_who_are_still_there(track: Track, client_of: ClientOf) -> None:
    author = User.objects.get(pk=track.created_by_id)
    warband = warbands(track.match)[0]
    piece = track.setup["sides"]["a"]["pieces"][0]
    assert piece["key"] in load_state(warband).members
    Warrior.objects.filter(warband=warband, public_id=piece["key"]).update(spells=["fires_of_uzhul"])
    address, spell = reverse("battles:track_dice", args=[track.public_id]), book().spells["fires_of_uzhul"]
    name = escape(spell.name)
    page = client_of(author).get(address).content.decode()
    assert name in page
    assert f'data-needs="{spell.difficulty}"' in page
    warband.visibility = "private"
    warband.save(update_fields=["visibility"])
    assert name not in client_of(None).get(address).content.decode()
    press(track, author, "out", piece=piece["id"], by="")
    assert name not in client_of(author).get(address).content.decode()
