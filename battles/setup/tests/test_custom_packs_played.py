"""Engine and roster support every custom pack that passes the checks: random changes of samples are founded and
fought."""

from __future__ import annotations

from random import Random

import pytest

from battles.core.bridge.fighters import fighters_of
from battles.engine.tests.builder import RULESETS
from battles.engine.tests.setups import begin, play_out
from catalogue.custom_packs.library import book_of_part
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.custom_packs.selectors import sample, skeletons
from warbands.core.state import WarbandState
from warbands.rules.check import check_roster
from warbands.rules.random_band import random_warband

RELEASE = "own_aaaaaaaa_1"
QUICK, MANY = 4, 150
NUMBERS = ("0", "1", "2", "6", "9", "10", "20", "24", "300", "-3")


def everything() -> str:
    """The sample with a record of each kind, a caster, an animal and a hired sword."""
    more = "".join(
        skeleton.text for skeleton in skeletons() if skeleton.kind in ("spell_lists", "spells", "mutations", "races")
    )
    text = sample() + more.replace("my_band", "sewer_watch")
    caster = (
        "    race: my_race\n    spell_list: my_magic\n    starting_spells: 1\n    mutations: may\n  - code: watchman\n"
    )
    return text.replace("    race: human\n  - code: watchman\n", caster, 1)


def spoiled(chance: Random) -> str:
    """The pack with some of its numbers changed and some of its lines removed."""
    lines = everything().splitlines(keepends=True)
    for _change in range(chance.randint(0, 4)):
        place = chance.randrange(len(lines))
        parts = lines[place].split(": ")
        spots = [n for n, part in enumerate(parts) if part[:1].isdigit()]
        if spots and chance.random() < 0.8:
            spot = chance.choice(spots)
            parts[spot] = chance.choice(NUMBERS) + parts[spot].lstrip("0123456789")
            lines[place] = ": ".join(parts)
        elif not spots:
            lines[place] = ""
    return "".join(lines)


def test_the_pack_with_everything_is_sound() -> None:
    assert read_custom_pack(everything()).problems == ()
    assert "starting_spells: 1" in everything()


@pytest.mark.parametrize("seed", [pytest.param(n, marks=[] if n < QUICK else pytest.mark.long) for n in range(MANY)])
def test_random_packs_that_pass_the_checks_are_founded_and_fought(seed: int) -> None:
    chance = Random(seed)
    part = None
    while part is None:
        part = read_custom_pack(spoiled(chance)).part
    facts = book_of_part(part, RELEASE)
    for listed in [
        warband_type for warband_type in facts.warband_types.values() if warband_type.source.pack == RELEASE
    ]:
        gold = listed.starting_gold_gc
        state = WarbandState("x", "Watch", listed.code, founding_gold_gc=gold, treasury_gc=gold, seed="s")
        random_warband(state, facts, f"band {seed}")
        check_roster(state, facts)
        for member in state.active():
            member.skills = [*member.skills, f"{RELEASE}_knows_the_drains"]
        sides = [{"name": name, "fighters": fighters_of(state, facts)} for name in "XY"]
        table = {"width": 2400, "length": 2400}
        data = {"ruleset": chance.choice(RULESETS), "sides": sides, "table": table}
        play_out(begin({**data, "scenario": {"code": "skirmish", "max_turns": 3}}, seed))
