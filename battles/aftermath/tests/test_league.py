"""A league match on the board, from muster to standings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.context import AftermathContext, write_line
from battles.aftermath.decisions import choices, undo
from battles.aftermath.finds import locations, maps
from battles.aftermath.stages import runner
from battles.aftermath.stored.find_lines import SearchLine
from battles.aftermath.tests.world import SEED, at_rest, bloody, print_of, surrender
from battles.core import engine_cache
from battles.core.availability import old_wounds, unavailable_warriors
from battles.core.refusals import NotYourSide
from battles.models import Aftermath, Battle, BattleStatus, Opponent
from battles.setup import match_battles
from battles.tables.library import ChosenTable, table_for
from campaigns.administration import services as running_services
from campaigns.core.event_data import EventData
from campaigns.matches.references import references_of
from campaigns.members import services as members_services
from campaigns.models import Campaign, CampaignEvent, Match, MatchStatus
from campaigns.rounds import scheduling
from campaigns.standings.selectors import standings_of
from catalogue.packs.book import EffectData
from catalogue.packs.installed import book
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, by, founded
from warbands.roster import casualties, injuries
from warbands.trading import stash

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    """The only match of a league with two players."""
    campaign = running_services.create(actor_id=arbitrator.pk, name="The Lantern League", now=NOON, ruleset="mordheim")
    for person, kind in ((owner, "reiklanders"), (rival, "undead")):
        warband = founded(person, kind)
        members_services.join(join_code=campaign.join_code, actor_id=person.pk, warband_id=warband.pk, now=NOON)
    scheduling.plan_round_robin(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=NOON, rounds=1)
    return Match.objects.get(campaign=campaign)


def table() -> ChosenTable:
    return table_for(seed="league", density="low", size_in=24)


def begin(match: Match, actor: User, seed: bytes = SEED) -> Battle:
    battle = match_battles.begin(match_id=match.pk, actor_id=actor.pk, table=table(), now=NOON, seed=seed)
    engine_cache.forget(battle.pk)
    return battle


def test_both_rosters_muster_under_the_campaigns_rules(match: Match, owner: User, rival: User) -> None:
    battle = begin(match, owner)
    assert battle.ruleset == "mordheim"
    assert battle.opponent == Opponent.INVITED
    assert {side.player_id for side in battle.sides.all()} == {owner.pk, rival.pk}
    assert all(side.warband_id and side.rating for side in battle.sides.all())
    assert begin(match, rival).pk == battle.pk


def test_a_stranger_begins_nothing(match: Match, stranger: User, arbitrator: User) -> None:
    with pytest.raises(NotYourSide):
        begin(match, stranger)
    assert begin(match, arbitrator).match_id == match.pk


def test_warriors_who_miss_the_battle_are_not_fielded(match: Match, owner: User) -> None:
    warband = match.sides.get(entry__player=owner).entry.warband
    hero = load_state(warband).active(HERO)[1]
    casualties.miss_next(warband_id=warband.pk, warrior=hero.key, by=by(owner))
    battle = begin(match, owner)
    fighters = battle.sides.get(player=owner).fighters
    assert hero.key not in {fighter["roster_id"] for fighter in fighters}


def test_an_old_battle_wound_is_rolled_and_shown(match: Match, owner: User, rival: User) -> None:
    side = match.sides.get(entry__player=owner)
    warband, letter = side.entry.warband, "ab"[side.place]
    hero = load_state(warband).active(HERO)[1]
    injuries.apply(
        warband_id=warband.pk,
        warrior=hero.key,
        injury="old_battle_wound",
        effects=[EffectData(code="may_miss_battle", params={"fails_up_to": 1})],
        by=by(owner),
    )
    state = load_state(warband)
    seed = next(
        bytes([n]) * 32 for n in range(200) if old_wounds(state, book(), bytes([n]) * 32, letter)[hero.key] == 1
    )
    assert unavailable_warriors(state, book(), seed, letter) == {hero.key}
    battle = begin(match, owner, seed)
    assert hero.key not in {fighter["roster_id"] for fighter in battle.sides.get(player=owner).fighters}
    surrender(battle, rival)
    line = Aftermath.objects.get(side__battle=battle, warband=warband).lines.get(kind="old_wound")
    assert line.data["stayed"] is True
    assert [roll[:3] for roll in line.rolls] == [["old_wound", [1], 1]]


@pytest.mark.postgres
def test_the_standings_change_when_the_aftermath_is_done(match: Match, owner: User, rival: User) -> None:
    battle = begin(match, owner)
    surrender(battle, rival)
    for row in Aftermath.objects.filter(side__battle=battle).select_related("warband"):
        bloody(row)
    campaign = Campaign.objects.get(pk=match.campaign_id)
    assert [row.line.played for row in standings_of(campaign)] == [0, 0]
    runner.run(battle_id=battle.pk, now=NOON)
    match.refresh_from_db()
    assert (match.status, match.how) == (MatchStatus.AGREED, "board")
    first, second = standings_of(campaign)
    assert (first.entry.player_id, first.line.points, first.line.won) == (owner.pk, 3, 1)
    assert (second.line.lost, second.line.losses) == (1, first.line.kills)
    events = CampaignEvent.objects.filter(campaign=campaign)
    about = references_of(campaign, {event.pk: EventData.read(event.data) for event in events})
    for event in events.filter(kind__in=("match_played", "aftermath_done", "warrior_died")):
        named = about[event.pk]
        assert (named["match"], named["battle"]) == (match.public_id, battle.public_id), event.kind
        assert len(named["warbands"]) == (2 if event.kind == "match_played" else 1)
    kinds = list(events.values_list("kind", flat=True))
    assert kinds.count("match_played") == 1
    assert kinds.count("aftermath_done") == 2
    dead = sum(
        1 for row in Aftermath.objects.filter(side__battle=battle) for line in row.lines.all() if line.data.get("died")
    )
    assert kinds.count("warrior_died") == dead


def test_no_dice_are_typed_after_a_league_battle_that_was_played_on_the_board(
    match: Match, owner: User, rival: User, client_of: ClientOf
) -> None:
    battle = begin(match, owner)
    surrender(battle, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    row = Aftermath.objects.get(side__battle=battle, warband__owner=owner)
    address = f"/api/v1/battles/{battle.public_id}/aftermath/{row.public_id}/dice/table/"
    refused = client_of(owner).post(address, "{}", content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "dice_rolled_by_the_site")
    row.refresh_from_db()
    assert not row.hand_dice
    Battle.objects.filter(pk=battle.pk).update(opponent=Opponent.TRACKED)
    assert client_of(owner).post(address, "{}", content_type="application/json").status_code == 200


def test_the_league_counts_shards_found_by_a_later_choice(match: Match, owner: User, rival: User) -> None:
    """The event is recorded when the dice are rolled; the player decides afterwards who drinks from the well."""
    battle = begin(match, owner)
    surrender(battle, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    row = Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, warband__owner=owner)

    def told() -> int:
        events = CampaignEvent.objects.filter(campaign_id=match.campaign_id, kind="aftermath_done", is_revoked=False)
        return int(events.get(data__warband=row.side.name).data["shards"])

    before = told()
    assert before == sum(line.data["shards"] for line in row.lines.filter(kind="search"))
    context = AftermathContext(row, NOON, write_line(row, "exploration", SearchLine()))
    locations.visit(context, next(each for each in context.tables.locations if each.code == "well"))
    question = row.lines.get(kind="location", data__location="well")
    Aftermath.objects.filter(pk=row.pk).update(faces=[[1, "typed", 0]])
    option = str(question.options[0]["key"])
    choices.answer(line_id=question.public_id, actor_id=owner.pk, option=option, now=NOON)
    assert told() == before + 1
    undo.undo_answer(line_id=question.public_id, actor_id=owner.pk, now=NOON)
    assert told() == before


def test_a_match_that_was_voided_meanwhile_stays_void(match: Match, owner: User, rival: User, arbitrator: User) -> None:
    battle = begin(match, owner)
    surrender(battle, rival)
    scheduling.cancel(match_id=match.pk, actor_id=arbitrator.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    match.refresh_from_db()
    battle.refresh_from_db()
    assert match.status == MatchStatus.VOID
    assert battle.aftermath_done_at is not None


def test_cancelling_a_match_ends_its_battle_without_an_aftermath(
    match: Match, owner: User, rival: User, arbitrator: User, client_of: ClientOf
) -> None:
    battle = begin(match, owner)
    before = [print_of(side.entry.warband) for side in match.sides.select_related("entry__warband")]
    cancel = f"/api/v1/campaigns/{match.campaign.slug}/matches/{match.public_id}/cancel/"
    assert client_of(arbitrator).post(cancel, {}, "application/json").json()["status"] == "void"
    battle.refresh_from_db()
    assert battle.status == BattleStatus.ABANDONED
    resigns = {"command": {"kind": "resign"}, "side": "b", "expected_seq": battle.seq, "command_id": "late"}
    answer = client_of(rival).post(f"/api/v1/battles/{battle.public_id}/commands/", resigns, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_playing")
    assert client_of(owner).get(f"/battles/{battle.public_id}/").status_code == 410
    runner.run(battle_id=battle.pk, now=NOON)
    assert not Aftermath.objects.filter(side__battle=battle).exists()
    assert [print_of(side.entry.warband) for side in match.sides.select_related("entry__warband")] == before


@pytest.mark.parametrize(("face", "chooser"), [(4, "owner"), (1, "rival")])
def test_a_map_lets_one_player_say_what_the_match_is_about(
    match: Match, owner: User, rival: User, client_of: ClientOf, face: int, chooser: str
) -> None:
    row = Aftermath.objects.select_related("warband", "side__battle").get(
        side__battle=at_rest(owner, rival), side__letter="a"
    )
    stash.add(warband_id=row.warband_id, item="mordheim_map", by=ActionContext(actor_id=None, at=NOON))
    row.faces = [[face, "typed", 0]]
    maps.read(AftermathContext(row, NOON), "mordheim_map", "1")
    may, may_not = (owner, rival) if chooser == "owner" else (rival, owner)
    address = f"/battles/match/{match.public_id}/play/"
    assert b"Scenario (map)" in client_of(may).get(address).content
    assert b"Scenario (map)" not in client_of(may_not).get(address).content
    wanted = {"match_id": match.pk, "table": table(), "now": NOON, "seed": SEED, "scenario": "wyrdstone_hunt"}
    with pytest.raises(match_battles.NotYourScenario):
        match_battles.begin(actor_id=may_not.pk, **wanted)
    battle = match_battles.begin(actor_id=may.pk, **wanted)
    engine_cache.forget(battle.pk)
    assert battle.scenario_code == "wyrdstone_hunt"
    assert match_battles.map_of(match, may.pk) is None
