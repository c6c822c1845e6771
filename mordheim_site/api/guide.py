"""Adds `docs/reference/api.md` to the schema, so that the documentation page of a running site has it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from mordheim_site.api.guides import GUIDES

GUIDE: Final = Path(__file__).parents[2] / "docs" / "reference" / "api.md"
LINK_TO_FILE: Final = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)\s]+)\)")
"""A link to another page of the documentation, which the site serves as a guide."""


def guide() -> str:
    """The guide in Markdown, with links to the guides that the site serves instead of files."""
    names = {file: name for name, file in GUIDES.items()}

    def served(link: re.Match[str]) -> str:
        name = names[link[2].partition("#")[0]]
        return f"[{name}](/api/v1/guides/?name={name})"

    return LINK_TO_FILE.sub(served, GUIDE.read_text(encoding="utf-8"))


def add_guide(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Use the guide as the description of the API. Runs after the schema is generated."""
    result["info"]["description"] = guide()
    return result
