"""JSON as the API takes it: anything that cannot be read, stored or answered again is a 400, never a fault."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """Refuses bottomless nesting, numbers of thousands of digits, NUL, halves of characters, and NaN."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The body as plain values. Raises ParseError."""
        try:
            said: dict[str, Any] = super().parse(stream, media_type, parser_context)
            text = json.dumps(said, ensure_ascii=False)
            text.encode()
        except (RecursionError, UnicodeEncodeError) as fault:
            raise ParseError(_("The body is nested too deeply or holds broken characters.")) from fault
        if "\\u0000" in text:
            raise ParseError(_("The body holds a character that no text can hold (NUL)."))
        return said
