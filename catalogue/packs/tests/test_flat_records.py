"""`catalogue --json` prints every fact as flat records, and docs/reference/catalogue-json.md names every kind and
field."""

import json
import re
from collections import Counter
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from catalogue.packs.implemented_effects import unread
from catalogue.packs.installed import book
from catalogue.packs.missing_effects import gaps
from catalogue.packs.records import records

DOCS = Path(settings.BASE_DIR) / "docs" / "reference" / "catalogue-json.md"


def printed(flag: str) -> str:
    out = StringIO()
    call_command("catalogue", flag, stdout=out)
    return out.getvalue()


def test_the_output_is_json_with_kind_and_tier_everywhere() -> None:
    found = json.loads(printed("--json"))
    assert all(record["kind"] and record["tier"] for record in found)
    assert [json.loads(line) for line in printed("--jsonl").splitlines()] == found


def test_counts_of_the_rulebook() -> None:
    counts = Counter(record["kind"] for record in records(book()) if record["tier"] == 1)
    assert counts["warband_type"] == 8
    assert counts["warrior_type"] == 48
    assert counts["item"] == 67 + 2, "two more are found and never sold"
    assert counts["skill"] == 49
    assert counts["spell"] == 30
    assert counts["injury"] == 20
    assert counts["exploration"] == 30
    assert counts["sale_price"] == 48
    assert counts["artefact"] == 6
    assert counts["advance_threshold"] == 25
    assert counts["hired_sword"] == 7
    assert counts["dramatis_persona"] == 4


def test_a_warrior_type_reads_plainly() -> None:
    captain = next(record for record in records(book()) if record.get("code") == "reiklanders_mercenary_captain")
    assert captain["kind"] == "warrior_type"
    assert (captain["warband"], captain["name"], captain["price_gc"]) == ("reiklanders", "Mercenary Captain", 60)
    assert (captain["max"], captain["movement"], captain["leadership"]) == (1, 4, 8)


def test_the_page_in_docs_names_every_kind_and_field() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for record in records(book()):
        assert f"`{record['kind']}`" in text, record["kind"]
        for field in record:
            assert f"`{field}`" in text, (record["kind"], field)


def test_everything_of_the_rulebook_acts() -> None:
    assert [gap for gap in gaps(book()) if gap.tier == 1] == []


def test_the_gaps_are_counted() -> None:
    assert printed("--gaps").strip().endswith("gaps.")


def test_what_players_do_by_hand_has_a_reason_that_they_can_read() -> None:
    """Every rule of an official supplement that the board does not play, or only in part, has a reason."""
    silent = [gap.code for gap in gaps(book()) if gap.tier == 2 and gap.when == "battle" and not gap.reason]
    assert silent == []
    assert "By hand: doors of the board have no locks." in printed("--gaps")


MOST_TEXTS = {"items": 8, "rules": 4, "skills": 3, "spells": 0, "mutations": 0, "scenarios": 70}
"""Number of facts in official supplements that the board does not play, by kind. It may only decrease."""


def test_no_more_rules_are_text_only() -> None:
    found = Counter(gap.kind for gap in gaps(book()) if (gap.tier, gap.when, gap.automation) == (2, "battle", "text"))
    assert {kind: max(0, found[kind] - most) for kind, most in MOST_TEXTS.items()} == dict.fromkeys(MOST_TEXTS, 0)


def test_every_special_rule_belongs_to_somebody() -> None:
    """A rule that no warrior, hired sword, list or other fact refers to has no source, so it must not be there (item
    3.6)."""
    folder = Path(settings.BASE_DIR) / "catalogue" / "packs"
    words = Counter(re.findall(r"\b[a-z0-9_]+\b", "".join(path.read_text() for path in folder.rglob("*.yaml"))))
    assert {code for code in book().rules if words[code] < 2} == set()


UNKNOWN = {"son_of_the_desert"}
"""Rules about a table that no available source contains: the supplies of a desert campaign."""


def test_tiers_1_and_2_have_no_gap_of_roster_or_aftermath() -> None:
    felt = {gap.code for gap in gaps(book()) if gap.tier <= 2 and gap.when in ("roster", "aftermath")}
    assert felt == UNKNOWN


def test_an_effect_that_nothing_acts_on_counts_as_a_gap() -> None:
    assert not {"limit_per", "hires_as", "exploration_dice"} & unread()
    assert len(unread()) <= 48, "a new effect of roster or aftermath needs code that reads it"
    listed = {gap.code for gap in gaps(book())}
    for rule in book().rules.values():
        assert rule.code in listed or not {effect.code for effect in rule.effects} & unread(), rule.code
