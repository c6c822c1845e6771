"""JSON parser of the API. It refuses malformed input with 400 and text that cannot be stored (NUL) with 422."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from mordheim_site.refusals import UnusableCharacter


class StrictJSONParser(JSONParser):
    """Refuses bodies that are nested too deeply, numbers with thousands of digits, NUL, lone surrogates, and NaN."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The body as plain Python values. Raises ParseError, UnusableCharacter."""
        try:
            data: dict[str, Any] = super().parse(stream, media_type, parser_context)
            text = json.dumps(data, ensure_ascii=False)
            text.encode()
        except (RecursionError, UnicodeEncodeError) as fault:
            raise ParseError(_("The body is nested too deeply or contains broken characters.")) from fault
        if "\\u0000" in text:
            raise UnusableCharacter
        return data
