"""The aftermath page, and the page that begins a league match."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath import page as page_module
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import ended
from battles.aftermath.text import sentence_of
from battles.core.tests.factories import hot_seat
from battles.models import Aftermath, AftermathLine, Battle
from battles.play.dashboard import aftermaths_waiting
from campaigns.administration import services as running_services
from campaigns.members import services as members_services
from campaigns.models import Campaign, Match, MatchStatus
from campaigns.rounds import scheduling
from warbands.core.tests.factories import NOON, founded

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def page_of(battle: Battle) -> str:
    return reverse("battles:aftermath", args=[battle.public_id])


def test_the_player_sees_every_roll_and_chooses(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = ended(owner, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    page = client_of(owner).get(page_of(battle))
    assert page.status_code == 200
    assert "Decide the rest for me" in page.content.decode()
    last = client_of(owner).get(f"{page_of(battle)}?stage=rating").content.decode()
    assert "What changed on the roster" in last
    line = AftermathLine.objects.get(aftermath__side__battle=battle, aftermath__side__letter="a", kind="sale")
    assert line.public_id in client_of(owner).get(f"{page_of(battle)}?stage=sale").content.decode()
    press = client_of(owner).post(
        reverse("battles:aftermath_choose", args=[battle.public_id]), {"line": line.public_id, "option": "keep"}
    )
    assert press.status_code == 302
    line.refresh_from_db()
    assert line.answer == "keep"


def test_a_stranger_and_a_visitor_read_without_buttons(
    owner: User, rival: User, stranger: User, client_of: ClientOf
) -> None:
    battle = ended(owner, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    for person in (stranger, None):
        text = client_of(person).get(page_of(battle)).content.decode()
        assert "Decide the rest for me" not in text


def test_a_strangers_press_is_refused_in_words(owner: User, rival: User, stranger: User, client_of: ClientOf) -> None:
    battle = ended(owner, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    line = AftermathLine.objects.get(aftermath__side__battle=battle, aftermath__side__letter="a", kind="sale")
    for person in (stranger, None):
        press = client_of(person).post(
            reverse("battles:aftermath_choose", args=[battle.public_id]), {"line": line.public_id, "option": "keep"}
        )
        assert press.status_code == 422
        assert "Only the player of that warband" in press.content.decode()
    gone = client_of(owner).post(reverse("battles:aftermath_choose", args=[battle.public_id]), {"line": "nothingThere"})
    assert gone.status_code == 404


def test_the_page_shows_progress_while_the_aftermath_runs(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = ended(owner, rival)
    runner.step(battle_id=battle.pk, now=NOON)
    text = client_of(owner).get(page_of(battle)).content.decode()
    assert 'hx-trigger="load delay:1s"' in text
    assert 'http-equiv="refresh"' in text


def test_a_battle_of_dealt_warbands_says_that_nothing_follows(owner: User, client_of: ClientOf) -> None:
    assert "There is no aftermath" in client_of(owner).get(page_of(hot_seat(owner))).content.decode()


def test_everything_is_decided_by_one_press(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = ended(owner, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    press = client_of(owner).post(
        reverse("battles:aftermath_decide", args=[battle.public_id]),
        {"aftermath": row.public_id},
        headers={"HX-Request": "true"},
    )
    assert press.status_code == 200
    row.refresh_from_db()
    assert row.status == "done"


def result_of(text: str) -> str:
    """The section with what the last dice led to."""
    return text.partition('id="news-')[2].partition("</section>")[0]


def test_the_page_names_what_entered_dice_and_dice_of_the_site_led_to(
    owner: User, rival: User, client_of: ClientOf
) -> None:
    battle = ended(owner, rival)
    Aftermath.objects.filter(side__battle=battle, side__letter="a").update(hand_dice=True)
    runner.run(battle_id=battle.pk, now=NOON)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    assert row.asked is not None
    address, fields = reverse("battles:aftermath_decide", args=[battle.public_id]), {"aftermath": row.public_id}
    entered = client_of(owner).post(address, {**fields, "act": "faces", "faces": "5 5", "given": 0}, follow=True)
    injury = row.lines.filter(stage="injuries").earliest("number")
    shown = html.unescape(result_of(entered.content.decode()))
    assert sentence_of(injury) in shown
    before = row.lines.latest("number").number
    client = client_of(owner)
    rolled = client.post(address, {**fields, "act": "here"}, headers={"HX-Request": "true"}).content.decode()
    lines = [line for line in row.lines.filter(number__gt=before) if not line.is_open]
    assert {"injuries", "experience", "exploration"} <= {line.stage for line in lines}
    shown = html.unescape(result_of(rolled))
    assert [sentence_of(line) for line in lines if sentence_of(line) not in shown] == []
    assert sentence_of(injury) not in shown or sentence_of(injury) in map(sentence_of, lines)
    again = client.get(page_of(battle)).content.decode()
    assert not result_of(again)
    assert client.get(page_of(battle) + "?since=x.1").status_code == 200


def test_open_choices_stand_on_the_desk(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = ended(owner, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    assert page_of(battle) in client_of(owner).get("/").content.decode()
    assert [line.button for line in aftermaths_waiting(owner)] == ["Choose"], "no dice are to be typed"


def league(arbitrator: User, owner: User, rival: User) -> tuple[Campaign, Match]:
    """A league of two with one match planned."""
    campaign = running_services.create(actor_id=arbitrator.pk, name="The Lantern League", now=NOON)
    for person, kind in ((owner, "reiklanders"), (rival, "undead")):
        warband = founded(person, kind)
        members_services.join(join_code=campaign.join_code, actor_id=person.pk, warband_id=warband.pk, now=NOON)
    scheduling.plan_round_robin(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=NOON, rounds=1)
    return campaign, Match.objects.get(campaign=campaign)


def test_a_match_is_begun_from_its_page_and_once(
    arbitrator: User, owner: User, rival: User, stranger: User, client_of: ClientOf
) -> None:
    _campaign, match = league(arbitrator, owner, rival)
    address = reverse("battles:play_match", args=[match.public_id])
    assert client_of(owner).get(address).status_code == 200
    assert client_of(stranger).post(address, {}).status_code in (403, 404, 422)
    begun = client_of(owner).post(address, {"density": "low", "size_in": "24"})
    assert begun.status_code == 302
    battle = Battle.objects.get(match=match)
    assert begun.headers["Location"] == reverse("battles:board", args=[battle.public_id])
    assert {side.player_id for side in battle.sides.all()} == {owner.pk, rival.pk}
    match.refresh_from_db()
    assert match.status == MatchStatus.PLAYING
    assert client_of(rival).post(address, {}).headers["Location"] == begun.headers["Location"]
    assert Battle.objects.filter(match=match).count() == 1
    section = client_of(owner).get(reverse("battles:match_section", args=[match.public_id]))
    assert battle.public_id in section.content.decode()
    assert "On the board" not in section.content.decode(), "the section also lists sheets of battles with miniatures"
    assert ">The battle</h2>" in section.content.decode()


def stages_of(text: str) -> dict[str, tuple[str, bool]]:
    """For each stage on the page: (name of its icon, whether it is the one shown)."""
    tabs = re.findall(r'<li>\s*<a href="[^"]*stage=(\w+)"([^>]*)>(.*?)</a>\s*</li>', text, re.DOTALL)
    signs = {code: re.search(r"icons.svg#(\w+)", inside) for code, _attributes, inside in tabs}
    return {
        code: (sign[1] if (sign := signs[code]) else "", "aria-current" in attributes) for code, attributes, _ in tabs
    }


def test_the_page_opens_where_a_choice_waits_and_ticks_only_what_is_done(
    owner: User, rival: User, stranger: User, client_of: ClientOf
) -> None:
    """Trade and rating used to be ticked before the player had been there, and the page opened at its
    first stage although a later one waited."""
    battle = ended(owner, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    client = client_of(owner)
    text = client.get(page_of(battle)).content.decode()
    stages = stages_of(text)
    assert stages["injuries"] == ("tick", False)
    first = next(code for code, (sign, _is_open) in stages.items() if sign == "dice")
    assert stages[first] == ("dice", True)
    assert "Go to the next decision" not in text, "it is the one that is shown"
    reading = client.get(f"{page_of(battle)}?stage=injuries").content.decode()
    assert stages_of(reading)["injuries"] == ("tick", True)
    assert "Go to the next decision" in reading
    seen = page_module.page_of(battle, stranger).sides
    assert [side.current.code for side in seen if side.current is not None] == [side.tabs[0].code for side in seen]
    assert stages["market"][0] == stages["rating"][0] == ""
    assert stages["sale"][0] == "dice"
    going_on = stages_of(client.get(f"{page_of(battle)}?stage=next").content.decode())
    assert going_on[first] == ("dice", True)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    decide = reverse("battles:aftermath_decide", args=[battle.public_id])
    for act in ("rest", "confirm"):
        client.post(decide, {"aftermath": row.public_id, "act": act})
    row.refresh_from_db()
    assert row.confirmed_at is not None
    confirmed = stages_of(client.get(page_of(battle)).content.decode())
    assert {sign for sign, _is_open in confirmed.values()} == {"tick"}
    assert confirmed["rating"][1]
