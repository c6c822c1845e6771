"""Codes of custom packs. Every fact of a release has the code `own_<key>_<number>_<its own code>`.

So two packs never clash, nor do two versions of one pack, and a code on a roster shows which release it comes from.
Number 0 is the draft that only its author sees.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

KEY_LENGTH: Final = 8
ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
LOCAL_LENGTH: Final = 44
"""The longest code of a record in a custom pack. With the prefix of its release it fits into 64 characters."""
DRAFT: Final = 0
MOST_RELEASES: Final = 999

_CODE: Final = re.compile(rf"(own_[{ALPHABET}]{{{KEY_LENGTH}}})_(0|[1-9][0-9]{{0,2}})(?:_([a-z0-9_]+))?\Z")


def new_key() -> str:
    """A random key for a new pack, too long to guess."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(KEY_LENGTH))


def pack_code(key: str) -> str:
    """`own_<key>`: the pack without a version, as campaigns and warbands store it."""
    return f"own_{key}"


def release_code(key: str, number: int) -> str:
    """`own_<key>_<number>`: one release, used as the pack of its facts."""
    return f"own_{key}_{number}"


def is_custom_code(code: str) -> bool:
    """Whether a code of a fact, a release or a pack belongs to a custom pack."""
    return code.startswith("own_")


def release_of(code: str) -> str | None:
    """The release in a fact's code (or in the code of a release itself); None for a code of the site."""
    found = _CODE.match(code) if code.startswith("own_") else None
    return f"{found[1]}_{found[2]}" if found is not None else None


def local_of(code: str) -> str:
    """The code as its author wrote it; a code of the site is returned unchanged."""
    found = _CODE.match(code) if code.startswith("own_") else None
    return found[3] if found is not None and found[3] else code


def key_and_number(release: str) -> tuple[str, int]:
    """(key, number) of a release. Raises KeyError for anything else."""
    found = _CODE.match(release)
    if found is None or found[3]:
        raise KeyError(release)
    return found[1].removeprefix("own_"), int(found[2])
