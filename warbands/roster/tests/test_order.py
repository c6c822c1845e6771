"""The order of the roster: changed with one click, saved, used in files, undone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from accounts.models import User
from tests_support.browser import assert_accessible
from warbands.core import undo
from warbands.core.tests.factories import assert_reconciled, by, founded, look
from warbands.models import Warband
from warbands.roster import order as roster_order
from warbands.shared.sheet import roster_of

ClientOf = Callable[[User | None], Client]


def order(warband: Warband, *kinds: str) -> list[str]:
    """Keys in the order of the roster."""
    return [
        warrior.key for warrior in roster_of(Warband.objects.select_related("owner").get(pk=warband.pk)).of_kind(*kinds)
    ]


def test_a_warrior_moves_before_another_or_behind_all_and_back_by_undo(owner: User) -> None:
    warband = founded(owner)
    first, second, third, *rest = order(warband, "hero")
    roster_order.arrange(warband_id=warband.pk, warrior=third, before=first, by=by(owner))
    assert order(warband, "hero") == [third, first, second, *rest]
    roster_order.arrange(warband_id=warband.pk, warrior=third, by=by(owner))
    assert order(warband, "hero") == [first, second, *rest, third]
    for _turn in range(2):
        undo.undo(warband_id=warband.pk, by=by(owner))
    assert order(warband, "hero") == [first, second, third, *rest]
    assert_reconciled(warband)


def test_no_warrior_moves_to_their_own_place_or_another_section(owner: User) -> None:
    warband = founded(owner)
    heroes, groups = order(warband, "hero"), order(warband, "henchman_group")
    with pytest.raises(roster_order.AlreadyThere):
        roster_order.arrange(warband_id=warband.pk, warrior=heroes[0], before=heroes[1], by=by(owner))
    with pytest.raises(roster_order.OtherSection):
        roster_order.arrange(warband_id=warband.pk, warrior=heroes[0], before=groups[0], by=by(owner))
    assert order(warband, "hero") == heroes


def test_the_panel_moves_by_its_buttons_and_stays_open(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    heroes = order(warband, "hero")
    client = client_of(owner)
    url = reverse("warbands:roster", args=[warband.public_id])
    assert f"warrior={heroes[1]}&amp;before={heroes[0]}" in client.get(url + "?kit=order").content.decode()
    data = {"press": f"warrior={heroes[1]}&before={heroes[0]}", "page": "roster", "kit": "order"}
    act = reverse("warbands:act", args=[warband.public_id, "arrange"])
    answer = client.post(act, data)
    assert answer["Location"].endswith("?kit=order")
    assert order(warband, "hero")[:2] == [heroes[1], heroes[0]]
    names = [look(warband).members[key].name for key in order(warband, "hero")]
    text = client.get(reverse("warbands:export", args=[warband.public_id, "text"])).content.decode()
    assert [text.index(name) for name in names] == sorted(text.index(name) for name in names)


@pytest.mark.browser
def test_warriors_are_arranged_by_drag_and_by_keys(page: Page) -> None:
    page.goto("/warbands/new/reiklanders/")
    page.get_by_role("button", name="Start a draft").click()
    page.get_by_role("button", name="Suggested warband").click()
    page.get_by_role("button", name="Found the warband").click()
    page.wait_for_url(re.compile(r"/warbands/\w+/$"))  # a draft may be arranged too
    page.get_by_role("link", name="Arrange").click()
    panel = page.locator("[data-arrange]")
    panel.wait_for()
    assert_accessible(page)
    names = panel.locator("[data-warrior]").first.locator("..").locator("[data-arrange-grip]")
    before = names.all_inner_texts()
    names.nth(2).scroll_into_view_if_needed()
    from_box, to_box = names.nth(2).bounding_box(), names.nth(0).bounding_box()
    assert from_box is not None
    assert to_box is not None
    page.mouse.move(from_box["x"] + 20, from_box["y"] + 10)
    page.mouse.down()
    page.mouse.move(to_box["x"] + 20, to_box["y"] + 4, steps=6)
    page.mouse.up()
    page.locator(".undo", has_text=before[2]).wait_for()
    assert names.all_inner_texts()[:3] == [before[2], before[0], before[1]]
    panel.get_by_role("button", name=f"Move {before[2]} down").focus()
    page.keyboard.press("Alt+ArrowDown")
    page.locator("[data-warrior]").first.locator("[data-arrange-grip]", has_text=before[0]).wait_for()
    page.locator(":focus", has_text=f"Move {before[2]} down").wait_for()
    page.reload()
    panel.wait_for()
    assert names.all_inner_texts() == [*before[:1], before[2], before[1], *before[3:]]
