"""Sides may ally after deployment and before the first roll. Rules: ALLY-FORMAL-01, ALLY-FORMAL-04"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.text import sentence_of
from battles.core.tests.factories import engine_of
from battles.engine.commands import Answer, Ready, Resign
from battles.engine.steps.turn.pacts import EVEN, NO, OWN, YES
from battles.models import Aftermath, AftermathLine, Battle
from battles.play.tests.test_clocks import START, later, order
from battles.setup import deployment, match_battles
from battles.setup.tests.test_pacts_on_the_board import match_of
from battles.tables.library import table_for
from campaigns.core.tests.factories import entry_of, league
from campaigns.members import services as members_services
from campaigns.models import Campaign, Entry, Match
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.models import Warband

ClientOf = Callable[[User | None], Client]
pytestmark = pytest.mark.django_db


@pytest.fixture
def players(owner: User, rival: User, stranger: User) -> dict[str, User]:
    return {"a": owner, "b": rival, "c": stranger}


def entries_of(campaign: Campaign, players: dict[str, User]) -> list[Entry]:
    return [entry_of(campaign, player) for player in players.values()]


def deployed(match: Match, owner: User) -> Battle:
    """A battle of the match in which every side has set up its warriors and is ready."""
    table = table_for(seed="three", density="low", size_in=36)
    battle = match_battles.begin(match_id=match.pk, actor_id=owner.pk, table=table, now=START, seed=bytes(32))
    players = {side.letter: side.player for side in battle.sides.select_related("player")}
    for number in range(12):
        engine = engine_of(battle)
        frame, side = engine.state.flow[-1], engine.awaiting()[0]
        player = players[side]
        assert player is not None
        if frame.kind == "deployment":
            deployment.place_all(
                battle_id=battle.pk, actor_id=player.pk, side=side, expected_seq=battle.seq,
                command_id=f"place-{number}", now=START,
            )  # fmt: skip
            battle.refresh_from_db()
            order(battle, player, Ready(), START)
        elif frame.kind == "decision" and "pact" not in frame.stage:
            order(battle, player, Answer(frame.data["silence"]), START)
        else:
            break
    battle.refresh_from_db()
    return battle


def answer(battle: Battle, players: dict[str, User], side: str, text: str, minute: int) -> None:
    assert engine_of(battle).awaiting() == (side,)
    order(battle, players[side], Answer(text), later(minute))
    battle.refresh_from_db()


@pytest.mark.parametrize("loot", [OWN, EVEN])
def test_two_of_three_ally_before_the_first_roll_and_divide_as_agreed(
    loot: str, arbitrator: User, owner: User, players: dict[str, User], client_of: ClientOf
) -> None:
    campaign = league(arbitrator, list(players.values()))
    battle = deployed(match_of(entries_of(campaign, players), owner), owner)
    body = client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
    assert "a formal alliance for this battle?" in body
    assert "Offer an alliance; divide the wyrdstone evenly" in body
    answer(battle, players, "a", loot, 1)
    answer(battle, players, "b", YES, 2)
    engine = engine_of(battle)
    assert engine.state.order
    assert engine.game.sides["a"].allies == {"b"}
    assert not engine.game.are_enemies("a", "b")
    body = client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
    assert "are allies in this battle." in body, "the log of the first turn goes back to deployment"
    assert engine.game.are_enemies("a", "c")
    order(battle, players["c"], Resign(), later(5))
    battle.refresh_from_db()
    assert [side.letter for side in battle.sides.filter(is_winner=True).order_by("letter")] == ["a", "b"]
    before = {row.pk: load_state(row).shards for row in Warband.objects.all()}
    runner.run(battle_id=battle.pk, now=later(6))
    found = {}
    given = {}
    for row in Aftermath.objects.filter(side__battle=battle, side__letter__in="ab").select_related("side"):
        search = row.lines.filter(kind="search").first()
        found[row.side.letter] = search.data["shards"] if search is not None else 0
        given[row.side.letter] = sum(line.data["shards"] for line in row.lines.filter(kind="gave_share"))
        assert row.facts["loot_with"] == ({"a": "b", "b": "a"}[row.side.letter] if loot == EVEN else "")
    assert given == {letter: shards // 2 if loot == EVEN else 0 for letter, shards in found.items()}
    assert any(given.values()) is (loot == EVEN)
    for line in AftermathLine.objects.filter(kind__in=("gave_share", "got_share")):
        assert "as agreed in the alliance" in sentence_of(line)
    for letter, other in (("a", "b"), ("b", "a")):
        row = Aftermath.objects.get(side__battle=battle, side__letter=letter)
        gained = load_state(Warband.objects.get(pk=row.warband_id)).shards - before[row.warband_id]
        assert gained == found[letter] - given[letter] + given[other]


def test_a_refused_offer_leaves_enemies(arbitrator: User, owner: User, players: dict[str, User]) -> None:
    campaign = league(arbitrator, list(players.values()))
    battle = deployed(match_of(entries_of(campaign, players), owner), owner)
    answer(battle, players, "a", OWN, 1)
    answer(battle, players, "b", NO, 2)
    answer(battle, players, "a", NO, 3)
    answer(battle, players, "b", NO, 4)
    engine = engine_of(battle)
    assert engine.state.order
    assert all(not side.allies for side in engine.game.sides.values())


def test_rulesets_without_alliances_do_not_ask(arbitrator: User, owner: User, players: dict[str, User]) -> None:
    campaign = league(arbitrator, list(players.values()), ruleset="mordheim")
    battle = deployed(match_of(entries_of(campaign, players), owner), owner)
    assert engine_of(battle).state.order


def test_a_battle_of_two_sides_offers_no_pacts(arbitrator: User, owner: User, players: dict[str, User]) -> None:
    campaign = league(arbitrator, list(players.values()))
    battle = deployed(match_of(entries_of(campaign, players)[:2], owner), owner)
    assert engine_of(battle).state.order


def asked_pairs(campaign: Campaign, players: dict[str, User], lists: list[str]) -> set[str]:
    """Letters of the pairs that may be offered an alliance when these lists meet and nobody accepts one."""
    entries = []
    for player, listed in zip(players.values(), lists, strict=True):
        warband = founded(player, listed)
        code = campaign.join_code
        entries.append(members_services.join(join_code=code, actor_id=player.pk, warband_id=warband.pk, now=START))
    battle = deployed(match_of(entries, next(iter(players.values()))), next(iter(players.values())))
    pairs = set()
    while (frame := engine_of(battle).state.flow[-1]).kind == "decision" and "pact" in frame.stage:
        (side,) = engine_of(battle).awaiting()
        pairs.add("".join(sorted(side + frame.data["ally"])))
        order(battle, players[side], Answer(NO), later(len(pairs)))
        battle.refresh_from_db()
    return pairs


@pytest.mark.parametrize(
    ("lists", "pairs"),
    [
        (["dwarf_rangers", "dwarf_treasure_hunters", "reiklanders"], {"ac", "bc"}),  # Rangers distrust other Dwarfs
        (["witch_hunters", "sisters_of_sigmar", "reiklanders"], {"ac", "bc"}),  # the Captain hates who casts
        (["sisters_of_sigmar", "witch_hunters", "reiklanders"], {"ac", "bc"}),
        (["reiklanders", "marienburgers", "middenheimers"], {"ab", "ac", "bc"}),
    ],
)
def test_distrust_and_the_hatred_of_a_leader_prevent_an_alliance_in_the_battle(
    lists: list[str], pairs: set[str], arbitrator: User, owner: User, players: dict[str, User]
) -> None:
    """Only pairs that may be allies are asked at the board (ALLY-FORMAL-01)."""
    assert asked_pairs(league(arbitrator), players, lists) == pairs
