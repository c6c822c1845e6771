"""Request fields that accept exactly what the API's schema says: JSON types are not converted into each other.

Use them for everything a program sends. Responses keep DRF's own fields.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from mordheim_site.refusals import Refusal

LARGEST = 2**31 - 1
MOST_KEYS = 500
PUBLIC_ID = r"^[0-9A-Za-z]{12}$"
DATE_TIME = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9][Tt]([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_WHOLE = re.compile(r"-?[0-9]{1,18}(\.0+)?")


class DateOutOfRange(Refusal):
    """The date is outside the range that the site supports."""

    code = "date_out_of_range"
    message = _("This date cannot be used. Choose a date between the years 2 and 9998.")


class RequestSerializer(serializers.Serializer[dict[str, Any]]):
    """The body of a request: a JSON object without unknown fields."""

    default_error_messages = {
        "unknown": _("Unknown field. Known fields: {known}."),
        "nothing": _("Unknown field. Nothing can be sent here."),
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The validated fields. Raises ValidationError for wrong values and for unknown fields."""
        if isinstance(data, Mapping):
            known = ", ".join(self.fields)
            message = self.error_messages["unknown" if known else "nothing"].format(known=known)
            unknown = {str(name)[:80]: [message] for name in list(data)[:MOST_KEYS] if name not in self.fields}
            if unknown:
                raise ValidationError(unknown, code="unknown")
        found: dict[str, Any] = super().to_internal_value(data)
        return found


class CharField(serializers.CharField):
    """A JSON string; numbers and booleans are refused. `max_length` counts before spaces at the ends are removed."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if isinstance(data, str) and self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length_sent", max_length=self.max_length)
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))

    default_error_messages = {
        "invalid": _("Send text."),
        "blank": _("Enter at least one letter."),
        "max_length_sent": _("Use at most {max_length} characters."),
    }


class RegexField(CharField):
    """A JSON string that matches `regex` as a whole; with `allow_blank` also the empty string."""

    default_error_messages = {"pattern": _("This value has the wrong form. It must match {pattern}.")}

    def __init__(self, regex: str, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)
        self.pattern = regex

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not re.fullmatch(self.pattern.removeprefix("^").removesuffix("$"), text):
            self.fail("pattern", pattern=self.pattern)
        return text


class PublicIdField(RegexField):
    """The public id of a row, twelve letters and digits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(PUBLIC_ID, **options)


class IntegerField(serializers.IntegerField):
    """A JSON number without a fraction; strings and booleans are refused."""

    default_error_messages = {
        "invalid": _("Enter a whole number."),
        "min_value": _("Use {min_value} or more."),
        "max_value": _("Use {max_value} or less."),
    }

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_value", LARGEST)
        options.setdefault("min_value", -LARGEST)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int | float) or not _is_whole(data):
            self.fail("invalid")
        return int(data)


def _is_whole(number: float) -> bool:
    return isinstance(number, int) or (math.isfinite(number) and number.is_integer())


class FloatField(serializers.FloatField):
    """A JSON number; strings and booleans are refused."""

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        try:
            return float(data)
        except OverflowError:
            self.fail("invalid")


class BooleanField(serializers.BooleanField):
    """true or false, never a word or a number."""

    default_error_messages = {"invalid": _("Choose true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:80])
        return data


class ChoiceField(serializers.ChoiceField):
    """One of the choices, with its own JSON type: "3" is not 3, and true is not 1."""

    default_error_messages = {"invalid_choice": _("Choose one of these: {choices}.")}

    def to_internal_value(self, data: Any) -> Any:
        allowed = [*self.choices, ""] if self.allow_blank else list(self.choices)
        kind = str if isinstance(data, str) else type(data)
        found = [choice for choice in allowed if isinstance(choice, kind) and choice == data]
        if not found:
            self.fail("invalid_choice", choices=", ".join(str(choice) for choice in self.choices))
        return found[0]


class DateTimeField(serializers.DateTimeField):
    """A moment in RFC 3339 format with its offset from UTC: 2026-05-01T19:30:00+02:00."""

    default_error_messages = {"form": _("Write the date and time with its offset, such as 2026-05-01T19:30:00+02:00.")}

    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not DATE_TIME.fullmatch(value):
            self.fail("form")
        if not "0002" <= value[:4] <= "9998":
            raise DateOutOfRange
        return super().to_internal_value(value.upper())


class DateField(serializers.DateField):
    """A day: 2026-05-01."""

    default_error_messages = {"form": _("Write the day as year-month-day, such as 2026-05-01.")}

    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            self.fail("form")
        if not "0002" <= value[:4] <= "9998":
            raise DateOutOfRange
        return super().to_internal_value(value)


class DictField(serializers.DictField):
    """A JSON object with arbitrary keys; at most `MOST_KEYS` of them."""

    default_error_messages = {"too_many": _("Use at most {most} names.")}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and len(data) > MOST_KEYS:
            self.fail("too_many", most=MOST_KEYS)
        return super().to_internal_value(data)


class ListField(serializers.ListField):
    """A JSON array."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", MOST_KEYS)
        super().__init__(**options)


class QuerySerializer(serializers.Serializer[dict[str, Any]]):
    """The query string of a request. Values are text there, so its fields must be `Query...` classes; unknown names are
    ignored."""


class QueryInteger(IntegerField):
    """An integer in a query string, written in digits."""

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, str) or not _WHOLE.fullmatch(data):
            self.fail("invalid")
        return int(data.partition(".")[0])


FLAGS = ("", "1", "true", "0", "false")


class QueryFlag(ChoiceField):
    """A yes or no in a query string: `?mine`, `?mine=1` and `?mine=true` mean yes; a missing parameter, 0 and false
    mean no."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=FLAGS, required=False, allow_blank=True, **options)

    def to_internal_value(self, data: Any) -> bool:  # type: ignore[override]
        if data not in FLAGS:
            self.fail("invalid_choice", choices=", ".join(flag for flag in FLAGS if flag))
        return data in ("", "1", "true")

    def run_validation(self, data: Any = serializers.empty) -> Any:
        return self.to_internal_value(data) if data is not serializers.empty else super().run_validation(data)


def read_body(kind: type[BaseSerializer[Any]], request: Request) -> dict[str, Any]:
    """The validated fields of a request's body. Raises ValidationError."""
    form = kind(data=request.data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def read_query(kind: type[BaseSerializer[Any]], request: Request) -> dict[str, Any]:
    """The validated fields of a request's query string. Raises ValidationError."""
    form = kind(data=request.query_params.dict())
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


class ErrorOut(serializers.Serializer[dict[str, Any]]):
    """Every error below /api/v1/."""

    code = serializers.CharField(help_text="For programs; stays the same between versions.")
    message = serializers.CharField(help_text="For people: what went wrong and what to do.")
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Messages by field; nested fields with dots, such as `gives.gold_gc`.",
    )
    rule = serializers.CharField(required=False, help_text="The id of the rule that forbids it.")
