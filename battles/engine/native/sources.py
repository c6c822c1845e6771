"""The C sources of this folder."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent


def digest() -> str:
    """A short hash of all C sources. The compiled module contains it, so that an outdated one is not used."""
    found = sha256()
    for path in sorted((*HERE.glob("*.c"), *HERE.glob("*.h"))):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
