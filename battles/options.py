"""What one model may do now: verbs with their destinations and targets, greyed ones with the reason.

The engine lists and judges; this module puts its answers into words and keeps back what a guessing ruleset withholds
(MV-MEAS-01): where players must guess, nothing here tells a distance or the reach of a charge.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any

from django.utils.translation import gettext as _

from battles import chances, reach_areas, reaching
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Charge, Command, Deploy, Detect, Move, Shoot
from battles.engine.errors import IllegalAction
from battles.engine.notation import notate
from battles.engine.state import STANDING
from battles.engine.steps import charging, deployment, hiding, leaping, options, running, walking
from battles.engine.steps import shooting as shooting_step
from battles.engine.steps.bodies import enemies_of, is_hidden, on_table
from battles.engine.terrain.garrisons import garrison_of
from battles.remembered import kept
from battles.wording import in_words

KEYS = {
    "walk": "W", "run": "R", "crawl": "W", "charge": "C", "shoot": "S", "hide": "H", "deploy": "W", "search": "D",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that can be chosen: words, the command as plain data, where or at whom, and whether it is final."""

    label: str
    command: dict[str, Any]
    note: str = ""
    is_final: bool = False
    """A die, a check or another side's answer follows: it cannot be undone."""
    target: str = ""
    spot: tuple[float, float, float] | None = None
    odds: dict[str, Any] | None = None

    @property
    def json(self) -> str:
        """The command as the text of a form's value."""
        return json.dumps(self.command, separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One kind of thing to do; `why` says why it cannot be done now, and then there are no options."""

    code: str
    label: str
    options: tuple[Option, ...] = ()
    why: str = ""
    rule: str = ""
    is_listed: bool = True
    """False while there are options that are listed only when somebody opens the verb: `listed` does."""

    @property
    def key(self) -> str:
        return KEYS.get(self.code, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Everything about one selected model."""

    who: str
    name: str
    verbs: tuple[Verb, ...] = ()
    reach: dict[str, reach_areas.Drawn] = field(default_factory=dict)
    """By manner: how far the model gets, what lies there and what it costs."""

    def as_json(self) -> dict[str, Any]:
        """Plain values for the API and the script."""
        return {
            "who": self.who,
            "name": self.name,
            "reach": {code: drawn.as_json() for code, drawn in self.reach.items()},
            "verbs": [
                {
                    "code": verb.code,
                    "label": verb.label,
                    "key": verb.key,
                    "why": verb.why,
                    "rule": verb.rule,
                    "listed": verb.is_listed,
                    "options": [_option_json(option) for option in verb.options],
                }
                for verb in self.verbs
            ],
        }


def _option_json(option: Option) -> dict[str, Any]:
    odds = {key: option.odds[key] for key in ("says", "short", "needs", "reasons")} if option.odds else None
    return {
        "label": option.label,
        "command": option.command,
        "note": option.note,
        "final": option.is_final,
        "target": option.target,
        "spot": option.spot,
        "odds": odds,
    }


def stage_of(engine: EngineBattle) -> tuple[str, str]:
    """(kind, stage) of what is under way."""
    top = engine.state.flow[-1] if engine.state.flow else None
    return (top.kind, top.stage) if top is not None else ("", "")


def actors(engine: EngineBattle, side: str) -> frozenset[str]:
    """The models of a side that can do something of their own now."""
    if side not in engine.awaiting():
        return frozenset()
    game, state = engine.game, engine.state
    stage = stage_of(engine)
    if stage == ("movement", "remaining"):
        return frozenset(
            who
            for who in on_table(state, side)
            if walking.can_move(game, state, who) or leaping.leaps_of(game, state, who)
        )
    if stage == ("deployment", "placing"):
        return frozenset(who for who in deployment.to_place(game, state, side) if state.models[who].gone)
    return frozenset(who for command in engine.legal(side) if (who := getattr(command, "who", "")))


ALL = "*"


def for_model(engine: EngineBattle, side: str, who: str, *, with_reach: bool = True, opened: str = ALL) -> Choices:
    """What a model of `side` may do now; no verbs for another side's model or when it is not for `side` to act.

    Destinations take long to list: they are there for the manner of moving in `opened` alone, or for all of them.
    """
    game, state = engine.game, engine.state
    if who not in state.models or who[0] != side or side not in engine.awaiting():
        return Choices(who=who, name=game.name(who))
    found = kept(engine, who, "verbs", lambda: tuple(_BUILDERS.get(stage_of(engine), _others)(engine, side, who)))
    verbs = tuple(listed(engine, who, verb) if opened in (ALL, verb.code) else verb for verb in found)
    reach = {}
    if with_reach:
        moving = [verb.code for verb in verbs if verb.code in MANNERS and (verb.options or not verb.is_listed)]
        if stage_of(engine) == ("movement", "charges") and _may_measure_charge(engine, who):
            moving.append("charge")
        reach = {code: reach_areas.drawn(engine, who, code) for code in moving}
    return Choices(who=who, name=game.name(who), verbs=verbs, reach=reach)


def _may_measure_charge(engine: EngineBattle, who: str) -> bool:
    """May the reach of a charge be shown? Rule: MV-MEAS-01"""
    game, state = engine.game, engine.state
    return game.rules.measuring_is_free and charging.may_charge(game, state, who, state.flow[-1].data["declared"])


def listed(engine: EngineBattle, who: str, verb: Verb) -> Verb:
    """The verb with its destinations."""
    return verb if verb.is_listed else kept(engine, who, verb.code, lambda: _with_moves(engine, who, verb))


def _with_moves(engine: EngineBattle, who: str, verb: Verb) -> Verb:
    moves = kept(engine, who, "moves", lambda: tuple(options.moves_of(engine.game, engine.state, who)))
    fitting = [move for move in moves if isinstance(move, Move) and move.manner == verb.code and move.path]
    return replace(verb, options=tuple(reaching.option_of(engine, move) for move in fitting), is_listed=True)


MANNERS = ("walk", "run", "crawl")
_LABELS: dict[str, Callable[[], str]] = {
    "walk": lambda: _("Walk"), "run": lambda: _("Run"), "crawl": lambda: _("Crawl"), "hide": lambda: _("Hide"),
    "charge": lambda: _("Charge"), "shoot": lambda: _("Shoot"), "search": lambda: _("Search"),
    "deploy": lambda: _("Place"), "leap": lambda: _("Leap"), "enter": lambda: _("Go in"),
    "leave": lambda: _("Come out"),
}  # fmt: skip


def label_of(code: str) -> str:
    """The verb as a button says it."""
    return _LABELS.get(code, lambda: code.replace("_", " ").capitalize())()


def _refused(code: str, no: IllegalAction) -> Verb:
    return Verb(code=code, label=label_of(code), why=in_words(no.sentence), rule=no.rule)


def _reason(check: Callable[[], Any]) -> IllegalAction | None:
    try:
        check()
    except IllegalAction as no:
        return no
    return None


def _moving(engine: EngineBattle, side: str, who: str) -> list[Verb]:
    """Walk, run or crawl, hide. Rules: MV-WALK-01, MV-RUN-01, MV-HIDE-01"""
    game, state = engine.game, engine.state
    no = _reason(lambda: walking.check_free_to_move(game, state, side, who))
    if no is not None:
        return [_refused("walk", no), *_leaping(engine, who)]
    doors = _through_doors(engine, who)
    if garrison_of(state, who):
        return doors or [Verb(code="leave", label=label_of("leave"), why=_("There is no way out this turn."))]
    verbs = []
    manners = ("walk", "run") if state.models[who].posture == STANDING else ("crawl",)
    for manner in manners:
        no = _reason(lambda: running.check_may_run(game, state, who)) if manner == "run" else None
        if no is not None:
            verbs.append(_refused("run", no))
            continue
        verbs.append(Verb(code=manner, label=label_of(manner), is_listed=False))
    no = _reason(lambda: hiding.check_may_hide(game, state, who))
    if no is not None:
        verbs.append(_refused("hide", no))
    else:
        stay = Move(who, manners[0], (), True)
        here = Option(label=_("Hide on the spot"), command=commands.to_data(stay))
        verbs.append(Verb(code="hide", label=label_of("hide"), options=(here,)))
    return [*verbs, *doors, *_leaping(engine, who)]


def _through_doors(engine: EngineBattle, who: str) -> list[Verb]:
    """Buildings to go into, or ways out of the one the model holds. Rules: TR-BLDG-ENTER-01, TR-BLDG-EXIT-01"""
    moves = options.through_doors(engine.game, engine.state, who)
    if not moves:
        return []
    code = moves[0].manner
    return [Verb(code=code, label=label_of(code), options=tuple(_door(engine, move) for move in moves))]


def _door(engine: EngineBattle, move: Move) -> Option:
    model = engine.state.models[move.who]
    _kind, x, y, z = move.path[-1]
    way = {"where": reaching.direction(x - model.x, y - model.y)}
    label = _("Go into the building %(where)s") % way if move.manner == "enter" else _("Come out %(where)s") % way
    return Option(label=label, command=commands.to_data(move), is_final=True, spot=(x / 100, y / 100, z / 100))


def _leaping(engine: EngineBattle, who: str) -> list[Verb]:
    """Where a leaper may land, for those who have the skill and have not leapt. Rule: MV-GAP-01"""
    leaps = leaping.leaps_of(engine.game, engine.state, who)
    if not leaps:
        return []
    return [Verb(code="leap", label=label_of("leap"), options=tuple(_leap(engine, leap) for leap in leaps))]


def _leap(engine: EngineBattle, leap: Move) -> Option:
    model = engine.state.models[leap.who]
    _kind, x, y, z = leap.path[0]
    inches = round(hypot(x - model.x, y - model.y) / 100)
    return Option(
        label=_("Leap %(where)s, %(inches)d inches") % {
            "where": reaching.direction(x - model.x, y - model.y), "inches": inches,
        },
        command=commands.to_data(leap),
        note=_("needs a %(inches)d on the die") % {"inches": inches},
        is_final=True,
        spot=(x / 100, y / 100, z / 100),
    )  # fmt: skip


def _charging(engine: EngineBattle, side: str, who: str) -> list[Verb]:
    """Every enemy that may be charged; the others with the reason, where measuring is free. Rule: MV-CHG-01"""
    game, state = engine.game, engine.state
    declared = state.flow[-1].data["declared"]
    mine = next((record for record in declared if record["who"] == who), None)
    if mine is not None:
        foes = _(" and ").join(game.name(target) for target in mine["targets"])
        return [
            Verb(code="charge", label=label_of("charge"), why=_("Has declared a charge at %(foe)s.") % {"foe": foes})
        ]
    no = _reason(lambda: charging.check_charger(game, state, side, who, declared))
    if no is not None:
        return [_refused("charge", no)]
    found = []
    for charge in charging.offers_of(game, state, who, declared):
        foes = _(" and ").join(game.name(target) for target in charge.targets)
        odds = chances.of_blows(game, state, who, charge.targets[0])
        notes = [odds["says"]] if odds else []
        if is_hidden(state.models[charge.targets[0]]):
            notes.insert(
                0, _("must be found first, %(odds)s") % {"odds": chances.percent(chances.of_test(game, state, who))}
            )
        found.append(
            Option(
                label=_("Charge %(foe)s") % {"foe": foes},
                command=commands.to_data(charge),
                note=", ".join(notes),
                is_final=False,
                target=charge.targets[0],
                odds=odds,
            )
        )
    if found:
        return [Verb(code="charge", label=label_of("charge"), options=tuple(found))]
    return [Verb(code="charge", label=label_of("charge"), why=_why_no_charge(engine, side, who), rule="MV-CHG-02")]


def _why_no_charge(engine: EngineBattle, side: str, who: str) -> str:
    game, state = engine.game, engine.state
    for foe in enemies_of(game, state, who):
        charge = Charge(who, (foe,))
        no = _reason(lambda charge=charge: charging.check_charge(game, state, side, charge, ()))  # type: ignore[misc]
        if no is not None and no.code != "unseen":
            return in_words(no.sentence)
    return _("%(who)s sees nobody to charge.") % {"who": game.name(who)}


def _shooting(engine: EngineBattle, side: str, who: str) -> list[Verb]:
    """Shots at legal targets with score and odds; searches. Rules: SHOOT-WHO-01, SHOOT-CLOSE-01"""
    game, state = engine.game, engine.state
    mine = [command for command in engine.legal(side) if getattr(command, "who", "") == who]
    shots = [command for command in mine if isinstance(command, Shoot)]
    verbs = []
    if shots:
        verbs.append(Verb(code="shoot", label=label_of("shoot"), options=tuple(_shot(engine, shot) for shot in shots)))
    else:
        no = _reason(lambda: shooting_step.check_may_shoot(game, state, who))
        armed = any(weapon.is_missile for weapon in game.fighters[who].weapons)
        why = in_words(no.sentence) if no is not None else ""
        why = why or (
            _("%(who)s has nobody in sight and range.") if armed else _("%(who)s carries nothing to shoot with.")
        ) % {"who": game.name(who)}
        verbs.append(
            Verb(code="shoot", label=label_of("shoot"), why=why, rule=no.rule if no is not None else "SHOOT-WHO-01")
        )
    searches = [command for command in mine if isinstance(command, Detect)]
    if searches:
        odds = chances.percent(chances.of_test(game, state, who))
        made = tuple(
            Option(
                label=_("Search for %(foe)s") % {"foe": game.name(search.target)},
                command=commands.to_data(search),
                note=_("Initiative test, %(odds)s") % {"odds": odds},
                is_final=True,
                target=search.target,
            )
            for search in searches
        )
        verbs.append(Verb(code="search", label=label_of("search"), options=made))
    rest = [command for command in mine if not isinstance(command, Shoot | Detect)]
    return verbs + _plain(engine, rest)


def _shot(engine: EngineBattle, shot: Shoot) -> Option:
    game, state = engine.game, engine.state
    names = {"foe": game.name(shot.target)}
    if shot.weapon < 0:
        return Option(label=notate(shot, game), command=commands.to_data(shot), is_final=True, target=shot.target)
    weapon = game.fighters[shot.who].weapons[shot.weapon]
    odds = chances.of_shot(game, state, shot.who, shot.target, shot.weapon)
    return Option(
        label=_("Shoot %(foe)s with the %(weapon)s") % {**names, "weapon": weapon.name.lower()},
        command=commands.to_data(shot),
        note=odds["says"],
        is_final=True,
        target=shot.target,
        odds=odds,
    )


def _deploying(engine: EngineBattle, side: str, who: str) -> list[Verb]:
    """A few places in the side's zone. Rule: SCN-DEPLOY-01"""
    found = [command for command in engine.legal(side) if isinstance(command, Deploy) and command.who == who]
    made = tuple(
        Option(
            label=reaching.place_label(engine.game, command.x, command.y, command.z),
            command=commands.to_data(command),
            spot=(command.x / 100, command.y / 100, command.z / 100),
        )
        for command in found
    )
    if made:
        return [Verb(code="deploy", label=label_of("deploy"), options=made)]
    why = _("Press another place of your zone to move %(who)s there.") % {"who": engine.game.name(who)}
    return [Verb(code="deploy", label=label_of("deploy"), why=why)]


def _others(engine: EngineBattle, side: str, who: str) -> list[Verb]:
    """Whatever else the engine lists for this model."""
    return _plain(engine, [command for command in engine.legal(side) if getattr(command, "who", "") == who])


def _plain(engine: EngineBattle, found: Sequence[Command]) -> list[Verb]:
    if not found:
        return []
    made = tuple(
        Option(
            label=notate(command, engine.game),
            command=commands.to_data(command),
            is_final=True,
            target=getattr(command, "target", ""),
        )
        for command in found
    )
    return [Verb(code="other", label=_("Other things"), options=made)]


_BUILDERS: dict[tuple[str, str], Callable[[EngineBattle, str, str], list[Verb]]] = {
    ("movement", "remaining"): _moving,
    ("movement", "charges"): _charging,
    ("shooting", "act"): _shooting,
    ("deployment", "placing"): _deploying,
}
