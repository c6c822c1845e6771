"""Checks every die of an aftermath against the seed that was committed before it was rolled. Rules: AF-DICE-01,
AF-DICE-03"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from battles.aftermath.dice.seeds import is_public, seed_of_stream
from battles.aftermath.models.seeds import AftermathRevert, AftermathSeed
from battles.aftermath.selectors import first_die_at, is_revealed
from battles.engine.dice import StreamDice
from battles.models import Aftermath, AftermathLine, Battle


@dataclass(slots=True, kw_only=True)
class SeedProof:
    """One seed: its owner (`side` is "" for the battle's seed), when its fingerprint and the seed itself were shown,
    and the rolls made from it. `seed` is "" while it may still be rolled from. `rolls` are (stream, position from 0,
    faces)."""

    side: str
    name: str
    number: int
    fingerprint: str
    seed: str
    committed_at: datetime | None
    taken_at: datetime | None
    rolls: list[tuple[str, int, list[int]]]
    matching: int = 0

    @property
    def rolled(self) -> int:
        """Number of dice rolled from this seed."""
        return sum(len(faces) for _stream, _place, faces in self.rolls)

    @property
    def as_json(self) -> dict[str, Any]:
        """The data for the check in the browser."""
        return {"seed": self.seed, "fingerprint": self.fingerprint, "rolls": [list(roll) for roll in self.rolls]}


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceProof:
    """The seeds of a battle's aftermaths, the battle's own seed first, and the number of typed dice."""

    seeds: list[SeedProof]
    typed: int

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the battle's seed."""
        return self.seeds[0].fingerprint

    @property
    def seed(self) -> str:
        """The battle's seed; "" while it is secret."""
        return self.seeds[0].seed

    @property
    def rolled(self) -> int:
        """Number of dice rolled by the server."""
        return sum(seed.rolled for seed in self.seeds)

    @property
    def matching(self) -> int:
        """Number of dice that can be reproduced from the seeds."""
        return sum(seed.matching for seed in self.seeds)

    @property
    def is_sound(self) -> bool:
        """Whether every die matches."""
        return self.rolled == self.matching

    @property
    def public_json(self) -> list[dict[str, Any]]:
        """The public seeds with the rolls made from them."""
        return [seed.as_json for seed in self.seeds if seed.seed]


def proof_of(battle: Battle) -> DiceProof:
    """Reproduce every die of the aftermaths, including reverted ones. A seed is shown once nothing is rolled from it
    any more."""
    rows = list(Aftermath.objects.filter(side__battle=battle).select_related("side").prefetch_related("seeds"))
    secret: dict[tuple[str, int], bytes] = {("", 0): bytes(battle.dice_seed)}
    first = SeedProof(
        side="",
        name="",
        number=0,
        fingerprint=battle.fingerprint,
        seed=bytes(battle.dice_seed).hex() if is_revealed(battle) else "",
        committed_at=battle.created_at,
        taken_at=first_die_at(battle),
        rolls=[],
    )
    seeds = {("", 0): first}
    for row in rows:
        for drawn in row.seeds.all():
            key = (row.side.letter, drawn.number)
            secret[key] = bytes(drawn.seed)
            seeds[key] = _seed_proof(row, drawn)
    typed = 0
    for roll in _rolls(battle, rows):
        faces = [int(face) for face in roll[1]]
        if len(roll) < 6 or roll[3] != "rolled":
            typed += len(faces)
            continue
        stream, place = str(roll[5]), int(roll[4])
        letter, number = seed_of_stream(stream)
        key = (letter, number) if number else ("", 0)
        seeds[key].rolls.append((stream, place, faces))
        again = _again(secret[key], stream, place, len(faces))
        seeds[key].matching += sum(a == b for a, b in zip(faces, again, strict=True))
    return DiceProof(seeds=list(seeds.values()), typed=typed)


def _seed_proof(row: Aftermath, drawn: AftermathSeed) -> SeedProof:
    return SeedProof(
        side=row.side.letter,
        name=row.side.name,
        number=drawn.number,
        fingerprint=drawn.fingerprint,
        seed=bytes(drawn.seed).hex() if is_public(row, drawn.number) else "",
        committed_at=drawn.committed_at,
        taken_at=drawn.taken_at,
        rolls=[],
    )


def _rolls(battle: Battle, rows: list[Aftermath]) -> list[list[Any]]:
    """Every roll of the aftermaths, including those that reverts discarded."""
    discarded = AftermathRevert.objects.filter(battle=battle).order_by("pk").values_list("rolls", flat=True)
    standing = AftermathLine.objects.filter(aftermath__in=rows).order_by("pk").values_list("rolls", flat=True)
    return [roll for rolls in (*discarded, *standing) for roll in rolls]


def _again(seed: bytes, stream: str, place: int, count: int) -> list[int]:
    dice = StreamDice(hmac.digest(seed, stream.encode(), "sha256"), place)
    return [dice.face("again") for _ in range(count)]
