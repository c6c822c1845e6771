"""Names for warbands and warriors, our own, picked by a seed so that a draft keeps what it was offered."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

PEOPLE: Final[dict[str, tuple[str, ...]]] = {
    "human": (
        "Otto",
        "Anna",
        "Wilhelm",
        "Greta",
        "Jost",
        "Marta",
        "Ruprecht",
        "Ilse",
        "Dieter",
        "Hanne",
        "Konrad",
        "Lenz",
        "Berthold",
        "Edda",
        "Falk",
        "Gisela",
        "Henning",
        "Irma",
        "Jakob",
        "Katrin",
        "Ludo",
        "Mechthild",
        "Niklas",
        "Odila",
        "Piet",
        "Renate",
        "Sigbert",
        "Trude",
        "Ulrich",
        "Veit",
        "Walburga",
        "Ansgar",
    ),
    "sisters_of_sigmar": (
        "Adelheid",
        "Bertrada",
        "Clothilde",
        "Dorothea",
        "Ermgard",
        "Frida",
        "Gudrun",
        "Hedwig",
        "Isolde",
        "Jutta",
        "Kunigund",
        "Leonore",
        "Mathilde",
        "Notburga",
        "Ottilie",
        "Petra",
        "Roswitha",
        "Sieglinde",
        "Theda",
        "Ursel",
    ),
    "skaven": (
        "Skrit",
        "Queek-Tail",
        "Rattik",
        "Snikch-Ear",
        "Vrisk",
        "Chitter",
        "Krenk",
        "Thrisp",
        "Gnaw",
        "Slit",
        "Twitch",
        "Scurr",
        "Nikkit",
        "Fesk",
        "Hrisk",
        "Ratchik",
        "Skweel",
        "Tretch",
        "Vermik",
        "Squeen",
    ),
    "undead": (
        "Varga",
        "Malvina",
        "Ossian",
        "Grimald",
        "Sorrow",
        "Hollow Jan",
        "Mirabel",
        "Old Marrow",
        "Pale Lise",
        "Rook",
        "Tallow",
        "Udo the Late",
        "Wenzel",
        "Crypt Hob",
        "Grave Nan",
        "Mother Lime",
        "Blind Casper",
        "Dusk",
        "Ferenc",
    ),
}
COMPANIES: Final[dict[str, tuple[str, ...]]] = {
    "human": (
        "The Broken Lanterns",
        "The Ash Company",
        "The Gutter Banner",
        "The Last Wage",
        "The Cold Hearth",
        "The Tollmen",
        "The Crooked Mile",
        "The Ninth Bell",
        "The Rusted Keys",
        "The Grey Cloaks",
        "The Tin Crown",
        "The Ferrymen",
    ),
    "cult_of_the_possessed": (
        "The Shadow Choir",
        "The Thirteenth Hour",
        "The Weeping Gate",
        "The Changed",
        "The Red Vigil",
    ),
    "sisters_of_sigmar": (
        "The Hammer Vigil",
        "The Ash Sisters",
        "The Rock's Daughters",
        "The Quiet Order",
        "The Lit Candle",
    ),
    "skaven": ("The Rat Tithe", "The Gnawed Claw", "The Under-Bell", "The Green Whisper", "The Night Scurry"),
    "undead": ("The Unburied", "The Pale Court", "The Long Night", "The Empty Graves", "The Cold Procession"),
    "witch_hunters": ("The Pyre Watch", "The Grim Writ", "The Iron Candle", "The Righteous Cord", "The Silver Nail"),
}


def pick(seed: str, options: Sequence[T]) -> T:
    """One of `options`, the same for the same seed."""
    digest = hashlib.sha256(seed.encode()).digest()
    return options[int.from_bytes(digest[:6], "big") % len(options)]


def company_name(warband_type: str, seed: str) -> str:
    """A name for a new warband."""
    return pick(f"company:{seed}", COMPANIES.get(warband_type, COMPANIES["human"]))


def person_name(warband_type: str, seed: str, taken: set[str]) -> str:
    """A name for a warrior that nobody in `taken` bears, as long as the stock lasts."""
    stock = PEOPLE.get(warband_type, PEOPLE["human"])
    free = [name for name in stock if name not in taken]
    return pick(f"person:{seed}:{len(taken)}", free or stock)


def group_name(plural: str, taken: set[str]) -> str:
    """A name for a henchman group: the entry's plural, numbered from the second on."""
    if plural not in taken:
        return plural
    number = 2
    while f"{plural} {number}" in taken:
        number += 1
    return f"{plural} {number}"
