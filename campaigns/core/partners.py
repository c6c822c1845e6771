"""A warband as a possible ally: alignment, kind, distrusted kinds, enemies that its leader hates. Rule:
ALLY-FORMAL-01"""

from __future__ import annotations

from battles.engine.steps.turn.alliances import Partner
from catalogue.packs.alignments import offered_alignment
from catalogue.packs.book import Book, WarbandType
from warbands.core.books import book_of
from warbands.core.company import Company
from warbands.core.loading import company_of
from warbands.models import Warband
from warbands.rules.reading import effects_of, hates_of, tags_of


def partner_of(warband: Warband, company: Company | None = None, facts: Book | None = None) -> Partner:
    """What decides whether others may be its formal allies. Two queries, none with `company`."""
    company, facts = company or company_of(warband), facts or book_of(warband)
    listed = facts.warband_types[company.warband_type_code]
    tags = facts.warband_tags(listed.code) | _distrusts(listed, facts)
    leader = company.leader()
    alignment = offered_alignment(listed, warband.alignment)
    if leader is None:
        return Partner(company.name, alignment, tags)
    own = tags_of(company, leader, facts) | {f"warrior:{leader.key}", f"warband:{company.key}"}
    hates = hates_of(effect for effect, _source in effects_of(leader, facts))
    return Partner(company.name, alignment, tags, own | {f"leader_of:{company.key}"}, frozenset(hates))


def _distrusts(listed: WarbandType, facts: Book) -> frozenset[str]:
    """A tag `distrusts:<tag>` for each kind of warband that this list distrusts by one of its rules."""
    effects = (effect for code in listed.rules for effect in facts.rules[code].effects if effect.code == "distrusts")
    return frozenset(f"distrusts:{tag}" for effect in effects for tag in effect.get("enemies", ()))
