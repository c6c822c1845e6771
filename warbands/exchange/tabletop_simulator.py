"""Cards for Tabletop Simulator: a name and a description in its colour markup for each line of the roster."""

from __future__ import annotations

from django.utils.translation import gettext as _

from warbands.exchange.text import deviations
from warbands.shared.sheet import Roster, RosterWarrior

STATS, HEAD = "7AD1A4", "5ACFFF"


def cards_of(roster: Roster) -> str:
    """The cards as text: one block per line of the roster, separated by a horizontal line. Players paste name and
    description into an object."""
    cards = [_card(warrior) for warrior in roster.warriors]
    remarks = deviations(roster)
    if remarks:
        cards.append("\n".join([roster.name, *remarks]))
    return f"\n{'-' * 40}\n".join(cards) + "\n"


def _card(warrior: RosterWarrior) -> str:
    title = f"{warrior.name} ({warrior.entry_name})" + (f" × {warrior.headcount}" if warrior.headcount > 1 else "")
    statline = "   ".join(f"{cell.short} {cell.value}" for cell in warrior.stats)
    lines = [title, f"[{STATS}]{statline}[-]"]
    if warrior.save:
        lines.append(f"[{HEAD}]{_('Save')}:[-] {warrior.save}")
    if warrior.kit:
        lines.append(f"[{HEAD}]{_('Kit')}:[-] {warrior.kit_profiles}")
    for label, named in (
        (_("Rules"), (*warrior.rules, *warrior.skills, *warrior.mutations, *warrior.injuries)),
        (_("Spells"), warrior.spells),
    ):
        if named:
            lines.append(f"[{HEAD}]{label}:[-]")
            lines += [f"• {fact.name}" + (f": {fact.summary}" if fact.summary else "") for fact in named]
    return "\n".join(line.replace("\n", " ") if number == 0 else line for number, line in enumerate(lines))
