"""The seeds of an aftermath: the current one, and the next one, which is committed before the current one becomes
public.

The battle's own seed is number 0. It becomes public when the aftermaths of the battle are confirmed, so a reopened
aftermath must never roll from it: it uses the next seed, whose fingerprint has been on the page since the aftermath was
confirmed. Rule: AF-DICE-03
"""

from __future__ import annotations

import hmac
import re
import secrets
from datetime import datetime

from battles.aftermath.models.seeds import AftermathSeed
from battles.engine.commitment import fingerprint
from battles.engine.dice import StreamDice
from battles.models import Aftermath, AftermathLine

_STREAM = re.compile(r"aftermath:(?P<letter>[a-h])(?:~(?P<number>\d+))?(?::\d+)?")


def stream_of(row: Aftermath, line: AftermathLine | None = None) -> str:
    """The name of the stream for a stage, or for the choice of a line. A suffix such as "~2" is the number of a new
    seed. Rules: AF-DICE-01, AF-DICE-03"""
    number = f"~{row.seed_number}" if row.seed_number else ""
    return f"aftermath:{row.side.letter}{number}" + ("" if line is None else f":{line.number}")


def seed_of_stream(stream: str) -> tuple[str, int]:
    """(letter of the side, number of the seed) of a stream's name; ("", 0) for a stream of the battle's seed outside of
    aftermaths."""
    found = _STREAM.fullmatch(stream)
    return (found["letter"], int(found["number"] or 0)) if found is not None else ("", 0)


def seed_bytes(row: Aftermath) -> bytes:
    """The seed that this aftermath currently rolls from."""
    if not row.seed_number:
        return bytes(row.side.battle.dice_seed)
    return bytes(AftermathSeed.objects.values_list("seed", flat=True).get(aftermath=row, number=row.seed_number))


def dice_on(row: Aftermath, stream: str, position: int) -> StreamDice:
    """The dice of one of this aftermath's streams, starting at `position`."""
    return StreamDice(hmac.digest(seed_bytes(row), stream.encode(), "sha256"), position)


def commit_next(row: Aftermath, now: datetime) -> AftermathSeed:
    """Draw the next seed, unless it was already drawn. From then on, the page shows its fingerprint."""
    number = row.seed_number + 1
    committed = AftermathSeed.objects.filter(aftermath=row, number=number).first()
    if committed is not None:
        return committed
    secret = secrets.token_bytes(32)
    return AftermathSeed.objects.create(
        aftermath=row, number=number, seed=secret, fingerprint=fingerprint(secret), committed_at=now
    )


def take_next(row: Aftermath, now: datetime) -> None:
    """Switch a locked aftermath to the next seed, starting at its first die."""
    taken = commit_next(row, now)
    taken.taken_at = now
    taken.save(update_fields=["taken_at"])
    row.seed_number, row.dice_position = taken.number, 0
    row.save(update_fields=["seed_number", "dice_position"])


def is_public(row: Aftermath, number: int) -> bool:
    """Whether this seed of the aftermath may be shown, because nothing is rolled from it any more."""
    return number < row.seed_number or (number == row.seed_number and row.confirmed_at is not None)
