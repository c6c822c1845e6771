"""Exact odds of a shot, a charge or a fight before the player commits to it, with criticals, parries, saves and
injuries. They are computed by running the rules for every result of the dice, which takes a few to a few dozen
milliseconds. So they are computed only for the selected target, and cached for the position. Where players guess
distances (MV-MEAS-01), both ranges of a shot are shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import TypedDict

from django.utils.translation import gettext as _

from battles.board import charge_lines
from battles.board.options.cache import cached
from battles.board.options.choices import Choices
from battles.board.previews import attack_odds as board_attack_odds
from battles.board.previews.attack_odds import ENDLESS, percent
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Segment
from battles.engine.game import Game
from battles.engine.odds.attack_odds import AttackOdds, attack_odds, shot_odds
from battles.engine.odds.budget import Budget, OverBudget
from battles.engine.profile import Weapon
from battles.engine.state import CHARGED, FIRST_ROUND, BattleState
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.shooting import to_hit
from battles.engine.steps.shooting.firing import allowed_shots
from battles.engine.steps.shooting.rate_of_fire import ShotPlan, plan_of, shots_at
from battles.engine.table.vectors import distance

PREVIEW_STATES = 15_000
"""Maximum number of states for one preview. Above it, the probability of a single attack or shot is shown instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A request for odds: the enemy, the index of the weapon for a shot (otherwise -1), and its label."""

    what: str
    """Kind of attack: charge, shoot or fight."""
    who: str
    target: str
    weapon: int
    label: str
    place: int = 0
    """Index of the option among the options of its action, from 0. It distinguishes several ways to charge the same
    enemy."""
    targets: tuple[str, ...] = ()
    path: tuple[Segment, ...] = ()

    @property
    def query(self) -> str:
        """The query string that requests these odds."""
        return f"who={self.who}&odds={self.target}&weapon={self.weapon}&place={self.place}"


class RangeOdds(TypedDict):
    """Parameters of `_odds_preview.html` for one range. `out` is the probability that the enemy goes out of action, ""
    if it is not known exactly."""

    title: str
    is_exact: bool
    count: int
    needs: str
    modifiers: list[board_attack_odds.ModifierLine]
    steps: list[board_attack_odds.Chance]
    product: board_attack_odds.Chance | None
    aside: str
    out: str


class Preview(TypedDict):
    """The answer to a request for odds, as returned by `answer`."""

    label: str
    short: str
    ways: list[RangeOdds]
    route: str
    drawing: str


def questions(engine: EngineBattle, model_id: str, choices: Choices | None) -> list[Question]:
    """The previews that a model can have: enemies that it may attack now, and those it is fighting."""
    found = []
    for verb in choices.verbs if choices else ():
        for place, option in enumerate(verb.options if verb.code in ("charge", "shoot") else ()):
            order = commands.from_data(option.command)
            # The command uses the first weapon by default, so its data may omit it.
            weapon = order.weapon if isinstance(order, commands.Shoot) else int(str(option.command.get("weapon", -1)))
            if option.target and (verb.code == "charge" or weapon >= 0):
                charge = order if isinstance(order, commands.Charge) else commands.Charge(model_id, ())
                found.append(
                    Question(
                        what=verb.code, who=model_id, target=option.target, weapon=weapon, label=option.label,
                        place=place, targets=charge.targets, path=charge.path,
                    )
                )  # fmt: skip
    game, state = engine.game, engine.state
    for enemy in state.models[model_id].engaged:
        label = _("Fight %(foe)s") % {"foe": game.name(enemy)}
        found.append(Question(what="fight", who=model_id, target=enemy, weapon=-1, label=label))
    return found


def answer(engine: EngineBattle, question: Question) -> Preview:
    """The odds for a request. `label` and `short` (the probability of taking the enemy out of action) are texts. `ways`
    has one chain, or two if the range is guessed. For a charge whose length may be shown, its `route` is a text and
    `drawing` its SVG."""
    key = f"odds:{question.what}:{question.target}:{question.weapon}:{question.place}"
    return cached(engine, question.who, key, lambda: _answer(engine, question))


def _answer(engine: EngineBattle, question: Question) -> Preview:
    game, state = engine.game, engine.state
    if question.what == "shoot":
        ways = _of_shot(game, state, question)
    else:
        fighting = state if question.what == "fight" else charged(state, question.who, question.target)
        ways = [_of_blows(game, fighting, question)]
    short = " / ".join(way["out"] for way in ways if way["out"])
    line = None
    if question.what == "charge":
        line = charge_lines.preview(engine, question.who, question.targets, question.path)
    return {
        "label": question.label,
        "short": short,
        "ways": ways,
        "route": line.says if line is not None else "",
        "drawing": charge_lines.lines_svg(engine, [line]) if line is not None else "",
    }


def charged(state: BattleState, model_id: str, target: str) -> BattleState:
    """The state of the fight after this charge has arrived without being intercepted."""
    found = state.fork()
    mine, theirs = found.models[model_id], found.models[target]
    found.models[model_id] = mine._replace(
        flags=mine.flags | CHARGED | FIRST_ROUND, engaged=_with(mine.engaged, target)
    )
    found.models[target] = theirs._replace(
        flags=theirs.flags | (0 if theirs.engaged else FIRST_ROUND), engaged=_with(theirs.engaged, model_id)
    )
    found.phase = "combat"
    return found


def _with(engaged: tuple[str, ...], other: str) -> tuple[str, ...]:
    return tuple(sorted({*engaged, other}))


def _of_blows(game: Game, state: BattleState, question: Question) -> RangeOdds:
    model_id, target = question.who, question.target
    plan: list[Weapon] = attack_plan(game, state, model_id)
    if not plan:
        return _way("", None, None, 0)
    chain = board_attack_odds.chain(
        game, state, blow(game, state, model_id, target, plan[0]), count=len(plan), each=_("each attack")
    )
    odds = _within_limit(lambda budget: attack_odds(game, state, model_id, target, budget=budget))
    return _way("", odds, chain, len(plan))


def _within_limit(work_out: Callable[[Budget], AttackOdds]) -> AttackOdds | None:
    """The odds, or None if there are too many possible outcomes to compute."""
    try:
        return work_out(Budget(PREVIEW_STATES))
    except OverBudget:
        return None


def _of_shot(game: Game, state: BattleState, question: Question) -> list[RangeOdds]:
    plan = plan_of(game, state, question.who, question.weapon)
    if game.rules.measuring_is_free:
        count = allowed_shots(game, state, question.who, question.target, plan)
        return [_one_shot(game, state, question, plan, count, "")]
    far = ceil(distance(body_of(game, state, question.who), body_of(game, state, question.target))) + 1
    return [
        _one_shot(game, state, question, plan._replace(reach=ENDLESS), shots_at(plan, short=True), _("Near")),
        _one_shot(game, state, question, plan._replace(reach=far), shots_at(plan, short=False), _("Far")),
    ]


def _one_shot(game: Game, state: BattleState, question: Question, plan: ShotPlan, count: int, title: str) -> RangeOdds:
    model_id, target = question.who, question.target
    attack = to_hit.shot(game, state, model_id, target, plan.weapon, reach=plan.reach)
    chain = board_attack_odds.chain(game, state, attack, count=count, each=_("each shot"))
    odds = None
    if not plan.line:
        odds = _within_limit(lambda budget: shot_odds(game, state, model_id, target, plan, count, budget=budget))
    return _way(title, odds, chain, count)


def _way(title: str, odds: AttackOdds | None, chain: board_attack_odds.Chain | None, count: int) -> RangeOdds:
    """Parameters of `_odds_preview.html` for one range: the exact odds, or the simple chain if the exact odds are too
    large to compute."""
    steps: list[board_attack_odds.Chance] = []
    aside = ""
    product: board_attack_odds.Chance | None = None
    if odds is not None:
        down = sum(odds.postures.get(name, 0.0) for name in ("knocked_down", "stunned"))
        steps = [
            {"label": _("hit"), "chance": percent(odds.hit)},
            {"label": _("loses a Wound"), "chance": percent(odds.wounded)},
        ]
        aside = _("Knocked down or stunned instead: %(odds)s.") % {"odds": percent(down)}
        product = {"label": _("out of action"), "chance": percent(odds.out_of_action)}
    elif chain is not None:
        steps, product = chain["steps"], chain["product"]
    return {
        "title": title,
        "is_exact": odds is not None,
        "count": count,
        "needs": chain["needs"] if chain else "",
        "modifiers": chain["modifiers"] if chain else [],
        "steps": steps,
        "product": product,
        "aside": aside,
        "out": percent(odds.out_of_action) if odds is not None else "",
    }
