"""Types of input fields. Each states in the schema exactly what it accepts; `messages.py` has the sentences.

The API is validated strictly, so JSON types are not converted into each other; forms send text, which is.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field

from mordheim_site.api.fields import LARGEST, PUBLIC_ID
from mordheim_site.api.schema import NOT_BLANK

CODE: Final = r"^[a-z][a-z0-9_]{0,63}$"
OPTIONAL_CODE: Final = r"^([a-z][a-z0-9_]{0,63})?$"
OPTIONAL_KEY: Final = r"^([0-9A-Za-z]{12})?$"


def _whole(value: Any) -> Any:
    """In JSON 3.0 is a whole number too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _stripped(text: str) -> str:
    return text.strip()


Key = Annotated[str, Field(pattern=PUBLIC_ID)]
"""A public id."""
OptionalKey = Annotated[str, Field(pattern=OPTIONAL_KEY)]
"""A public id, or "" for none."""
Code = Annotated[str, Field(pattern=CODE)]
"""A catalogue code."""
OptionalCode = Annotated[str, Field(pattern=OPTIONAL_CODE)]
"""A catalogue code, or "" for none."""
Count = Annotated[int, Field(ge=1, le=20), BeforeValidator(_whole)]
Version = Annotated[int, Field(ge=0, le=LARGEST), BeforeValidator(_whole)]
Name = Annotated[str, Field(min_length=1, max_length=80, pattern=NOT_BLANK), AfterValidator(_stripped)]
OptionalName = Annotated[str, Field(max_length=80), AfterValidator(_stripped)]

LongText = Annotated[str, Field(max_length=4000), AfterValidator(_stripped)]
ShareKey = Annotated[str, Field(max_length=64, description="The key of a share link, to view what is not public.")]


def whole(least: int, most: int) -> Any:
    """The annotations of a whole number in a range: `Annotated[int, *whole(0, 50)]`."""
    return Field(ge=least, le=most), BeforeValidator(_whole)


def text(longest: int) -> Any:
    """The annotations of optional text, without spaces at its ends: `Annotated[str, *text(200)]`."""
    return Field(max_length=longest), AfterValidator(_stripped)
