"""The end of a battle: participants, casualties and winners are stored for every warband, and the aftermath starts.

Called in the transaction that stores the last command. Rules: AF-FACT-01, AF-FACT-02
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from battles.aftermath.campaign_tables import charts_in_use
from battles.aftermath.context import write_line
from battles.aftermath.stored.facts import Casualty, StoredFacts
from battles.aftermath.stored.injury_lines import OldWoundLine
from battles.core.availability import old_wounds
from battles.core.league_rosters import leagues_of
from battles.engine import events as log
from battles.engine.aftermath.facts import Fallen, SideFacts, facts_of
from battles.engine.aftermath.house_rules import aftermath_rules
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.turn.pacts import loot_partner
from battles.models import Aftermath, Battle, BattleEvent, BattleSide
from catalogue.packs.installed import book
from jobs.services import enqueue
from warbands.core.state_storage import load_state
from warbands.rules.rating import rating_of

KIND = "battles.aftermath"


def finish(*, battle: Battle, game: Game, state: BattleState, now: datetime) -> list[Aftermath]:
    """Begin the aftermath of a locked battle that has just ended. Warbands that were generated only for the battle have
    none. Can safely run twice: a side has only one aftermath, and a battle only one job.

    A battle outside of leagues becomes practice if one of its warbands has joined a league since it began, unless that
    league allows other battles; the outcome then keeps the names of the leagues as `joined_leagues`. Rule: AF-LEAGUE-01
    """
    sides = {side.letter: side for side in BattleSide.objects.filter(battle=battle).select_related("warband")}
    own = [side for side in sides.values() if side.warband_id is not None]
    if battle.counts and battle.match_id is None and (leagues := leagues_of(side.warband_id for side in own)):
        battle.counts = False
        battle.outcome = {**(battle.outcome or {}), "joined_leagues": sorted(set(leagues.values()))}
        battle.save(update_fields=["counts", "outcome"])
    if not own or not battle.counts:
        return []
    facts = facts_of(game, state, log_of(battle))
    rows = []
    for side in own:
        assert side.warband is not None
        row, is_new = Aftermath.objects.get_or_create(
            side=side,
            defaults={
                "warband": side.warband,
                "facts": replace(
                    side_facts(game, facts, sides, side, loot_partner(state, side.letter)),
                    packs=charts_in_use(side.warband),
                ).stored(),
                "rating_before": rating_of(load_state(side.warband), book()).total,
                "started_at": now,
                "due_at": due_at(battle, now),
            },
        )
        rows.append(row)
        if is_new and battle.match_id is not None:
            _tell_old_wounds(battle, row)
    ask_for_aftermath(battle)
    return rows


def due_at(battle: Battle, now: datetime) -> datetime:
    """The deadline of an aftermath that begins now, after which the default rule finishes it. Rule: AF-CONFIRM-02"""
    return now + timedelta(hours=aftermath_rules(battle.options).hours_to_choose)


def job_key(battle: Battle) -> str:
    """The key of the aftermath's job. After a restart it is different, so that a new job runs."""
    return f"{battle.pk}.{battle.aftermath_run}" if battle.aftermath_run else str(battle.pk)


def ask_for_aftermath(battle: Battle) -> None:
    """Start the job of a battle's aftermath. Can safely run twice."""
    enqueue(kind=KIND, key=job_key(battle), payload={"battle_id": battle.pk})


def _tell_old_wounds(battle: Battle, row: Aftermath) -> None:
    """Write lines about the old wound rolls that were made when the warbands were mustered. They come first."""
    state = load_state(row.warband)
    rolled = old_wounds(state, book(), bytes(battle.dice_seed), row.side.letter)
    for number, (key, face) in enumerate(rolled.items()):
        write_line(
            row,
            "injuries",
            OldWoundLine(stayed=key not in row.battle_facts.fought),
            subject=key,
            name=state.members[key].name,
            rolls=[["old_wound", [face], face, "rolled", number, f"muster:{row.side.letter}"]],
        )


def log_of(battle: Battle) -> list[log.Event]:
    """Every engine event of the battle that was not undone."""
    runs = BattleEvent.objects.filter(battle=battle, is_undone=False).order_by("seq").values_list("data", flat=True)
    return [log.from_data(entry) for run in runs for entry in run]


def side_facts(
    game: Game, facts: dict[str, SideFacts], sides: dict[str, BattleSide], side: BattleSide, loot_with: str = ""
) -> StoredFacts:
    """The facts of one side, with what is known about the attacker of each casualty. `rating` and `enemy_rating` are
    those before the battle. A casualty that no enemy caused, or that a creature of the scenario caused, is assigned to
    the first enemy side, which could capture the warrior (`captor`). `loot_with` is the letter of an ally with whom
    loot is divided evenly. Rules: AF-FACT-02, ALLY-FORMAL-04"""
    mine = facts[side.letter]
    enemies = [letter for letter in game.sides if game.are_enemies(side.letter, letter)]
    return StoredFacts(
        won=mine.won,
        loot_with=loot_with,
        shared=sum(1 for fact in facts.values() if fact.won) > 1,
        drawn=not mine.won and not any(facts[letter].won for letter in enemies),
        fought=list(mine.fought),
        kills=dict(mine.kills),
        leader=mine.leader,
        routed=mine.routed,
        score=mine.score,
        deeds={warrior: dict(reasons) for warrior, reasons in mine.deeds.items()},
        loot=mine.loot.copy(),
        used={warrior: dict(counts) for warrior, counts in mine.used.items()},
        beasts={warrior: dict(counts) for warrior, counts in mine.beasts.items()},
        rating=side.rating,
        enemy_rating=max((sides[letter].rating for letter in enemies if letter in sides), default=side.rating),
        enemies=[sides[letter].name for letter in enemies if letter in sides],
        fallen=tuple(_fallen(game, sides, enemies, casualty) for casualty in mine.fallen),
    )


def _fallen(game: Game, sides: dict[str, BattleSide], enemies: list[str], casualty: Fallen) -> Casualty:
    enemy = game.fighters.get(casualty.by)
    letter = (
        enemy.side
        if enemy is not None and enemy.side in sides
        else next((enemy for enemy in enemies if enemy in sides), "")
    )
    seat = sides.get(letter)
    warband = seat.warband if seat is not None else None
    return Casualty(
        model=casualty.model,
        roster_id=casualty.roster_id,
        facts=list(casualty.facts),
        by_name=enemy.name if enemy is not None else "",
        by_roster=enemy.roster_id if enemy is not None else "",
        by_role=enemy.role if enemy is not None else "",
        by_warband=seat.name if seat is not None else "",
        by_warband_id=warband.public_id if warband is not None else "",
        by_type=warband.warband_type_code if warband is not None else "",
        by_side=letter,
    )
