"""How the tactician answers decisions in the middle of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots import garrisons
from battles.engine.bots.base import Asked, Chosen
from battles.engine.bots.reasons import Reason, because
from battles.engine.bots.values import attacks
from battles.engine.commands import Answer
from battles.engine.state import Frame
from battles.engine.steps.combat.parrying import PARRIES

if TYPE_CHECKING:
    from battles.engine.battle import Battle

GUARD = 0.8
"""Value of a Wound saved relative to a Wound inflicted."""


def answer(battle: Battle, side: str, frame: Frame) -> Chosen:
    """An answer to the pending decision; the default option if the bot has no preference."""
    opinion = _OPINIONS.get(frame.stage)
    keys = [row[0] for row in frame.data["choices"]]
    if opinion is not None:
        data = frame.data
        key, reason = opinion(Asked(battle, keys, data.get("who", ""), data.get("charger", ""), data.get("wanted", "")))
        if key in keys:
            return Chosen(Answer(key), reason)
    return Chosen(Answer(frame.data["silence"]), because("stops"))


def _intercept(question: Asked) -> tuple[str, Reason]:
    """Whether and with which model to intercept: the one that fights the charger best, if it is good enough."""
    game, state, charger = question.battle.game, question.battle.state, question.charger
    best, merit = "none", 0.0
    for model_id in question.keys:
        if model_id == "none":
            continue
        value = attacks.wounds_share(game, state, model_id, charger) - 0.7 * attacks.wounds_share(
            game, state, charger, model_id
        )
        if value > merit:
            best, merit = model_id, value
    if best == "none":
        return best, because("lets_pass", who=charger)
    return best, because("can_fight", who=best, whom=charger)


def _allocate(question: Asked) -> tuple[str, Reason]:
    """Put all attacks on the enemy that is most likely to go out of action: the split that gives it the most
    attacks.
    """
    game, state, model_id, keys = question.battle.game, question.battle.state, question.who, question.keys
    targets = sorted({target for key in keys for target in key.split(",")})
    best = max(
        targets,
        key=lambda target: (
            attacks.wounds_share(game, state, model_id, target) * attacks.worth(game, state, target),
            target,
        ),
    )
    key = max(keys, key=lambda option: (option.split(",").count(best), option))
    return key, because("all_attacks", who=best)


def _stand_up(question: Asked) -> tuple[str, Reason]:
    return "stand", because("stands_up")


def _loadout(question: Asked) -> tuple[str, Reason]:
    """Choose the weapons with the best attack and defence against the current opponent."""
    game, model_id, keys = question.battle.game, question.who, question.keys
    state = question.battle.state.fork()
    model = state.models[model_id]
    enemies = [enemy for enemy in model.engaged if not state.models[enemy].gone]

    def merit(key: str) -> float:
        held = tuple(int(index) for index in key.split(","))
        state.models[model_id] = model._replace(loadout=held)
        value = sum(
            attacks.wounds_share(game, state, model_id, enemy)
            - GUARD * attacks.wounds_share(game, state, enemy, model_id)
            for enemy in enemies
        )
        parries = any(index >= 0 and PARRIES.on(game.fighters[model_id].weapons[index]) for index in held)
        return value + 0.04 * parries

    best = max(keys, key=lambda key: (round(merit(key), 6), -keys.index(key)))
    return best, because("best_weapons", who=model_id)


def _react(question: Asked) -> tuple[str, Reason]:
    """How to react to a charge: stand and shoot if possible, otherwise hold, since models that flee are usually
    caught.
    """
    shot = next((key for key in question.keys if key.startswith("shoot:")), "")
    return (shot, because("shoots_first")) if shot else ("hold", because("holds"))


def _parry(question: Asked) -> tuple[str, Reason]:
    yes = next((key for key in question.keys if key not in ("none", "no", "skip")), "")
    return yes, because("parry_is_free")


def _reroll(question: Asked) -> tuple[str, Reason]:
    yes = next((key for key in question.keys if key in ("reroll", "yes")), "")
    return yes, because("rerolls")


def _role(question: Asked) -> tuple[str, Reason]:
    return "attack", because("attacker_first")


def _first(question: Asked) -> tuple[str, Reason]:
    return "second", because("sees_first")


def _advance(question: Asked) -> tuple[str, Reason]:
    return question.keys[-1], because("as_close_as_possible")


def _choose(question: Asked) -> tuple[str, Reason]:
    return question.wanted, because("uses_fully")


_OPINIONS = {
    "choose": _choose,
    "intercept": _intercept,
    "allocate": _allocate,
    "stomp": _allocate,
    "stand_up": _stand_up,
    "react": _react,
    "parry": _parry,
    "reroll": _reroll,
    "loadout": _loadout,
    "role": _role,
    "set_up_first": _first,
    "failed_charge": _advance,
    "floor": garrisons.choose_floor,
}
