"""Default decisions: policies by which a side answers a kind of prompt automatically. A policy looks at the pending
decision and picks one of its options, or none; then the player decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from django.utils.translation import gettext_lazy as _

from battles.engine.battle import Battle as EngineBattle
from battles.engine.state import Frame
from battles.engine.steps.charge.reactions import chargers_of, nearest_charger
from battles.engine.steps.shooting.to_hit import shot
from mordheim_site.refusals import Sentence

Policy = Callable[[EngineBattle, Frame], str | None]
GOOD_SHOT = 4
"""The score up to which a shot counts as good: 4+ or better."""


def _keys(frame: Frame) -> list[str]:
    return [str(row[0]) for row in frame.data["choices"]]


def _always(key: str) -> Policy:
    return lambda engine, frame: key if key in _keys(frame) else None


def _timeout_answer(engine: EngineBattle, frame: Frame) -> str | None:
    return str(frame.data["silence"])


def _pass(engine: EngineBattle, frame: Frame) -> str | None:
    return "none" if "none" in _keys(frame) else None


def _for_leader(engine: EngineBattle, frame: Frame) -> str | None:
    """Policy: intercept only if the leader is the target."""
    game = engine.game
    targets = engine.state.flow[-2].data.get("targets", ()) if len(engine.state.flow) > 1 else ()
    if not any(game.fighters[target].is_leader for target in targets if target[0] == frame.owner):
        return _pass(engine, frame)
    return next((key for key in _keys(frame) if key in game.fighters), None)


def _good_shot(engine: EngineBattle, frame: Frame) -> str | None:
    """Policy: stand and shoot with the first weapon that hits on 4+ or better, including the penalty; otherwise do not
    shoot."""
    game, state, model_id = engine.game, engine.state, str(frame.data["who"])
    declared: list[dict[str, Any]] = state.flow[-2].data.get("declared", []) if len(state.flow) > 1 else []
    chargers = chargers_of(declared, model_id)
    for row in frame.data["choices"] if chargers else ():
        if row[2] == "stand_and_shoot":
            charger = nearest_charger(game, state, model_id, chargers)
            weapon = game.fighters[model_id].weapons[int(row[3]["weapon"])]
            if shot(game, state, model_id, charger, weapon, reaction=True).need_hit <= GOOD_SHOT:
                return str(row[0])
    return "hold" if "hold" in _keys(frame) else None


def _even(engine: EngineBattle, frame: Frame) -> str | None:
    """Policy: divide the attacks among as many enemies as possible, as evenly as possible."""

    def spread(key: str) -> tuple[int, int]:
        shares = Counter(key.split(","))
        return -len(shares), max(shares.values())

    return min(_keys(frame), key=spread, default=None)


def _together(engine: EngineBattle, frame: Frame) -> str | None:
    """Policy: direct all attacks at one enemy, the first in the list."""
    return next((key for key in _keys(frame) if len(set(key.split(","))) == 1), None)


POLICIES: dict[str, dict[str, tuple[Sentence, Policy]]] = {
    "intercept": {
        "pass": (_("never intercept"), _pass),
        "leader": (_("intercept only to protect the leader"), _for_leader),
    },
    "react": {
        "hold": (_("hold"), _always("hold")),
        "good_shot": (_("stand and shoot if 4+ or better hits, else hold"), _good_shot),
        "flee": (_("flee where that is possible"), _always("flee")),
    },
    "allocate": {
        "even": (_("divide attacks evenly"), _even),
        "together": (_("all attacks on one enemy"), _together),
    },
    "stomp": {"even": (_("divide evenly"), _even), "together": (_("all on one enemy"), _together)},
    "failed_charge": {"silence": (_("same as the timeout"), _timeout_answer)},
    "loadout": {"silence": (_("the first option"), _timeout_answer)},
    "stand_up": {"stand": (_("stand up"), _always("stand")), "stay": (_("stay down"), _always("stay"))},
    "turn_over": {
        "turn": (_("turn face up (knocked down)"), _always("turn")),
        "leave": (_("stay stunned"), _always("leave")),
    },
    "end_turn": {"end": (_("end my turn without asking"), _always("end"))},
    "declare": {"no": (_("do not use the skill"), _always("no")), "yes": (_("use the skill"), _always("yes"))},
}
"""Policies by prompt stage and policy code: (label, function)."""
KINDS: dict[str, Sentence] = {
    "intercept": _("An enemy charges past"),
    "react": _("One of yours is charged"),
    "allocate": _("Attacks at several enemies"),
    "stomp": _("Stomps on several enemies"),
    "failed_charge": _("A charge falls short"),
    "loadout": _("Choice of weapon"),
    "stand_up": _("A knocked-down warrior"),
    "turn_over": _("A stunned warrior"),
    "end_turn": _("None of your warriors can act any more this turn"),
    "declare": _("A skill declared for the turn"),
}


def answer_of(engine: EngineBattle, orders: Mapping[str, str]) -> str | None:
    """The key of the option that a side's default decision picks for the pending prompt; None if the player has to be
    asked."""
    frame = engine.state.flow[-1] if engine.state.flow else None
    if frame is None or frame.kind != "decision":
        return None
    known = POLICIES.get(frame.stage, {}).get(str(orders.get(frame.stage, "")))
    return known[1](engine, frame) if known is not None else None


class PolicyRow(TypedDict):
    """A kind of prompt: its policies as (code, label), and the code of the chosen policy ("" to ask the player)."""

    stage: str
    kind: str
    policies: list[tuple[str, str]]
    holds: str


def policy_rows(orders: Mapping[str, str]) -> list[PolicyRow]:
    """Every kind of prompt with its policies as text and the chosen policy ("" to ask the player)."""
    return [
        {
            "stage": stage,
            "kind": str(KINDS[stage]),
            "policies": [(code, str(words)) for code, (words, _policy) in policies.items()],
            "holds": str(orders.get(stage, "")),
        }
        for stage, policies in POLICIES.items()
    ]
