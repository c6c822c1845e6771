"""The leader, whose Leadership other models use, and all Leadership tests.

Rules: CHAR-LD-01, PSY-LEAD-01, PSY-LEAD-02, PSY-ROUT-02
"""

from __future__ import annotations

from typing import Final, NamedTuple

from battles.engine.events import EffectAdded, Modifier, Rolled, Used
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, listeners
from battles.engine.profile import Fighter
from battles.engine.state import STANDING, STUNNED, BattleState, Effect
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.nerve.psychology import NEAR_FRIEND, is_incapacitated
from battles.engine.table.vectors import within
from battles.engine.traits import Flag, Values

RALLYING_CALL = Flag("rallying_call")
SPOKEN = "has_spoken"
"""Code of the effect on a model that has used its re-roll for others this turn."""
declare_inner(SPOKEN)
VOICES = "voices"
"""Key of the mark with the range of the leader's Leadership in per cent, in a scenario with haze. Rule: SCN-SIGHT-01"""


class Standard(NamedTuple):
    """How a standard, song or drum helps nearby friends with Leadership tests.

    The fields are: its range in hundredths of an inch; the reasons of tests (empty for all but rout tests); whether
    rout tests are included; whether it works once a turn; whether it makes the test unnecessary; and the bonus of the
    re-roll.
    """

    reach: int
    reasons: frozenset[str]
    rout: bool
    once_a_turn: bool
    immune: bool
    bonus: int


STANDARDS: Final = Values(
    "standard",
    lambda parameters: Standard(
        reach=int(parameters["range"]) * 100,
        reasons=frozenset(parameters.get("reasons", ())),
        rout=bool(parameters.get("rout")),
        once_a_turn=bool(parameters.get("once_a_turn")),
        immune=bool(parameters.get("immune")),
        bonus=int(parameters.get("bonus", 0)),
    ),
)
LEADER_RANGE: Final = Values("leader_range", lambda parameters: int(parameters["amount"]) * 100)
LEADER_RANGE_BONUS: Final = Values(
    "leader_range_bonus", lambda parameters: (int(parameters["amount"]) * 100, bool(parameters.get("mounted")))
)
"""Bonus to the leader's range in hundredths of an inch, and whether only a mounted leader has it."""
HANDLES_BEASTS: Final = Values("handles_beasts", lambda parameters: frozenset(map(str, parameters["animals"])))
"""Trait of models that lend their Leadership to animals with these tags or keywords."""


class LeadershipTest(NamedTuple):
    """A Leadership test to be taken. The `leadership` hook may return another one."""

    reason: str
    """Reason of the test: "rally", "rout", "all_alone", "fear", "terror", "stupidity", "stubborn", "panic", "charge",
    "nerve" or "spell".
    """
    value: int
    rule: str
    lent_by: str = ""
    """Id of the leader whose Leadership is used instead of the model's own; "" for none."""
    needed: bool = True
    """Whether dice are needed; otherwise the test passes."""
    rerolls: int = 0
    mods: tuple[Modifier, ...] = ()
    against: str = ""
    spends: str = ""
    """Code of an item with limited uses that makes this test pass; "" for none."""
    reroll_spends: str = ""
    """Code of an item with limited uses that gives the re-roll; "" for none."""
    dice: int = 2
    """Number of dice rolled; the lowest two count."""
    reroll_by: str = ""
    """Id of the model with a standard or song that gives the re-roll once a turn; "" for none."""
    reroll_bonus: int = 0
    """Added to the value for the re-roll."""


def leader_of(game: Game, side: str) -> str:
    """The id of a side's leader, fixed before play; "" for a side without one. Rule: PSY-LEAD-01"""
    own = [fighter for fighter in game.fighters.values() if fighter.side == side]
    marked = [fighter for fighter in own if fighter.is_leader]
    if marked and not game.rules.leader_is_highest:
        return marked[0].id
    if not own:
        return ""
    return max(own, key=_seniority).id


def _seniority(fighter: Fighter) -> tuple[int, bool, bool, int]:
    """Sort key for leaders: highest Leadership first; among equals a hero, then the player's own choice, then the first
    of the list.
    """
    return fighter.profile.leadership, fighter.role != "henchman", fighter.is_leader, -int(fighter.id[1:])


