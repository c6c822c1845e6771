"""The document of a warband: its complete roster, without keys of rows. Its JSON schema is published.

`save_of(state)` and `state_from_save(save)` are inverses: a warband that is written and read again is the same line by
line, except for its keys. Codes are the catalogue's; gold is whole gold crowns.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic import JsonValue as Json

from warbands.core.state import STASH, KitLine, Member, WarbandState

FORMAT = "mordheim-warband"
VERSION = 1

Code = Annotated[str, Field(max_length=64, pattern=r"^[a-z0-9_]*$")]
Name = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")]
Words = Annotated[str, Field(max_length=2000, pattern=r"^[^\x00]*$")]
Gold = Annotated[int, Field(ge=0, le=1_000_000)]
Number = Annotated[int, Field(ge=0, le=10_000)]
Codes = Annotated[list[Code], Field(max_length=60)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SavedKit(Strict):
    """One line of equipment; `count` is for each model of the holder, `paid_gc` is the total that was paid."""

    item: Code
    material: Code = ""
    count: Annotated[int, Field(ge=1, le=99)] = 1
    paid_gc: Gold = 0


class SavedInjury(Strict):
    """A lasting injury or another lasting effect, with its effects as data."""

    code: Code
    detail: Words = ""
    effects: Annotated[list[dict[str, Json]], Field(max_length=20)] = []


class SavedWarrior(Strict):
    """One line of the roster, in roster order; the fields are those of `warbands.core.state.Member`."""

    entry: Code
    kind: Literal["hero", "henchman_group", "hired_sword", "dramatis_persona", "animal"]
    name: Name
    headcount: Annotated[int, Field(ge=1, le=60)] = 1
    paid_gc: Gold = 0
    experience: Number = 0
    experience_at_start: Number = 0
    advances_taken: Number = 0
    increases: Annotated[dict[Code, Annotated[int, Field(ge=-10, le=10)]], Field(max_length=12)] = {}
    skills: Codes = []
    skill_lists: Codes = []
    spells: Codes = []
    mutations: Codes = []
    injuries: Annotated[list[SavedInjury], Field(max_length=40)] = []
    status: Literal["active", "captured", "dead", "retired"] = "active"
    misses_battles: Annotated[int, Field(ge=0, le=99)] = 0
    is_leader: bool = False
    kills: Number = 0
    battles_fought: Number = 0
    notes: Words = ""
    crest: Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    kit: Annotated[list[SavedKit], Field(max_length=60)] = []


class Save(Strict):
    """A complete warband."""

    format: Literal["mordheim-warband"] = "mordheim-warband"
    version: Literal[1] = 1
    name: Name
    warband_type: Annotated[str, Field(max_length=64, pattern=r"^[a-z0-9_]+$")]
    status: Literal["draft", "founded"] = "founded"
    founding_gold_gc: Gold = 0
    treasury_gc: Gold = 0
    shards: Number = 0
    warriors: Annotated[list[SavedWarrior], Field(max_length=80)] = []
    stash: Annotated[list[SavedKit], Field(max_length=200)] = []


class Document(Save):
    """A warband as a file of its own: the save, plus its house rules and violations as sentences for human readers.
    Those are ignored on import, because house rules belong to a campaign and violations are computed again."""

    house_rules: Annotated[list[Words], Field(max_length=100)] = []
    not_by_the_book: Annotated[list[Words], Field(max_length=500)] = []

    def without_remarks(self) -> Save:
        """The document without the sentences for human readers."""
        return Save.model_construct(**{name: getattr(self, name) for name in Save.model_fields})


_KEPT_APART = ("key", "position", "warrior_type_code")


def save_of(state: WarbandState) -> Save:
    """The current warband as a save; an archived warband is written as founded."""
    warriors = []
    for member in sorted(state.members.values(), key=lambda member: (member.position, member.key)):
        values = {name: value for name, value in asdict(member).items() if name not in _KEPT_APART}
        values["injuries"] = [_injury(injury) for injury in member.injuries]
        warriors.append({"entry": member.warrior_type_code, **values, "kit": _lines(state, member.key)})
    return Save.model_validate(
        {
            "name": state.name,
            "warband_type": state.warband_type_code,
            "status": "draft" if state.is_draft else "founded",
            "founding_gold_gc": state.founding_gold_gc,
            "treasury_gc": state.treasury_gc,
            "shards": state.shards,
            "warriors": warriors,
            "stash": _lines(state, STASH),
        }
    )


def _injury(injury: dict[str, Any]) -> dict[str, Any]:
    return {"code": injury["code"], "detail": str(injury.get("detail", "")), "effects": list(injury.get("effects", []))}


def _lines(state: WarbandState, holder: str) -> list[dict[str, Any]]:
    rows = [
        {"item": line.item_code, "material": line.material_code, "count": line.count, "paid_gc": line.paid_gc}
        for line in state.held_by(holder)
    ]
    return sorted(rows, key=lambda row: (str(row["item"]), str(row["material"])))


def state_from_save(save: Save, new_key: Callable[[], str], *, key: str = "", seed: str = "") -> WarbandState:
    """The warband of a save, with new keys from `new_key`."""
    state = WarbandState(
        key=key,
        name=save.name,
        warband_type_code=save.warband_type,
        founding_gold_gc=save.founding_gold_gc,
        treasury_gc=save.treasury_gc,
        shards=save.shards,
        status=save.status,
        seed=seed,
    )
    for position, warrior in enumerate(save.warriors, 1):
        values = warrior.model_dump(exclude={"entry", "kit"})
        member = Member(key=new_key(), warrior_type_code=warrior.entry, position=position, **values)
        state.members[member.key] = member
        _take(state, member.key, warrior.kit, new_key)
    _take(state, STASH, save.stash, new_key)
    return state


def _take(state: WarbandState, holder: str, lines: list[SavedKit], new_key: Callable[[], str]) -> None:
    for line in lines:
        key = new_key()
        state.kit[key] = KitLine(
            key=key,
            holder=holder,
            item_code=line.item,
            material_code=line.material,
            count=line.count,
            paid_gc=line.paid_gc,
        )


def document_of(save: Save, *, house_rules: Sequence[str] = (), not_by_the_book: Sequence[str] = ()) -> Document:
    """The save as a file of its own, with the sentences for human readers."""
    return Document.model_construct(**dict(save), house_rules=list(house_rules), not_by_the_book=list(not_by_the_book))


def as_json(save: Save, *, house_rules: Sequence[str] = (), not_by_the_book: Sequence[str] = ()) -> str:
    """The document as JSON that people can read and compare: stable order, two spaces of indentation."""
    document = document_of(save, house_rules=house_rules, not_by_the_book=not_by_the_book)
    return document.model_dump_json(indent=2) + "\n"


@functools.cache
def schema() -> dict[str, Any]:
    """The JSON schema of the document."""
    found = TypeAdapter(Document).json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found, "title": FORMAT}


def problems_of(error: ValidationError) -> list[str]:
    """Every error of a document as "place: what is wrong"; at most twenty."""
    sentences = []
    for fault in error.errors(include_url=False, include_input=False)[:20]:
        place = ".".join(str(part) for part in fault["loc"]) or "document"
        sentences.append(f"{place}: {fault['msg']}")
    return sentences
