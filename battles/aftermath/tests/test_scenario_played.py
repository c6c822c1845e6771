"""A stored battle of a supplement's scenario is fought by bots to its end, and the rewards follow."""

from __future__ import annotations

import pytest

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import SEED, print_of, seat
from battles.core import engine_cache
from battles.core.custom_scenarios import terms_of
from battles.models import Aftermath, AftermathLine, Battle, BattleStatus, Opponent
from battles.play.bots import turns
from battles.setup import services as setup_services
from battles.tables.library import table_for
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, founded

pytestmark = pytest.mark.django_db
CODE = "in_the_dead_of_the_night"
MOST_COMMANDS = 3000


def dealt(owner: User, rival: User) -> Battle:
    """A battle between two founded warbands, both played by bots."""
    mine, theirs = founded(owner, "reiklanders", seed="lanterns"), founded(rival, "undead", seed="procession")
    chosen = table_for(seed="graveyard", density="low", size_in=24)
    terms = setup_services.Terms(
        ruleset="mordheim", options={}, scenario_code=CODE, scenario={**terms_of(CODE), "attacker": "a"},
        table_name=chosen.name, table=chosen.data, opponent=Opponent.INVITED,
    )  # fmt: skip
    seats = [seat(owner, mine, 80, "tactician"), seat(rival, theirs, 200, "tactician")]
    battle = setup_services.create(terms=terms, seats=seats, created_by_id=owner.pk, now=NOON, seed=SEED)
    engine_cache.forget(battle.public_id)
    return battle


def fought_out(battle: Battle) -> Battle:
    """Play the battle to its end; every command is chosen and stored as by the bots' job."""
    for _ in range(MOST_COMMANDS):
        choice = turns.choose(battle_id=battle.pk)
        if choice is None:
            break
        turns._give(choice)
    battle.refresh_from_db()
    return battle


def test_the_reward_of_a_scenario_comes_to_the_winner_of_a_stored_battle(owner: User, rival: User) -> None:
    battle = fought_out(dealt(owner, rival))
    assert battle.status == BattleStatus.FINISHED
    rows = {
        row.side.letter: row for row in Aftermath.objects.filter(side__battle=battle).select_related("side", "warband")
    }
    won = [row for row in rows.values() if row.facts["won"]]
    assert len(won) == 1
    winner, loser = won[0], next(row for row in rows.values() if row is not won[0])
    role = "attacker" if winner.side.letter == "a" else "defender"
    assert winner.facts["loot"]["occasions"]["winner"] == 1
    assert winner.facts["loot"]["occasions"][f"winner_{role}"] == 1
    before = {row.pk: print_of(row.warband) for row in rows.values()}
    runner.run(battle_id=battle.pk, now=NOON)
    line = AftermathLine.objects.get(aftermath=winner, stage="rewards", kind="reward")
    shards = [record["shards"] for record in line.data["done"] if record["code"] == "gain_shards"]
    assert shards
    assert 1 <= shards[0] <= 3
    assert not AftermathLine.objects.filter(aftermath=loser, stage="rewards", kind="reward").exists()
    names = {member.name for row in rows.values() for member in load_state(row.warband).members.values()}
    assert not [name for name in names if name.startswith("Zombie ") and name.split()[-1].isdigit()]
    for row in rows.values():
        assert print_of(row.warband) != before[row.pk]
        assert_reconciled(row.warband)
