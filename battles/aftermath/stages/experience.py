"""Second stage: experience, with the reasons for it. Rules: AF-EXP-01, AF-EXP-02"""

from __future__ import annotations

from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.records import GainRecord
from battles.aftermath.stored.roster_lines import ExperienceLine
from battles.engine.aftermath.experience import BattleFacts, Gain, Survivor, gains
from warbands.core.state import HERO
from warbands.roster import advances
from warbands.rules.member_facts import advances_due, gains_experience

STAGE = "experience"


def share_out(context: AftermathContext) -> None:
    """Add the experience of all warriors to the roster, and write one line about all of it."""
    state, facts = context.state(), context.facts
    fought = set(facts.fought)
    survivors = [
        Survivor(
            who=member.key,
            is_hero=member.kind == HERO,
            gains_experience=gains_experience(member, context.book),
            fought=member.key in fought,
            kills=facts.kills.get(member.key, 0),
            is_leader=member.key == facts.leader,
            deeds=tuple(facts.deeds.get(member.key, {}).items()),
        )
        for member in state.active()
    ]
    tables = context.tables
    awards = tables.awards.get(context.row.side.battle.scenario_code) or tables.awards[""]
    behind = max(0, facts.enemy_rating - facts.rating)
    underdog = tables.underdog if context.house.underdog else ()
    found: dict[str, list[Gain]] = {}
    for gain in gains(survivors, awards, BattleFacts(facts.won, behind), underdog):
        found.setdefault(gain.who, []).append(gain)
    lines = [_grant(context, state.members[warrior].name, warrior, parts) for warrior, parts in found.items()]
    context.line(STAGE, ExperienceLine(gains=lines, rating_behind=behind))


def _grant(context: AftermathContext, name: str, warrior: str, parts: list[Gain]) -> GainRecord:
    points = sum(part.amount for part in parts)
    advances.grant_experience(
        warband_id=context.row.warband_id,
        warrior=warrior,
        points=points,
        by=context.by(f"xp:{warrior}"),
        because="battle",
    )
    member = context.state().members[warrior]
    return {
        "who": warrior,
        "name": name,
        "parts": [(part.reason, part.amount) for part in parts],
        "before": member.experience - points,
        "after": member.experience,
        "due": advances_due(member, context.book),
    }
