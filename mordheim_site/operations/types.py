"""Types of input fields. The schema states exactly what each of them accepts; `messages.py` has the error messages. API
input is validated strictly, without conversion between JSON types. Forms send text, which is converted."""

from __future__ import annotations

import base64
import binascii
import datetime
import re
from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from mordheim_site.api.fields import DATE_TIME, LARGEST, PUBLIC_ID, DateOutOfRange
from mordheim_site.api.schema import NOT_BLANK
from mordheim_site.operations.texts import without_controls

CODE: Final = r"^[a-z][a-z0-9_]{0,63}$"
OPTIONAL_CODE: Final = r"^([a-z][a-z0-9_]{0,63})?$"
SHARED_KEY: Final = r"^[0-9A-Za-z]{12}(\?key=[0-9A-Za-z]{12})?$"
OPTIONAL_KEY: Final = r"^([0-9A-Za-z]{12})?$"


def _whole(value: Any) -> Any:
    """Convert 3.0 to 3, because in JSON it is a whole number too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _stripped(text: str) -> str:
    return without_controls(text).strip()


def _required(text: str) -> str:
    found = _stripped(text)
    if not found:
        raise PydanticCustomError("string_too_short", "nothing visible", {"min_length": 1})
    return found


Key = Annotated[str, Field(pattern=PUBLIC_ID)]
"""Type: a public id."""
SharedKey = Annotated[str, Field(pattern=SHARED_KEY)]
"""Type: a public id; for something that is shared by link, followed by `?key=` and the share key."""
OptionalKey = Annotated[str, Field(pattern=OPTIONAL_KEY)]
"""Type: a public id, or "" for none."""
Code = Annotated[str, Field(pattern=CODE)]
"""Type: a catalogue code."""
OptionalCode = Annotated[str, Field(pattern=OPTIONAL_CODE)]
"""Type: a catalogue code, or "" for none."""
Count = Annotated[int, Field(ge=1, le=20), BeforeValidator(_whole)]
Version = Annotated[int, Field(ge=0, le=LARGEST), BeforeValidator(_whole)]
Name = Annotated[str, Field(min_length=1, max_length=80, pattern=NOT_BLANK), AfterValidator(_required)]
OptionalName = Annotated[str, Field(max_length=80), AfterValidator(_stripped)]

LongText = Annotated[str, Field(max_length=4000), AfterValidator(_stripped)]
ShareKey = Annotated[str, Field(max_length=64, description="The key of a share link, to view what is not public.")]


def whole(least: int, most: int) -> Any:
    """Annotations for a whole number in a range: `Annotated[int, *whole(0, 50)]`."""
    return Field(ge=least, le=most), BeforeValidator(_whole)


def text(longest: int) -> Any:
    """Annotations for optional text, without spaces at its ends: `Annotated[str, *text(200)]`."""
    return Field(max_length=longest), AfterValidator(_stripped)


def required_text(longest: int) -> Any:
    """Annotations for text with at least one letter, without spaces at its ends: `Annotated[str, *...(200)]`."""
    return Field(min_length=1, max_length=longest, pattern=NOT_BLANK), AfterValidator(_required)


def choice(options: Sequence[str | int]) -> Any:
    """Annotations for one of these texts or numbers: `Annotated[str, *choice(Role.values)]`."""
    allowed = tuple(options)
    listed = ", ".join(map(repr, allowed[:-1])) + f" or {allowed[-1]!r}"

    def check(value: str | int) -> str | int:
        if value not in allowed:
            raise PydanticCustomError("literal_error", "not one of the choices", {"expected": listed})
        return value

    return AfterValidator(check), Field(json_schema_extra={"enum": list(allowed)})


def _moment(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if not DATE_TIME.fullmatch(value):
        raise PydanticCustomError("moment", "not a date with a time")
    if not "0002" <= value[:4] <= "9998":
        raise DateOutOfRange
    try:
        return datetime.datetime.fromisoformat(value.upper())
    except ValueError as unknown:
        raise PydanticCustomError("moment", "no such moment") from unknown


def _day(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise PydanticCustomError("day", "not a day")
    if not "0002" <= value[:4] <= "9998":
        raise DateOutOfRange
    try:
        return datetime.date.fromisoformat(value)
    except ValueError as unknown:
        raise PydanticCustomError("day", "no such day") from unknown


Moment = Annotated[datetime.datetime, BeforeValidator(_moment)]
"""Type: a date and time with its offset from UTC: 2026-05-01T19:30:00+02:00."""
Day = Annotated[datetime.date, BeforeValidator(_day)]
"""Type: a date: 2026-05-01."""


BASE64: Final = r"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
MOST_BASE64: Final = 4_000_000


def _file(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return base64.b64decode(value[:MOST_BASE64], validate=True)
    except (binascii.Error, ValueError) as broken:
        raise PydanticCustomError("base64", "not base64") from broken


FileContent = Annotated[
    bytes,
    BeforeValidator(_file),
    WithJsonSchema({"type": "string", "pattern": BASE64, "maxLength": MOST_BASE64, "description": "Base64."}),
]
"""Type: the content of a file, as base64 in JSON or as uploaded bytes in a form."""
