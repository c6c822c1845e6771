"""Detects the format of a file and reads its warband."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import warbands.exchange.battlescribe as battlescribe
import warbands.exchange.roster_builder as roster_builder
from catalogue.packs.book import Book
from warbands.exchange import text
from warbands.exchange.names import Report
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.save import FORMAT, Save
from warbands.exchange.unknown_codes import without_unknown_codes

MOST_BYTES = 1_000_000
"""Maximum size of an upload in bytes."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A file that was read: its format, the warband, and which names were matched, guessed or left out."""

    source: str
    save: Save
    report: Report


def read(data: bytes, book: Book) -> Reading:
    """Read our text or JSON, a BattleScribe or New Recruit roster, or the roster builder's JSON. Raises
    UnreadableFile.
    """
    if not data.strip():
        raise UnreadableFile(_("The file is empty."))
    if len(data) > MOST_BYTES:
        raise UnreadableFile(_("The file is too large: the maximum is 1 MB."))
    report = Report()
    if data[:2] == b"PK" or data.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"<":
        source, save = "battlescribe", battlescribe.save_in(data, book, report)
        return Reading(source, without_unknown_codes(save, book, report), report)
    try:
        words = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile(_("The file is neither text nor a known roster format.")) from error
    if text.has_block(words):
        source, save = "text", text.save_in(words)
    elif roster_builder.is_one(words):
        source, save = "roster_builder", roster_builder.save_in(words, book, report)
    elif words.lstrip()[:1] == "{":
        source, save = "json", _ours(words)
    else:
        raise UnreadableFile(
            _("The file contains no warband: paste the whole text of an export, or choose a .json, .ros or .rosz file.")
        )
    return Reading(source, without_unknown_codes(save, book, report), report)


def read_all(data: bytes, book: Book) -> tuple[list[Reading], list[tuple[str, str]]]:
    """All warbands of a file, and (name, reason) for those that cannot be read. A campaign file of the Mordheim Roster
    Builder contains several, any other file one. Raises UnreadableFile if none can be read."""
    rosters = None
    if len(data) <= MOST_BYTES:
        rosters = roster_builder.rosters_in(data.decode("utf-8-sig", errors="replace"))
    if rosters is None:
        return [read(data, book)], []
    readings, refused = [], []
    for name, words in rosters:
        try:
            readings.append(read(words.encode(), book))
        except UnreadableFile as error:
            refused.append((name, str(error)))
    if not readings:
        problems = [f"{name}: {why}" for name, why in refused]
        raise UnreadableFile(_("The campaign file contains no valid warband."), problems)
    return readings, refused


def read_document(document: Mapping[str, Any], book: Book) -> Save:
    """The warband of a document that this site exported, complete. Raises UnreadableFile, even for codes that no pack
    has."""
    report = Report()
    found = without_unknown_codes(_ours(json.dumps(document)), book, report)
    if report.left_out:
        problems = [f"{place}: {code}" for place, code in report.left_out]
        raise UnreadableFile(_("The document has codes that no pack of this site has. Nothing was saved."), problems)
    return found


def _ours(words: str) -> Save:
    try:
        data = json.loads(words)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(_("The file is not valid JSON: it is cut off or contains a wrong character.")) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UnreadableFile(_("The JSON is from an unknown program."))
    return text.read_json(words)
