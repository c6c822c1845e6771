"""The oracle of exact odds: the whole tree of a question walked to every leaf, with nothing merged on the way."""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.odds.branching_dice import EVERY_FACE, BranchingContext, cuts_for, next_path
from battles.engine.state import OUT_OF_ACTION, POSTURE_NAMES
from battles.engine.steps.combat.phase import strike
from battles.engine.steps.combat.strikers import attack_plan


class WholeTree(BranchingContext):
    """Groups run through all their stages in one go, as in play."""

    __slots__ = ()

    def go_through(self, stages, subject):
        self.cuts = cuts_for(self.game, self.state, subject)
        Context.go_through(self, stages, subject)


class EveryFace(WholeTree):
    """And no two faces are taken for one."""

    __slots__ = ()

    def _branches(self, purpose, need, bands):
        return EVERY_FACE


def leaves(game, state, question, kind=WholeTree):
    """The chance of every result of a question, leaf by leaf."""
    found, path, more = {}, [], True
    while more:
        ctx = kind(game, state.fork(), path)
        result = question(ctx)
        found[result] = found.get(result, 0.0) + ctx.weight
        more = next_path(path)
    return found


def attack_leaves(game, state, model_id, target, kind=WholeTree):
    """(hit, Wounds lost, posture after) with chances, for all blows of one fighter."""
    plan = attack_plan(game, state, model_id, "self")
    before = state.models[target].wounds

    def question(ctx):
        group = strike(ctx, model_id, target, plan)
        model = ctx.model(target)
        posture = OUT_OF_ACTION if model.gone else model.posture
        return group.hits > 0, min(before, group.wounds_lost), POSTURE_NAMES[posture]

    return leaves(game, state, question, kind)
