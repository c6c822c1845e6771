"""Numbers on sheets, cards and pages: armour saves, weapons, mounts, and explained terms."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from catalogue.packs.installed import book
from tests_support.pages import one_line
from warbands.core.state import KitLine
from warbands.core.tests.factories import by, empty_draft, founded, look
from warbands.models import Warrior
from warbands.roster import casualties
from warbands.roster.terms import terms_of
from warbands.rules import roster_changes
from warbands.rules.armour_saves import armour_save
from warbands.rules.profiles import profile_of
from warbands.shared.sheet import roster_of

ClientOf = Callable[[User | None], Client]


def save_of_one(entry: str, *kit: str, skills: tuple[str, ...] = ()) -> str:
    """The armour save of one warrior of a type with these items."""
    facts = book()
    listed = facts.warrior_types[entry].warband_type or "reiklanders"
    state = empty_draft(listed, 9000)
    member = roster_changes.hire(state, facts, entry)
    state.kit.clear()
    for place, item in enumerate(kit):
        state.kit[str(place)] = KitLine(key=str(place), holder=member.key, item_code=item)
    member.skills = [*skills]
    return armour_save(state, member, facts)


@pytest.mark.parametrize(
    ("entry", "kit", "save"),
    [
        ("reiklanders_champion", (), ""),
        ("reiklanders_champion", ("shield",), "6+"),
        ("reiklanders_champion", ("light_armour", "helmet"), "6+"),
        ("reiklanders_champion", ("heavy_armour", "shield"), "4+"),
        ("reiklanders_champion", ("heavy_armour", "shield", "warhorse"), "4+ (3+ mounted)"),
        ("reiklanders_champion", ("warhorse",), "– (6+ mounted)"),
        ("reiklanders_champion", ("heavy_armour", "shield", "warhorse", "barding"), "4+ (2+ mounted)"),
        ("reiklanders_champion", ("light_armour", "barding"), "6+"),
    ],
)
def test_a_save_counts_armour_shield_and_mount(entry: str, kit: tuple[str, ...], save: str) -> None:
    assert save_of_one(entry, *kit) == save


def entry_with(rule: str) -> str:
    """The code of a warrior type that has a rule."""
    return next(
        warrior_type.code
        for warrior_type in book().warrior_types.values()
        if rule in warrior_type.rules and warrior_type.warband_type
    )


def test_scales_and_hides_save_and_are_bettered_by_armour() -> None:
    assert save_of_one(entry_with("saurus_scales")) == "5+"
    assert save_of_one(entry_with("saurus_scales"), "light_armour", "shield") == "3+"
    assert save_of_one(entry_with("kroxigor_scales")) == "4+"
    assert save_of_one("reiklanders_champion", "light_armour", skills=("well_ard",)) == "5+"
    assert save_of_one("reiklanders_champion", "sea_dragon_cloak") == "5+", "what holds only against shots is no part"


def test_sheets_show_the_numbers_of_weapons_and_mounts() -> None:
    facts = book()
    data = {
        code: profile_of(facts.items[code], facts)
        for code in ("crossbow", "double_handed_weapon", "sword", "rope_and_hook", "flail")
    }
    assert data == {
        "crossbow": '30", S 4',
        "double_handed_weapon": "S +2, two hands",
        "sword": "",
        "rope_and_hook": "",
        "flail": "S +2 in the first round, two hands",
    }
    assert profile_of(facts.items["warhorse"], facts) == "M 8 WS 3 BS 0 S 3 T 3 W 1 I 3 A 1 Ld 5"


@pytest.mark.django_db
def test_every_chip_of_a_roster_opens_its_panel(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner, "skaven")
    for page in ("roster",):
        html = one_line(client_of(owner).get(reverse(f"warbands:{page}", args=[warband.public_id])).content.decode())
        wanted, panels = re.findall(r'popovertarget="([^"]+)"', html), re.findall(r'popover id="([^"]+)"', html)
        assert set(wanted) <= set(panels)
        assert len(panels) == len(set(panels))
        assert all(term.id in wanted and term.meaning for term in terms_of(roster_of(warband)))


@pytest.mark.django_db
def test_sheets_keep_the_order_of_the_page_and_name_the_gone(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    group = Warrior.objects.filter(warband=warband, kind="henchman_group").first()
    hero = Warrior.objects.filter(warband=warband, kind="hero", is_leader=False).first()
    assert group is not None
    assert hero is not None
    Warrior.objects.filter(pk=group.pk).update(position=0)
    casualties.kill(warband_id=warband.pk, warrior=hero.public_id, by=by(owner))
    warband.refresh_from_db()
    kinds = [warrior.kind for warrior in roster_of(warband).warriors]
    assert kinds == sorted(kinds, key=["hero", "henchman_group"].index)
    for form in ("print/", "export/text/"):
        text = client_of(owner).get(f"/warbands/{warband.public_id}/{form}").content.decode()
        assert (
            hero.name
            in text.split("longer on the roster".upper() if form.endswith("text/") else "longer on the roster")[1]
        )


@pytest.mark.django_db
def test_one_of_a_group_that_dies_is_told_as_one(owner: User) -> None:
    from warbands.shared.selectors import history

    warband = founded(owner)
    group = next(member for member in look(warband).active("henchman_group") if member.headcount > 1)
    casualties.kill(warband_id=warband.pk, warrior=group.key, by=by(owner))
    assert history(warband)[0].sentence.startswith(f"One of {group.name} died")
