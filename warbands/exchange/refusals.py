"""Errors of the file readers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mordheim_site.refusals import Refusal


class UnreadableFile(Refusal):
    """The file cannot be read as a warband; `problems` lists the reasons."""

    code = "unreadable_file"
    about = ("document", "content", "text")

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        super().__init__(message=message, fields={"file": list(problems)} if problems else None)

    def name_field(self, names: Collection[str]) -> None:
        """Name the input of the request that the file came in, instead of the upload of the page."""
        named = next((name for name in self.about if name in names), "")
        if named and "file" in self.fields:
            self.fields[named] = self.fields.pop("file")
        super().name_field(names)
