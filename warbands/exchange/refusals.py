"""Errors of the file readers."""

from __future__ import annotations

from collections.abc import Sequence

from mordheim_site.refusals import Refusal


class UnreadableFile(Refusal):
    """The file cannot be read as a warband; `problems` lists the reasons."""

    code = "unreadable_file"
    about = ("document", "content", "text")

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        super().__init__(message=message, fields={"file": list(problems)} if problems else None)
