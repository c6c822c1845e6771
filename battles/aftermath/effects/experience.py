"""Experience for warriors."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.aftermath.effects.base import AftermathEffect, Amount, EffectRecord, Situation
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO, WarbandState
from warbands.roster import advances
from warbands.rules.member_facts import gains_experience


class GainExperience(Amount, AftermathEffect):
    """Experience for one warrior, for the leader, or shared among the heroes, least experienced first."""

    code = "gain_experience"

    to: str = "self"

    def carry_out(self, situation: Situation) -> EffectRecord:
        context = situation.context
        points = self.roll(context, situation.because)
        state = context.state()
        names = []
        for key, share in self._shares(situation, state, points).items():
            by = ActionContext(actor_id=context.actor_id, at=context.now, source_key=f"{situation.by.source_key}:{key}")
            advances.grant_experience(
                warband_id=situation.warband_id, warrior=key, points=share, by=by, because=situation.because
            )
            names.append(state.members[key].name)
        return {"code": self.code, "experience": points, "names": names}

    def _shares(self, situation: Situation, state: WarbandState, points: int) -> dict[str, int]:
        """Points for each warrior, by key."""
        heroes = [hero for hero in state.active(HERO) if gains_experience(hero, situation.context.book)]
        leader = state.leader()
        if self.to == "leader" and leader is not None:
            return {leader.key: points}
        if self.to == "heroes_shared" and heroes:
            ranked = sorted(heroes, key=lambda hero: (hero.experience, hero.position))
            shares: dict[str, int] = {}
            for number in range(points):
                key = ranked[number % len(ranked)].key
                shares[key] = shares.get(key, 0) + 1
            return shares
        return {situation.warrior: points} if situation.warrior else {}

    @classmethod
    def describe(cls, record: EffectRecord) -> str:
        words = {"n": record["experience"], "names": ", ".join(record.get("names", []))}
        return _("+%(n)s experience: %(names)s") % words