def reach_of_leader(game: Game, leader: str) -> int:
    """Range of a leader's Leadership in hundredths of an inch: 6 inches, more for some warbands and skills.

    The traits are `leader_range` and `leader_range_bonus`. Rule: PSY-LEAD-02
    """
    fighter = game.fighters[leader]
    bonus = sum(far for far, mounted in LEADER_RANGE_BONUS.of(fighter) if not mounted or fighter.mount is not None)
    return max(NEAR_FRIEND, *LEADER_RANGE.of(fighter), 0) + bonus


def present_leader(game: Game, state: BattleState, model_id: str) -> str:
    """Id of the leader of the model's own side if the leader is close enough and able to act, else "".

    Rule: PSY-LEAD-02
    """
    leader = leader_of(game, model_id[0])
    if not leader or leader == model_id or is_incapacitated(state, leader):
        return ""
    reach = reach_of_leader(game, leader) * int(state.marks.get(VOICES, 100)) // 100
    return leader if within(body_of(game, state, model_id), body_of(game, state, leader), reach) else ""


def leadership_of(game: Game, state: BattleState, model_id: str) -> tuple[int, str]:
    """The Leadership for a model's test and its source: "" for the model itself, or the id of a leader nearby. Rule:
    PSY-LEAD-02
    """
    own = characteristic(game, state, model_id, "leadership")
    leader = present_leader(game, state, model_id)
    if leader:
        lent = characteristic(game, state, leader, "leadership")
        if lent > own:
            return lent, leader
    return _handled(game, state, model_id, own)


def _handled(game: Game, state: BattleState, model_id: str, own: int) -> tuple[int, str]:
    """The Leadership of a handler near an animal, if it is better than its own; trait `handles_beasts`."""
    mine, theirs = body_of(game, state, model_id), game.fighters[model_id]
    best = (own, "")
    for other, fighter in game.fighters.items():
        if other[0] != model_id[0] or other == model_id or is_incapacitated(state, other):
            continue
        for animals in HANDLES_BEASTS.of(fighter):
            if not animals & (theirs.tags | theirs.keywords):
                continue
            lent = characteristic(game, state, other, "leadership")
            if lent > best[0] and within(mine, body_of(game, state, other), NEAR_FRIEND):
                best = lent, other
    return best


def take_test(
    ctx: Context, model_id: str, reason: str, rule: str, *, own_only: bool = False, against: str = ""
) -> bool:
    """Take a test with 2D6 at or under Leadership, with a nearby leader's if better. Returns whether it passed.

    `own_only` ignores the leader (rout and stubborn tests). A failed test may be re-rolled once. Rules: CHAR-LD-01,
    PSY-LEAD-02, DICE-REROLL-01
    """
    if own_only:
        value, lent_by = characteristic(ctx.game, ctx.state, model_id, "leadership"), ""
    else:
        value, lent_by = leadership_of(ctx.game, ctx.state, model_id)
    return roll_test(ctx, model_id, LeadershipTest(reason, value, rule, lent_by, against=against))


def roll_test(ctx: Context, model_id: str, test: LeadershipTest) -> bool:
    """Call the hooks, then roll. Returns whether the test passed."""
    for function, parameters in listeners(
        ctx.fighters[model_id].hooks, ctx.state.models[model_id].effects, "leadership"
    ):
        test = function(ctx.game, ctx.state, model_id, test, **parameters)
    test = apply_standards(ctx.game, ctx.state, model_id, test)
    test = use_rallying_call(ctx, model_id, test)
    if not test.needed:
        if test.spends:
            ctx.emit(Used(model_id, test.spends))
        ctx.note("no_test_needed", model_id, test.against, test.reason, test.rule)
        return True
    need = test.value + sum(mod.by for mod in test.mods)
    if test.lent_by:
        ctx.note("leadership_lent", test.lent_by, model_id, str(test.value), "PSY-LEAD-02")
    ctx.note("tests", model_id, test.against, test.reason, test.rule)
    passed = _rolls(ctx, model_id, "ld", test, need)
    if not passed and test.rerolls:
        if test.reroll_spends:
            ctx.emit(Used(model_id, test.reroll_spends))
        if test.reroll_by:
            from battles.engine.steps.movement.initiative_tests import next_turn

            ctx.emit(EffectAdded(test.reroll_by, Effect(SPOKEN, 0, *next_turn(ctx.state))))
        ctx.note("rerolled", model_id, detail=test.reason, rule="DICE-REROLL-01")
        passed = _rolls(ctx, model_id, "reroll", test, need + test.reroll_bonus)
    return passed


