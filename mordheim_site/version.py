"""The version of the site: set by the operator, or the commit of the checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def version() -> str:
    """`VERSION` of the environment, else the first digits of the checked-out commit, else ""."""
    return settings.VERSION or commit_of(Path(settings.BASE_DIR))


def commit_of(folder: Path) -> str:
    """The first 12 digits of the current commit of a Git checkout; "" if it is not one. Git itself is not needed."""
    try:
        place = folder / ".git"
        if place.is_file():
            place = (folder / place.read_text(encoding="utf-8").removeprefix("gitdir:").strip()).resolve()
        head = (place / "HEAD").read_text(encoding="utf-8").strip()
        name = head.removeprefix("ref:").strip()
        if name == head:
            return head[:12]
        common = place / "commondir"
        shared = (place / common.read_text(encoding="utf-8").strip()).resolve() if common.is_file() else place
        if (shared / name).is_file():
            return (shared / name).read_text(encoding="utf-8").strip()[:12]
        packed = (shared / "packed-refs").read_text(encoding="utf-8").splitlines()
        return next((line.split()[0][:12] for line in packed if line.endswith(f" {name}")), "")
    except OSError:
        return ""
