"""Operations on files of warbands: read a file with a report, and import a warband."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue

from accounts.models import User
from catalogue.packs.installed import book
from mordheim_site.api.pydantic_schema import DescribedBy
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import FileContent, choice
from mordheim_site.public_ids import new_public_id
from warbands.builder.founding import NoSuchType
from warbands.core.drafts import Started
from warbands.exchange import save, services
from warbands.exchange.file_reader import MOST_BYTES, Reading, read_all, read_document
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.serializers import FileReportOut
from warbands.exchange.sources import SOURCES
from warbands.rules.check import check_roster
from warbands.shared.operation import StartOperation

EXAMPLE: Final = {"name": "The Long Watch", "warband_type": "reiklanders", "warriors": []}


class ReadRosterFile(
    Operation,
    name="warbands_read_file",
    who="everyone",
    limit="computations",
    knows_keys=False,
    response=FileReportOut,
    example={"text": json.dumps({"format": save.FORMAT, "version": save.VERSION, **EXAMPLE})},
    errors=(UnreadableFile,),
):
    """Read a file with one or several warbands and report what was understood. Nothing is saved.

    It may be text or JSON of this site, a roster of BattleScribe or New Recruit, or a file of the Mordheim Roster
    Builder: as `text`, or as `content` in base64. Import a `document` of the report with `POST warbands/import/`.
    """

    text: Annotated[str, Field(max_length=MOST_BYTES)] = ""
    content: FileContent = b""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the file belongs to no warband."""

    def carry_out(self, target: None, call: Call) -> tuple[list[Reading], list[tuple[str, str]]]:
        return self.readings()

    def readings(self) -> tuple[list[Reading], list[tuple[str, str]]]:
        """All warbands of the file, and (name, reason) for those that cannot be read. Raises UnreadableFile."""
        return read_all(self.content or self.text.encode(), book())

    @classmethod
    def response_of(cls, target: None, result: tuple[list[Reading], list[tuple[str, str]]], call: Call) -> Any:
        readings, refused = result
        return {
            "warbands": [reading_shape(reading) for reading in readings],
            "refused": [{"name": name, "reason": reason} for name, reason in refused],
        }


def reading_shape(reading: Reading) -> dict[str, Any]:
    """One warband of a report (ReadingOut)."""
    report = asdict(reading.report)
    state = save.state_from_save(reading.save, new_public_id)
    return {
        "source": reading.source,
        "document": reading.save.model_dump(),
        "matched": report["matched"],
        "guessed": [{"name": name, "read_as": meaning} for name, meaning in report["guessed"]],
        "left_out": [{"place": place, "name": name} for place, name in report["left_out"]],
        "notes": report["notes"],
        "breaches": [str(violation.sentence) for violation in check_roster(state, book())],
    }


class ImportWarband(
    StartOperation,
    name="warbands_import",
    example={"document": {"format": save.FORMAT, "version": save.VERSION, **EXAMPLE}},
    errors=(UnreadableFile, NoSuchType),
):
    """Save a warband from a document: with its experience, gold, injuries and equipment, as a draft or founded.

    The document is what the export as JSON returns, or one of the report of `warbands/import/read/`.
    """

    document: Annotated[
        dict[str, JsonValue], DescribedBy(save.Document), Field(description="See `/warbands/schema.json`.")
    ]
    source: Annotated[str, *choice(tuple(SOURCES)), Field(description="The ledger says where it comes from.")] = "json"

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the warband does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Started:
        return services.import_warband(
            owner_id=call.actor.pk,
            save=read_document(self.document, book()),
            source=self.source,
            at=call.at,
            source_key=call.source_key,
            is_guest=call.actor.is_guest,
        )


OPERATIONS = (ReadRosterFile, ImportWarband)
