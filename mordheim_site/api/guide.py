"""Adds `docs/reference/api.md` to the schema, so that the documentation page of a running site has it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

GUIDE: Final = Path(__file__).parents[2] / "docs" / "reference" / "api.md"
LINK_TO_FILE: Final = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)\s]+)\)")
"""A link to another page of the documentation, which the site does not serve."""


def guide() -> str:
    """The guide in Markdown, with names of files instead of links to them."""
    text = GUIDE.read_text(encoding="utf-8")
    return LINK_TO_FILE.sub(lambda link: f"{link[1]} (in `docs/` of the source code)", text)


def add_guide(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Use the guide as the description of the API. Runs after the schema is generated."""
    result["info"]["description"] = guide()
    return result
