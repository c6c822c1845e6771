"""Error messages for invalid input. Only this module converts errors of pydantic to text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import BaseModel
from pydantic_core import ErrorDetails

from mordheim_site.api.fields import PUBLIC_ID
from mordheim_site.api.schema import NOT_BLANK
from mordheim_site.operations.types import CODE, OPTIONAL_CODE, OPTIONAL_KEY, SHARED_KEY
from mordheim_site.refusals import Refusal, Sentence

WHOLE_BODY: Final = "non_field_errors"
SENTENCES: Final[dict[str, Sentence]] = {
    "missing": gettext_lazy("This field is required."),
    "model_type": gettext_lazy("Send a JSON object."),
    "string_type": gettext_lazy("Send text."),
    "string_unicode": gettext_lazy("The text contains broken characters."),
    "int_type": gettext_lazy("Enter a whole number."),
    "int_parsing": gettext_lazy("Enter a whole number."),
    "int_parsing_size": gettext_lazy("This number is too large."),
    "int_from_float": gettext_lazy("Enter a whole number."),
    "bool_type": gettext_lazy("Choose true or false."),
    "bool_parsing": gettext_lazy("Choose true or false."),
    "list_type": gettext_lazy("Send a JSON array."),
    "dict_type": gettext_lazy("Send a JSON object."),
    "greater_than_equal": gettext_lazy("Use {ge} or more."),
    "less_than_equal": gettext_lazy("Use {le} or less."),
    "string_too_short": gettext_lazy("Enter at least one letter."),
    "string_too_long": gettext_lazy("Use at most {max_length} characters."),
    "too_long": gettext_lazy("Use at most {max_length} entries."),
    "float_type": gettext_lazy("Enter a number."),
    "datetime_type": gettext_lazy("Write the date and time with its offset, such as 2026-05-01T19:30:00+02:00."),
    "moment": gettext_lazy("Write the date and time with its offset, such as 2026-05-01T19:30:00+02:00."),
    "date_type": gettext_lazy("Write the day as year-month-day, such as 2026-05-01."),
    "year": gettext_lazy("The year must be between 2 and 9998."),
    "day": gettext_lazy("Write the day as year-month-day, such as 2026-05-01."),
    "too_short": gettext_lazy("Use at least {min_length} entries."),
    "base64": gettext_lazy("Send the content of the file in base64."),
    "bytes_type": gettext_lazy("Send the content of the file in base64."),
    "literal_error": gettext_lazy("Choose one of these: {expected}."),
}
"""Messages by pydantic's type of error. Names in braces are values that pydantic reports with the error."""
TYPED_BY_PLAYERS: Final = frozenset(
    ("greater_than_equal", "less_than_equal", "string_too_short", "string_too_long", "int_parsing", "int_from_float")
)
"""Types of errors that a player can cause by typing. All others mean that the page is out of date."""
PATTERNS: Final[dict[str, Sentence]] = {
    NOT_BLANK: gettext_lazy("Enter at least one letter."),
    PUBLIC_ID: gettext_lazy("This is not an id: ids have twelve letters and digits."),
    OPTIONAL_KEY: gettext_lazy("This is not an id: ids have twelve letters and digits."),
    SHARED_KEY: gettext_lazy("This is not an id: ids have twelve letters and digits, a link also ?key= and its key."),
    CODE: gettext_lazy("This is not a code: codes have lower-case letters, digits and underscores."),
    OPTIONAL_CODE: gettext_lazy("This is not a code: codes have lower-case letters, digits and underscores."),
}


class InvalidInput(Refusal):
    """Fields of an API request that are missing, unknown or of the wrong form."""

    code = "invalid"
    message = gettext_lazy("Some fields are not valid. Correct them and send the request again.")
    status = 400


class NotUnderstood(Refusal):
    """A form that none of our pages sends, or an invalid value that a player typed."""

    code = "not_understood"
    message = gettext_lazy("Nothing was changed: the request is invalid. Reload the page and try again.")


def fields_at(model: type[BaseModel], path: Sequence[int | str]) -> list[str]:
    """The fields that an object inside the input may have. `path` is pydantic's path to the object: fields, positions
    in lists, keys, and names of union members."""
    found: list[type[BaseModel]] = [model]
    for step in path:
        inner = [kind for outer in found if step in outer.model_fields for kind in _models(outer, str(step))]
        found = inner or [kind for kind in found if kind.__name__ == step] or found
    return list(dict.fromkeys(name for kind in found for name in kind.model_fields))


def _models(model: type[BaseModel], field: str) -> list[type[BaseModel]]:
    """The models in the type of a field: its type, the types of its items, and the members of a union."""
    kinds, found = [model.model_fields[field].annotation], []
    while kinds:
        kind = kinds.pop(0)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            found.append(kind)
        kinds.extend(get_args(kind))
    return found


def sentence_of(error: ErrorDetails, model: type[BaseModel]) -> str:
    """One sentence about an error, for a person who does not know how the site works internally."""
    kind, values = error["type"], dict(error.get("ctx", {}))
    if kind == "extra_forbidden":
        known_fields = fields_at(model, error["loc"][:-1])
        if not known_fields:
            return _("Unknown field. Nothing can be sent here.")
        return _("Unknown field. Known fields: {known}.").format(known=", ".join(known_fields))
    if kind == "string_pattern_mismatch":
        known = PATTERNS.get(str(values["pattern"]))
        default = _("This value has the wrong form. It must match {pattern}.")
        return str(known) if known is not None else default.format(**values)
    if kind in SENTENCES:
        return str(SENTENCES[kind]).format(**values)
    return _("This value cannot be used.")


def fields_of(errors: Sequence[ErrorDetails], model: type[BaseModel]) -> dict[str, list[Sentence]]:
    """Error messages by field; nested fields have dotted names."""
    found: dict[str, list[Sentence]] = {}
    for error in errors:
        path = ".".join(str(part)[:80] for part in error["loc"]) or WHOLE_BODY
        found.setdefault(path, []).append(sentence_of(error, model))
    return found


def is_typed(error: ErrorDetails) -> bool:
    """Whether a player can have caused this error by typing."""
    values: Any = error.get("ctx", {})
    return error["type"] in TYPED_BY_PLAYERS or values.get("pattern") == NOT_BLANK
