"""A warband as a possible ally: its alignment, kind, the kinds it distrusts, and enemies that its leader hates. Rule:
ALLY-FORMAL-01"""

from __future__ import annotations

from battles.engine.steps.turn.alliances import Partner
from catalogue.packs.alignments import offered_alignment
from catalogue.packs.book import Book, WarbandType
from warbands.core.books import book_of
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.rules.member_facts import effects_of, hates_of, tags_of


def partner_of(warband: Warband, state: WarbandState | None = None, facts: Book | None = None) -> Partner:
    """The facts about a warband that decide which formal alliances are possible. Two queries, none if `state` is
    given."""
    state, facts = state or load_state(warband), facts or book_of(warband)
    listed = facts.warband_types[state.warband_type_code]
    tags = facts.warband_tags(listed.code) | _distrusts(listed, facts)
    leader = state.leader()
    alignment = offered_alignment(listed, warband.alignment)
    if leader is None:
        return Partner(state.name, alignment, tags)
    own = tags_of(state, leader, facts) | {f"warrior:{leader.key}", f"warband:{state.key}"}
    hates = hates_of(effect for effect, _source in effects_of(leader, facts))
    return Partner(state.name, alignment, tags, own | {f"leader_of:{state.key}"}, frozenset(hates))


def _distrusts(listed: WarbandType, facts: Book) -> frozenset[str]:
    """A tag `distrusts:<tag>` for each kind of warband that a rule of this list distrusts."""
    effects = (effect for code in listed.rules for effect in facts.rules[code].effects if effect.code == "distrusts")
    return frozenset(f"distrusts:{tag}" for effect in effects for tag in effect.get("enemies", ()))
