"""How the tactician answers decisions in the middle of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots import attack_values, garrisons
from battles.engine.bots.base import Asked, Chosen
from battles.engine.commands import Answer
from battles.engine.state import Frame

if TYPE_CHECKING:
    from battles.engine.battle import Battle

GUARD = 0.8
"""Value of a Wound saved relative to a Wound inflicted."""


def answer(battle: Battle, side: str, frame: Frame) -> Chosen:
    """An answer to the pending decision; the default option where the bot has no preference."""
    opinion = _OPINIONS.get(frame.stage)
    keys = [row[0] for row in frame.data["choices"]]
    if opinion is not None:
        data = frame.data
        key, reason = opinion(Asked(battle, keys, data.get("who", ""), data.get("charger", ""), data.get("wanted", "")))
        if key in keys:
            return Chosen(Answer(key), reason)
    return Chosen(Answer(frame.data["silence"]), "stops here")


def _intercept(asked: Asked) -> tuple[str, str]:
    """Intercept with the model that can best fight the charger, if it is good enough."""
    game, state, charger = asked.battle.game, asked.battle.state, asked.charger
    best, merit = "none", 0.0
    for model_id in asked.keys:
        if model_id == "none":
            continue
        value = attack_values.fells(game, state, model_id, charger) - 0.7 * attack_values.fells(
            game, state, charger, model_id
        )
        if value > merit:
            best, merit = model_id, value
    if best == "none":
        return best, f"lets {game.name(charger)} pass"
    return best, f"{game.name(best)} can fight {game.name(charger)}"


def _allocate(asked: Asked) -> tuple[str, str]:
    """All attacks on the enemy most likely to be taken out of action; of the possible splits, the one that gives it
    most attacks.
    """
    game, state, model_id, keys = asked.battle.game, asked.battle.state, asked.who, asked.keys
    targets = sorted({target for key in keys for target in key.split(",")})
    best = max(
        targets,
        key=lambda whom: (
            attack_values.fells(game, state, model_id, whom) * attack_values.worth(game, state, whom),
            whom,
        ),
    )
    key = max(keys, key=lambda option: (option.split(",").count(best), option))
    return key, f"all attacks on {game.name(best)}"


def _stand_up(asked: Asked) -> tuple[str, str]:
    return "stand", "better to stand up"


def _loadout(asked: Asked) -> tuple[str, str]:
    """The weapons with the best attack and defence against the current opponent."""
    game, model_id, keys = asked.battle.game, asked.who, asked.keys
    state = asked.battle.state.fork()
    model = state.models[model_id]
    foes = [enemy for enemy in model.engaged if not state.models[enemy].gone]

    def merit(key: str) -> float:
        held = tuple(int(index) for index in key.split(","))
        state.models[model_id] = model._replace(loadout=held)
        value = sum(
            attack_values.fells(game, state, model_id, enemy)
            - GUARD * attack_values.fells(game, state, enemy, model_id)
            for enemy in foes
        )
        parries = any(index >= 0 and game.fighters[model_id].weapons[index].has("parry") for index in held)
        return value + 0.04 * parries

    best = max(keys, key=lambda key: (round(merit(key), 6), -keys.index(key)))
    return best, f"{game.name(model_id)} takes the best weapons for this fight"


def _react(asked: Asked) -> tuple[str, str]:
    """Stand and shoot if possible, otherwise hold: models that flee are usually caught."""
    shot = next((key for key in asked.keys if key.startswith("shoot:")), "")
    return (shot, "shoots before the fight") if shot else ("hold", "holds their ground")


def _parry(asked: Asked) -> tuple[str, str]:
    yes = next((key for key in asked.keys if key not in ("none", "no", "skip")), "")
    return yes, "a parry costs nothing"


def _reroll(asked: Asked) -> tuple[str, str]:
    yes = next((key for key in asked.keys if key in ("reroll", "yes")), "")
    return yes, "re-rolls"


def _role(asked: Asked) -> tuple[str, str]:
    return "attack", "the attacker moves first"


def _first(asked: Asked) -> tuple[str, str]:
    return "second", "waits to see the enemy's positions"


def _advance(asked: Asked) -> tuple[str, str]:
    return asked.keys[-1], "moves as close as possible"


def _choose(asked: Asked) -> tuple[str, str]:
    return asked.wanted, "uses it fully"


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
    "floor": garrisons.floor,
}
