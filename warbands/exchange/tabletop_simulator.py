"""Cards for Tabletop Simulator: a name and a description in its colour markup for each line of the roster."""

from __future__ import annotations

from django.utils.translation import gettext as _

from warbands.exchange.text import deviations
from warbands.roster.sheet import Roster, RosterWarrior

STATS, HEAD = "7AD1A4", "5ACFFF"


def cards_of(roster: Roster) -> str:
    """Blocks of text, one per line of the roster, separated by a rule; paste name and description into an object."""
    cards = [_card(one) for one in roster.warriors]
    remarks = deviations(roster)
    if remarks:
        cards.append("\n".join([roster.name, *remarks]))
    return f"\n{'-' * 40}\n".join(cards) + "\n"


def _card(one: RosterWarrior) -> str:
    title = f"{one.name} ({one.entry_name})" + (f" × {one.headcount}" if one.headcount > 1 else "")
    statline = "   ".join(f"{cell.short} {cell.value}" for cell in one.stats)
    lines = [title, f"[{STATS}]{statline}[-]"]
    if one.save:
        lines.append(f"[{HEAD}]{_('Save')}:[-] {one.save}")
    if one.kit:
        lines.append(f"[{HEAD}]{_('Kit')}:[-] {one.kit_profiles}")
    for label, named in (
        (_("Rules"), (*one.rules, *one.skills, *one.mutations, *one.injuries)),
        (_("Spells"), one.spells),
    ):
        if named:
            lines.append(f"[{HEAD}]{label}:[-]")
            lines += [f"• {fact.name}" + (f": {fact.summary}" if fact.summary else "") for fact in named]
    return "\n".join(line.replace("\n", " ") if number == 0 else line for number, line in enumerate(lines))
