"""The bot that weighs what it sees: charges when the odds are good, shoots the best target,

keeps to cover and high ground, guards when weaker.

Greedy, one command at a time, on the scores that the engine itself works out. Every choice comes with its reason in
one line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots import answers, marching, menu, weighing
from battles.engine.bots.base import Chosen, register_bot
from battles.engine.commands import Cast, Charge, Command, Deploy, EndStep, Fight, GiveUp, Ready, Shoot
from battles.engine.state import STANDING
from battles.engine.steps import rout
from battles.engine.steps.bodies import body_of
from battles.engine.steps.deployment import suggested_deployment
from battles.engine.steps.values import characteristic
from battles.engine.table.vectors import distance

if TYPE_CHECKING:
    from battles.engine.battle import Battle

NEARBY = 900
"""Models this near to a fight may join it next turn."""
HELP = 0.75
"""The chance that a friend who helps does not fell the enemy."""
NOTHING = 0.25
"""A charge worth less than this is not made."""


class Tactician:
    """One opinion for each kind of thing that a side may be asked."""

    def choose(self, battle: Battle, side: str) -> Chosen:
        """The command it thinks best."""
        frame = menu.top_frame(battle)
        if frame.kind == "decision":
            return answers.answer(battle, side, frame)
        if frame.kind == "deployment":
            return self._set_up(battle, side)
        if frame.kind == "turn_start":
            return self._nerve(battle, side)
        if frame.kind == "movement" and frame.stage == "charges":
            return self._charge(battle, side)
        if frame.kind == "movement" and frame.stage == "remaining":
            return marching.march(battle, side)
        legal = battle.legal(side)
        if frame.kind == "shooting":
            return self._shoot(battle, legal)
        fight = menu.first_of(legal, lambda command: isinstance(command, Fight))
        if fight is not None:
            return Chosen(fight, "fights")
        spell = menu.first_of(legal, lambda command: isinstance(command, Cast))
        if spell is not None:
            return Chosen(spell, "tries the spell")
        return Chosen(legal[0], "goes on")

    def _set_up(self, battle: Battle, side: str) -> Chosen:
        suggested: list[Deploy] = suggested_deployment(battle.game, battle.state, side)
        if suggested:
            return Chosen(suggested[0], "sets up along the front")
        legal = battle.legal(side)
        return Chosen(legal[0], "is ready" if isinstance(legal[0], Ready) else "sets up where there is room")

    def _nerve(self, battle: Battle, side: str) -> Chosen:
        """Give up only when beaten beyond hope: more than half lost, and fewer than half as many able as the enemy."""
        lost, started = rout.losses(battle.game, battle.state, side)
        able = {True: 0, False: 0}
        for who, model in battle.state.models.items():
            if not model.gone and model.posture == STANDING:
                able[who[0] == side] += 1
        if 2 * lost > started and 3 * able[True] < able[False]:
            return Chosen(GiveUp(), f"gives up: {lost} of {started} lost, {able[True]} against {able[False]} left")
        return Chosen(EndStep(), "fights on")

    def _charge(self, battle: Battle, side: str) -> Chosen:
        """The best charge still open; none when nothing is worth it."""
        game, state = battle.game, battle.state
        best: Command | None = None
        merit, reason = NOTHING, ""
        declared = [target for record in menu.top_frame(battle).data["declared"] for target in record["targets"]]
        for who in menu.movers(battle, side):
            reach = 200 * characteristic(game, state, who, "movement")
            mine = body_of(game, state, who)
            for command in menu.commands_of(battle, who):
                if not isinstance(command, Charge) or len(command.targets) != 1:
                    continue
                whom = command.targets[0]
                if distance(mine, body_of(game, state, whom)) > reach - 40:
                    continue
                value, chance = charge_value(battle, who, whom, helped=declared.count(whom))
                if value > merit:
                    best, merit = command, value
                    reason = f"{game.name(who)} charges {game.name(whom)}: {weighing.percent(chance)} to fell him"
        if best is not None:
            return Chosen(best, reason)
        if menu.may_end(battle):
            return Chosen(EndStep(), "no charge is worth its risk")
        return Chosen(battle.legal(side)[0], "must charge")

    def _shoot(self, battle: Battle, legal: list[Command]) -> Chosen:
        """The shot with the best chance to fell somebody who matters."""
        game, state = battle.game, battle.state
        best: Command | None = None
        merit, reason = 0.0, ""
        for command in legal:
            if not isinstance(command, Shoot):
                continue
            chance = weighing.shot_fells(game, state, command)
            value = chance * weighing.worth(game, state, command.target)
            if value > merit:
                best, merit = command, value
                names = f"{game.name(command.who)} shoots at {game.name(command.target)}"
                reason = f"{names}: {weighing.percent(chance)} to fell him"
        if best is not None:
            return Chosen(best, reason)
        end = menu.first_of(legal, lambda command: isinstance(command, EndStep))
        return Chosen(end or legal[0], "nothing left to shoot at")


def charge_value(battle: Battle, who: str, whom: str, *, helped: int = 0) -> tuple[float, float]:
    """(merit of a charge, chance to fell the enemy): what it may win, less what the enemy's blows may cost.

    `helped` counts friends who already charge the same enemy.
    """
    game, state = battle.game, battle.state
    chance = weighing.fells(game, state, who, whom)
    target = state.models[whom]
    if target.posture != STANDING:
        return chance * weighing.worth(game, state, whom) + 0.1, chance
    friends = helped + sum(1 for other in target.engaged if state.models[other].posture == STANDING)
    friends += min(2, _may_join(battle, who, whom))
    together = 1 - (1 - chance) * HELP**friends
    back = weighing.fells(game, state, whom, who) * (1 - together) / (1 + friends)
    gain = together * weighing.worth(game, state, whom) / (1 + 0.3 * friends)
    if any(weapon.is_missile for weapon in game.fighters[whom].weapons):
        gain += 0.1
    crowd = _balance_round(battle, who, whom)
    risk = back * weighing.worth(game, state, who) * (1.5 if game.fighters[who].is_leader else 1)
    return gain + 0.1 * max(-3, min(0, crowd)) - risk, chance


def _may_join(battle: Battle, who: str, whom: str) -> int:
    """Friends who have not declared a charge and could reach the same enemy, as the crow flies."""
    game, state = battle.game, battle.state
    target = body_of(game, state, whom)
    declared = {record["who"] for record in menu.top_frame(battle).data.get("declared", ())}
    return sum(
        1
        for other in menu.movers(battle, who[0])
        if other != who
        and other not in declared
        and not weighing.has_bow(game, other)
        and distance(body_of(game, state, other), target) <= 200 * characteristic(game, state, other, "movement") - 50
    )


def _balance_round(battle: Battle, who: str, whom: str) -> int:
    """Free friends near the target, less the target's free friends near it: below 0 a charge runs into a crowd."""
    game, state = battle.game, battle.state
    target = state.models[whom]
    balance = 1
    for other, model in state.models.items():
        if other in (who, whom) or model.gone or model.posture != STANDING or model.engaged:
            continue
        if (model.x - target.x) ** 2 + (model.y - target.y) ** 2 > NEARBY * NEARBY or weighing.has_bow(game, other):
            continue
        balance += -1 if game.are_enemies(who, other) else 1
    return balance


register_bot("tactician", Tactician())
