"""Killing blows and old wounds on sheets, and replaced sheets after a revert."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath import reverts
from battles.aftermath.context import write_line
from battles.aftermath.decisions import undo
from battles.aftermath.decisions.undo import NotYoursToRevert, ReasonMissing
from battles.aftermath.stages import runner
from battles.aftermath.stored.find_lines import SearchDiceLine
from battles.aftermath.stored.injury_lines import InjuryLine
from battles.aftermath.tests.test_views import league
from battles.engine.aftermath.exploration_dice import ExplorationDice
from battles.models import Aftermath, AftermathLine, Battle
from battles.tabletop.sheets import amendments
from battles.tabletop.sheets import form as sheet_form
from battles.tabletop.sheets import reader as sheet_reader
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Sheet, SideSheet
from battles.tabletop.tests.test_sheets import author_and_other, bloody_sheet, press_of, sent, warbands
from campaigns.models import Campaign, Match
from campaigns.standings.selectors import standings_of
from catalogue.packs.book import EffectData
from catalogue.packs.installed import book
from warbands.core.state import GROUP, HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, by
from warbands.roster import injuries

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def companies(match: Match) -> dict[str, object]:
    return dict(zip("ab", (load_state(warband) for warband in warbands(match)), strict=True))


def address_of(match: Match) -> str:
    return reverse("battles:match_sheet", args=[match.public_id])


def test_a_killing_blow_on_the_sheet_turns_the_injury_to_the_worse_half_and_spares_no_henchman(
    match: Match, client_of: ClientOf
) -> None:
    Campaign.objects.filter(pk=match.campaign_id).update(ruleset="core")
    author, other = author_and_other(match)
    first, second = (load_state(warband) for warband in warbands(match))
    enemy, hero = first.active(HERO)[0].key, second.active(HERO)[1]
    group = next(member for member in second.active(GROUP) if member.headcount > 1)
    data = press_of(match)
    for name in (f"b-{hero.key}", f"b-{group.key}-1"):
        data |= {f"fell-{name}": enemy, f"killing-{name}": "on"}
    client_of(author).post(address_of(match), data)
    battle = Battle.objects.get(match=match)
    page = client_of(other).get(reverse("battles:sheet", args=[battle.public_id])).content.decode()
    assert page.count("by a killing blow") == 2
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    row = Aftermath.objects.get(side__battle=battle, side__letter="b")
    facts = {casualty["roster_id"]: casualty["facts"] for casualty in row.facts["fallen"]}
    assert facts[hero.key] == ["killing_blow"]
    runner.run(battle_id=battle.pk, now=NOON)
    lines = AftermathLine.objects.filter(aftermath=row)
    injury = lines.filter(kind="serious_injury", subject=hero.key).order_by("number")[0]
    assert injury.data["d66"] < 40
    casualty = lines.filter(kind="casualty", subject=group.key).order_by("number")[0]
    assert (casualty.data["face"], casualty.data["dies"], casualty.rolls) == (0, True, [])


@pytest.mark.parametrize(("ruleset", "asks"), [("core", True), ("mordheim", False)])
def test_killing_blows_are_asked_for_where_the_edition_tells_them(
    match: Match, client_of: ClientOf, ruleset: str, asks: bool
) -> None:
    Campaign.objects.filter(pk=match.campaign_id).update(ruleset=ruleset)
    author, _other = author_and_other(match)
    assert (b"by a killing blow" in client_of(author).get(address_of(match)).content) is asks


def test_models_of_a_group_fall_to_different_enemies(match: Match) -> None:
    first, second = (load_state(warband) for warband in warbands(match))
    group = next(member for member in second.active(GROUP) if member.headcount > 1)
    enemies = [member.key for member in first.active(HERO)[:2]]
    data = press_of(match) | {f"fell-b-{group.key}-{number}": enemy for number, enemy in enumerate(enemies, 1)}
    sheet = sheet_reader.read(data, companies(match), book())  # type: ignore[arg-type]
    assert [fall.by for fall in sheet.sides["b"].falls if fall.who == group.key] == enemies
    again = sheet_form.form_of_sheet(companies(match), book(), sheet, "")  # type: ignore[arg-type]
    row = next(row for side in again.sides for row in side.rows if row.key == group.key)
    assert [model.fell for model in row.models][:2] == enemies


def wounded(match: Match, user: User) -> str:
    """A hero of this player with an old wound that makes them miss the battle on a 1."""
    side = match.sides.select_related("entry__warband").get(entry__player=user)
    hero = load_state(side.entry.warband).active(HERO)[1]
    injuries.apply(
        warband_id=side.entry.warband_id,
        warrior=hero.key,
        injury="old_battle_wound",
        effects=(EffectData(code="may_miss_battle", params={"fails_up_to": 1}),),
        by=by(user),
    )
    return hero.key


def test_the_die_of_an_old_wound_is_typed_in_and_reported_first(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    key = wounded(match, author)
    client = client_of(author)
    assert f'name="wound-a-{key}"' in client.get(address_of(match)).content.decode()
    refused = client.post(address_of(match), press_of(match) | {f"wound-a-{key}": "1"})
    assert refused.status_code == 422
    assert "with a 1 for the old wound" in refused.content.decode()
    data = press_of(match) | {f"wound-a-{key}": "1"}
    del data[f"fought-a-{key}"]
    data[f"fell-b-{next(iter(load_state(warbands(match)[1]).active(HERO))).key}"] = "-"
    client.post(address_of(match), data)
    battle = Battle.objects.get(match=match)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    line = AftermathLine.objects.get(aftermath__side__battle=battle, kind="old_wound")
    assert (line.number, line.subject, line.data["stayed"]) == (1, key, True)
    assert line.rolls[0][1:4] == [[1], 1, "typed"]


def taken_back(match: Match, arbitrator: User) -> Battle:
    """A confirmed sheet whose aftermath was finished and then reverted."""
    author, other = author_and_other(match)
    battle = sent(match, author)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    reverts.request_revert(battle_id=battle.pk, actor_id=arbitrator.pk, reason="The wrong side won.", now=NOON)
    battle.refresh_from_db()
    return battle


def other_way_round(match: Match) -> Sheet:
    first, second = (load_state(warband) for warband in warbands(match))
    sides = {
        "a": SideSheet([member.key for member in first.active()]),
        "b": SideSheet([member.key for member in second.active()]),
    }
    return Sheet(sides, winner="b")


def test_a_sheet_written_again_rules_the_match_and_feeds_the_aftermath(match: Match, arbitrator: User) -> None:
    battle = taken_back(match, arbitrator)
    for _press in range(2):
        amendments.amend(
            battle_id=battle.pk, actor_id=arbitrator.pk, sheet=other_way_round(match), reason="Mixed up.", now=NOON
        )
    first = standings_of(match.campaign)[0]
    assert first.entry.warband_id == warbands(match)[1].pk
    undo.roll_again(battle_id=battle.pk, actor_id=arbitrator.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    rows = Aftermath.objects.filter(side__battle=battle).select_related("warband")
    assert {row.side.letter: (row.facts["won"], row.facts["fallen"]) for row in rows} == {
        "a": (False, []),
        "b": (True, []),
    }
    for row in rows:
        assert_reconciled(row.warband)


def test_only_who_rules_writes_it_again_with_a_reason_and_only_after_the_way_back(
    match: Match, arbitrator: User, client_of: ClientOf
) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)

    def amend(user: User, reason: str = "So.") -> None:
        amendments.amend(battle_id=battle.pk, actor_id=user.pk, sheet=other_way_round(match), reason=reason, now=NOON)

    with pytest.raises(sheets.SheetClosed):
        amend(arbitrator)
    runner.run(battle_id=battle.pk, now=NOON)
    reverts.request_revert(battle_id=battle.pk, actor_id=arbitrator.pk, reason="No.", now=NOON)
    with pytest.raises(NotYoursToRevert):
        amend(author)
    with pytest.raises(ReasonMissing):
        amend(arbitrator, " ")
    page = reverse("battles:sheet", args=[battle.public_id])
    assert client_of(author).get(page).status_code == 302
    assert page in client_of(arbitrator).get(reverse("battles:aftermath", args=[battle.public_id])).content.decode()
    assert 'name="reason"' in client_of(arbitrator).get(page).content.decode()
    data = press_of(match) | {"winner": "b"}
    assert client_of(arbitrator).post(page, data).status_code == 422
    done = client_of(arbitrator).post(page, data | {"reason": "They had it the wrong way round."})
    assert done.headers["Location"] == reverse("battles:aftermath", args=[battle.public_id])
    battle.refresh_from_db()
    assert Sheet.from_data(battle.setup["sheet"]).winner == "b"
    assert bloody_sheet(match).winner == "a"


def test_a_die_rolled_again_in_the_search_does_not_stop_the_news_of_the_aftermath(match: Match) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    line = write_line(row, "exploration", SearchDiceLine(hand=ExplorationDice([1, 2], done=[1])))
    AftermathLine.objects.filter(pk=line.pk).update(answer="stand")
    runner.run(battle_id=battle.pk, now=NOON)
    events = match.campaign.events.filter(kind="aftermath_done")
    assert {event.data["entry"] for event in events} == {side.entry.public_id for side in match.sides.all()}


def test_finds_of_an_aftermath_taken_back_count_once_when_it_is_begun_again(match: Match, arbitrator: User) -> None:
    battle = taken_back(match, arbitrator)
    events = match.campaign.events.filter(kind="aftermath_done")
    assert list(events.values_list("is_revoked", flat=True)) == [True, True]
    undo.roll_again(battle_id=battle.pk, actor_id=arbitrator.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    again = events.filter(is_revoked=False)
    assert {event.data["entry"] for event in again} == {side.entry.public_id for side in match.sides.all()}
    assert (events.count(), again.count()) == (4, 2)


def test_the_notice_of_a_reverted_death_is_removed(match: Match, arbitrator: User) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    row = Aftermath.objects.get(side__battle=battle, side__letter="b")
    line = write_line(row, "injuries", InjuryLine(injury="dead", died=True, by="Otto"))
    runner.run(battle_id=battle.pk, now=NOON)
    events = match.campaign.events.filter(kind="warrior_died", source_key=f"died:{line.public_id}")
    assert [event.is_revoked for event in events] == [False]
    reverts.request_revert(battle_id=battle.pk, actor_id=arbitrator.pk, reason="The wrong side won.", now=NOON)
    assert [event.is_revoked for event in events.all()] == [True]
    assert not match.campaign.events.filter(kind="warrior_died", is_revoked=False).exists()
