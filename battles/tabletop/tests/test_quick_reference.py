"""The printed quick reference: two pages with the numbers of the engine, and the house rules of a league."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from accounts.models import User
from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.keys import CODES
from battles.engine.rulesets.options import OPTIONS
from battles.engine.scenarios.base import ROUT_PERCENT
from battles.engine.steps.combat.striking import blow_need
from battles.engine.steps.harm.saves import armour_penalty
from battles.engine.steps.harm.wounding import IMPOSSIBLE, wound_need
from battles.engine.steps.movement.allowances import CRAWL
from battles.engine.steps.movement.running import REACH
from battles.engine.steps.shooting.to_hit import shot_modifiers
from battles.tabletop.quick_reference.contents import parts_of
from battles.tabletop.quick_reference.parts import inches, signed
from campaigns.core.tests.factories import league
from campaigns.house_rules.switch_text import switch_words
from campaigns.house_rules.switches import BATTLE, SWITCHES
from campaigns.house_rules.text import differences
from campaigns.models import Campaign
from catalogue.packs.installed import book

NOTICE = "An unofficial sheet made by players."


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    """A league of two."""
    return league(arbitrator, [owner, rival])


def _pages(content: bytes) -> list[str]:
    """The text of each page of a PDF, in single spaces."""
    assert content.startswith(b"%PDF-")
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def _of(client, ruleset: str) -> list[str]:
    return _pages(client.get(reverse("battles:quick_reference", args=[ruleset])).content)


def _score(need: int) -> str:
    return f"{need}+" if need < IMPOSSIBLE else "–"


@pytest.mark.parametrize("ruleset", CODES)
def test_two_pages_hold_every_part_and_say_that_they_are_unofficial(client, db, ruleset: str) -> None:
    pages = _of(client, ruleset)
    assert len(pages) == 2
    assert all(NOTICE in page for page in pages)
    text = " ".join(pages)
    for part in parts_of(ruleset, {}):
        assert part.title in text
        for line in part.lines:
            assert f"{line.term}. {line.text}" in text
        for chart in part.charts:
            assert all(f"{row.rolls} {row.name}" in text for row in chart.rows)


@pytest.mark.parametrize("ruleset", CODES)
def test_the_printed_numbers_are_those_of_the_engine(client, db, ruleset: str) -> None:
    text, rules = " ".join(_of(client, ruleset)), rules_for(ruleset)
    values = range(1, 11)
    heads = " ".join(map(str, values))
    to_hit = re.search(rf"WS {heads} (.+?) To wound", text)
    assert to_hit
    assert to_hit[1].split() == [
        cell for mine in values for cell in (str(mine), *(_score(blow_need(rules, mine, theirs)) for theirs in values))
    ]
    to_wound = re.search(rf"S / T {heads} (.+?) Limits", text)
    assert to_wound
    assert to_wound[1].split() == [
        cell
        for strength in values
        for cell in (str(strength), *(_score(wound_need(rules, strength, tough)) for tough in values))
    ]
    shots = " ".join(_score(max(2, 7 - skill)) for skill in values)
    assert f"BS {heads} needs {shots}" in text
    penalties = " ".join(str(armour_penalty(value)) if value > 3 else "–" for value in values)
    assert f"S {heads} save {penalties}" in text
    for by in shot_modifiers(rules).values():
        assert f" {signed(by)}" in text
    assert (f"With at least {ROUT_PERCENT}%" in text) == rules.rout_tests
    assert f"within {inches(REACH)} at the start" in text
    assert f": {inches(CRAWL)}." in text
    assert f"Moves up to {inches(rules.failed_charge_advance)}" in text or not rules.failed_charge_advance
    items = book().items
    assert f"{items['light_armour'].name} {items['light_armour'].save}+" in text
    assert f"{items['heavy_armour'].name} {items['heavy_armour'].save}+" in text


def test_every_ruleset_is_described_in_its_own_way() -> None:
    lines = {
        code: {(part.title, str(line.term)): line.text for part in parts_of(code, {}) for line in part.lines}
        for code in CODES
    }
    run = ("Movement and falls", "Interception")
    assert len({lines[code][run] for code in CODES}) == 3, "mordheim and core share a rule"
    knocked_down = ("Close combat", "Knocked down enemy")
    assert len({lines[code][knocked_down] for code in CODES}) == 3
    assert "9 = 6 and 6+" in lines["skirmish"]["Shooting", "Limits"]
    assert ("Rout and psychology", "All Alone") not in lines["gazette"]


def test_a_house_rule_of_battle_changes_the_tables() -> None:
    assert OPTIONS["weapon_class_crits"].rulesets == ("mordheim",)
    charts = {
        value: next(part.charts for part in parts_of("mordheim", {"weapon_class_crits": value}) if part.charts and
                    part.title == "Critical hits")
        for value in (False, True)
    }  # fmt: skip
    assert [len(charts[value]) for value in (False, True)] == [1, 5]


def test_the_paper_of_a_league_has_its_house_rules_in_words(ashes, owner, stranger, client_of) -> None:
    address = reverse("battles:league_quick_reference", args=[ashes.slug])
    assert address in client_of(owner).get(reverse("campaigns:rules", args=[ashes.slug])).content.decode()
    ashes.ruleset, ashes.house_rules = "mordheim", {}
    ashes.save(update_fields=["ruleset", "house_rules"])
    plain = _pages(client_of(owner).get(address).content)
    assert "House rules of the league" not in " ".join(plain)
    ashes.house_rules = {"weapon_class_crits": True, "af_free_captives": True, "ro_sell_percent": 25}
    ashes.save(update_fields=["house_rules"])
    pages = _pages(client_of(owner).get(address).content)
    text = " ".join(pages)
    assert len(pages) == 2
    assert all(NOTICE in page for page in pages)
    assert ashes.name in pages[0]
    for line in differences(ashes):
        assert f"{line.name}. {line.now}" in text
    assert "Critical hits: missiles" in text


def test_every_house_rule_at_once_still_fits_on_two_pages(ashes, owner, client_of) -> None:
    changed = {}
    for switch in SWITCHES:
        if "core" in switch.rulesets and (switch.is_flag or switch.low < switch.high):
            changed[switch.code] = not switch.printed if switch.is_flag else switch.low
    assert any(switch.family == BATTLE for switch in SWITCHES if switch.code in changed)
    ashes.ruleset, ashes.house_rules = "core", changed
    ashes.save(update_fields=["ruleset", "house_rules"])
    pages = _pages(client_of(owner).get(reverse("battles:league_quick_reference", args=[ashes.slug])).content)
    assert len(pages) == 2
    assert all(str(switch_words(code)[0]) in " ".join(pages) for code in changed)


def test_an_unknown_ruleset_has_no_paper(client, db) -> None:
    assert client.get(reverse("battles:quick_reference", args=["chess"])).status_code == 404
    page = client.get(reverse("catalogue:rules")).content.decode()
    assert all(reverse("battles:quick_reference", args=[code]) in page for code in CODES)
