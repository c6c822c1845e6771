"""Every die of an aftermath against the seed that was sealed before the first of them. Rule: AF-DICE-01"""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from battles.engine.dice import StreamDice
from battles.models import Aftermath, AftermathLine, Battle
from battles.replays import is_revealed


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceProof:
    """What was sealed, how many faces came from it, how many of them match, how many players typed in."""

    fingerprint: str
    seed: str
    rolled: int
    matching: int
    typed: int

    @property
    def is_sound(self) -> bool:
        """Does every face match?"""
        return self.rolled == self.matching


def proof_of(battle: Battle) -> DiceProof:
    """Roll every face of the accounts again from the stored seed; the seed itself is told once all is confirmed."""
    rolled = matching = typed = 0
    for line in AftermathLine.objects.filter(aftermath__in=Aftermath.objects.filter(side__battle=battle)):
        for roll in line.rolls:
            faces = [int(face) for face in roll[1]]
            if len(roll) < 6 or roll[3] != "rolled":
                typed += len(faces)
                continue
            rolled += len(faces)
            matching += sum(
                a == b for a, b in zip(faces, _again(battle, str(roll[5]), int(roll[4]), len(faces)), strict=True)
            )
    seed = bytes(battle.dice_seed).hex() if is_revealed(battle) else ""
    return DiceProof(fingerprint=battle.fingerprint, seed=seed, rolled=rolled, matching=matching, typed=typed)


def _again(battle: Battle, stream: str, place: int, count: int) -> list[int]:
    key = hmac.digest(bytes(battle.dice_seed), stream.encode(), "sha256")
    dice = StreamDice(key, place)
    return [dice.face("again") for _ in range(count)]