def _rolls(ctx: Context, model_id: str, purpose: str, test: LeadershipTest, need: int) -> bool:
    """Roll the dice of a test; with more than two dice, the lowest two count. Rule: CHAR-LD-01"""
    if test.dice == 2:
        return ctx.sum_of(purpose, model_id, at_most=max(need, 0), mods=test.mods, rule=test.rule).passed
    faces = tuple(ctx.dice.face(purpose) for _ in range(test.dice))
    kept = tuple(sorted(faces)[:2])
    passed = sum(kept) <= max(need, 0)
    spare = Modifier("lowest_two", sum(faces) - sum(kept))
    ctx.emit(Rolled(purpose, model_id, faces, max(need, 0), passed, (*test.mods, spare), "", test.rule))
    return passed


def apply_standards(game: Game, state: BattleState, model_id: str, test: LeadershipTest) -> LeadershipTest:
    """Apply standards of friends nearby: a failed test is re-rolled, or the test is not needed.

    The bearer must be standing. A warband's rout test is affected only by songs that include it. Rules: CHAR-LD-01,
    DICE-REROLL-01
    """
    if not test.needed:
        return test
    for other, fighter in game.fighters.items():
        for standard in STANDARDS.of(fighter):
            if other[0] != model_id[0] or state.models[other].gone:
                continue
            if standard.reasons and test.reason not in standard.reasons:
                continue
            if test.reason == "rout" and not standard.rout:
                continue
            mine, theirs = body_of(game, state, model_id), body_of(game, state, other)
            if standard.once_a_turn and (
                state.models[other].engaged or any(effect.code == SPOKEN for effect in state.models[other].effects)
            ):
                continue
            if state.models[other].posture == STANDING and within(mine, theirs, standard.reach):
                if standard.immune:
                    return test._replace(needed=False)
                bonus = max(test.reroll_bonus, standard.bonus)
                by = other if standard.once_a_turn and not test.rerolls else test.reroll_by
                test = test._replace(rerolls=max(test.rerolls, 1), reroll_bonus=bonus, reroll_by=by)
    return test


def use_rallying_call(ctx: Context, model_id: str, test: LeadershipTest) -> LeadershipTest:
    """Use a horn or a chant, once per battle, to add 1 for a rout test of its side. Rule: PSY-ROUT-01

    The trait is `rallying_call`; the bearer must be standing.
    """
    if test.reason != "rout" or not test.needed:
        return test
    for other, fighter in ctx.fighters.items():
        model = ctx.state.models[other]
        blown = any(code == RALLYING_CALL.code for code, _ in model.used)
        if other[0] == model_id[0] and RALLYING_CALL.of(fighter) and not blown and model.posture == STANDING:
            if model.gone:
                continue
            ctx.emit(Used(other, RALLYING_CALL.code))
            return test._replace(mods=(*test.mods, Modifier(RALLYING_CALL.code, 1)))
    return test


def rout_leader(game: Game, state: BattleState, side: str) -> tuple[str, int]:
    """The model whose Leadership a side (with its formal allies) uses for rout tests, and its value; ("", 0) for none.

    It is the leader, unless out of action or stunned; then the best substitute. Rules: PSY-ROUT-02, ALLY-FORMAL-03
    """
    party = sorted({side, *game.sides[side].allies})
    best = ("", -1)
    for member in party:
        model_id = leader_of(game, member)
        if model_id and not state.models[model_id].gone and state.models[model_id].posture < STUNNED:
            value = characteristic(game, state, model_id, "leadership")
            if value > best[1]:
                best = (model_id, value)
    if best[0]:
        return best
    for model_id, model in state.models.items():
        if model_id[0] not in party or model.gone or model.posture >= STUNNED:
            continue
        if game.rules.rout_substitute_must_be_able and is_incapacitated(state, model_id):
            continue
        value = characteristic(game, state, model_id, "leadership")
        if value > best[1]:
            best = (model_id, value)
    return best if best[0] else ("", 0)
