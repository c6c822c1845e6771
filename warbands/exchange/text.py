"""A warband as text that people read and this site imports: the roster as text, then the save as a block.

The block is `MORDHEIM-SAVE:1:` and the document's JSON, compressed and in base64, in lines of 76 characters. Only the
block is imported, so changes in the text above it have no effect.
"""

from __future__ import annotations

import base64
import binascii
import re
import textwrap
import zlib

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import ValidationError

from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.save import Document, Save, problems_of
from warbands.shared.sheet import Roster, RosterWarrior

MARK = "MORDHEIM-SAVE:1:"
MOST_BYTES = 400_000
_BLOCK = re.compile(re.escape(MARK) + r"([A-Za-z0-9+/=\s]+)")


def text_of(roster: Roster, save: Save) -> str:
    """The roster as text with the block at its end."""
    lines = [f"{roster.name}: {roster.type_name}"]
    lines.append(
        ngettext(
            "Rating %(rating)d, %(models)d warriors, %(gold)d gc, %(shards)d shard",
            "Rating %(rating)d, %(models)d warriors, %(gold)d gc, %(shards)d shards",
            roster.shards,
        )
        % {"rating": roster.rating.total, "models": roster.models, "gold": roster.treasury_gc, "shards": roster.shards}
    )
    lines += deviations(roster)
    for heading, kinds in (
        (_("Heroes"), ("hero",)),
        (_("Henchmen"), ("henchman_group", "animal")),
        (_("Hirelings"), ("hired_sword", "dramatis_persona")),
    ):
        members = roster.of_kind(*kinds)
        if members:
            lines += ["", heading.upper()]
            for member in members:
                lines += _warrior(member)
    if roster.stash:
        lines += ["", _("Stash").upper(), "  " + ", ".join(line.label for line in roster.stash)]
    if roster.gone:
        lines += ["", _("No longer on the roster").upper()]
        lines += [f"  {line}" for line in former_member_lines(roster)]
    lines += ["", _("You need the block below to import this warband."), block_of(save)]
    return "\n".join(lines) + "\n"


def former_member_lines(roster: Roster) -> list[str]:
    """Former members and captives, one line each: name, warrior type, and whether they were captured, have died or have
    left."""
    return [f"{warrior.name}, {warrior.entry_name}: {warrior.status_label}" for warrior in roster.gone]


def deviations(roster: Roster) -> list[str]:
    """House rules and violations, one line each; empty for a roster that follows the printed rules."""
    found = [
        (_("House rules"), "; ".join(roster.house_lines)),
        (_("Violations of the rules"), "; ".join(roster.violation_lines)),
    ]
    return [f"{label}: {text}" for label, text in found if text]


def _warrior(warrior: RosterWarrior) -> list[str]:
    count = f"{warrior.headcount} × " if warrior.headcount > 1 else ""
    title = f"{count}{warrior.name}, {warrior.entry_name}" + (f" ({_('Leader')})" if warrior.is_leader else "")
    lines = [
        title,
        "  "
        + "  ".join(f"{cell.short} {cell.value}" for cell in warrior.stats)
        + (f"  Sv {warrior.save}" if warrior.save else ""),
    ]
    if warrior.gains_experience:
        lines.append("  " + _("Experience %(n)d") % {"n": warrior.experience})
    for label, named in (
        (_("Skills"), warrior.skills),
        (_("Spells"), warrior.spells),
        (_("Mutations"), warrior.mutations),
        (_("Marks"), warrior.injuries),
    ):
        if named:
            lines.append(f"  {label}: " + ", ".join(fact.name for fact in named))
    if warrior.kit:
        lines.append(f"  {_('Kit')}: {warrior.kit_profiles}")
    return lines


def block_of(save: Save) -> str:
    """The save as a block of text."""
    packed = base64.b64encode(zlib.compress(save.model_dump_json().encode(), 9)).decode()
    return "\n".join(textwrap.wrap(MARK + packed, 76, break_on_hyphens=False))


def has_block(text: str) -> bool:
    """Whether this text contains a save block."""
    return MARK in text


def save_in(text: str) -> Save:
    """The save in the block of a text. Raises UnreadableFile."""
    found = _BLOCK.search(text)
    if found is None:
        raise UnreadableFile(_("The text has no save block at its end. Copy all of it, including the last lines."))
    try:
        unpacker = zlib.decompressobj()
        packed = base64.b64decode(re.sub(r"\s+", "", found.group(1)), validate=True)
        document = unpacker.decompress(packed, MOST_BYTES)
    except (binascii.Error, zlib.error) as error:
        raise UnreadableFile(_("The save block at the end of the text is damaged. Copy the text again.")) from error
    if unpacker.unconsumed_tail:
        raise UnreadableFile(_("The save block at the end of the text is too large for a warband."))
    if not unpacker.eof:
        raise UnreadableFile(_("The save block at the end of the text is cut off. Copy the text again to its end."))
    return read_json(document)


def read_json(document: bytes | str) -> Save:
    """The save in a JSON document. Raises UnreadableFile with every error."""
    if len(document) > MOST_BYTES:
        raise UnreadableFile(_("The file is too large for a warband."))
    try:
        return Document.model_validate_json(document).without_remarks()
    except ValidationError as error:
        raise UnreadableFile(_("The file is not a warband of this site."), problems_of(error)) from error
