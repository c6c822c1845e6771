"""Bots play by the rules, give a reason, end their battles, and the one that weighs beats the blind one."""

from __future__ import annotations

import pytest

from battles.engine.bots.reasons import read
from battles.engine.bots.registry import bot_called, bot_names
from battles.engine.perft import divide, perft
from battles.engine.table.generator import generate_data
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.setups import begin, play_out, setup
from battles.engine.view import band_of, view


def test_the_bots_are_known() -> None:
    assert bot_names() == ("commander", "idle", "random", "soldier", "tactician")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", ["idle", "random", "soldier", "tactician"])
def test_every_choice_is_legal_and_has_a_reason(ruleset: str, name: str) -> None:
    battle = begin(setup(ruleset, table=generate_data(3), max_turns=3), 4)
    bot = bot_called(name)
    while battle.awaiting():
        side = battle.awaiting()[0]
        chosen = bot.choose(battle, side)
        assert read(chosen.reason.stored()) == chosen.reason
        battle.play(side, chosen.command)


def test_the_same_position_gives_the_same_choice() -> None:
    for name in set(bot_names()) - {"commander"}:
        battle, other = begin(setup("core", max_turns=2), 6), begin(setup("core", max_turns=2), 6)
        play_out(battle, name)
        play_out(other, name)
        assert battle.state.digest() == other.state.digest()


def test_counts_depend_on_the_position_alone() -> None:
    battle = begin(setup("core", table={"width": 2400, "length": 2400}, max_turns=8), 3)
    while battle.state.phase not in ("shooting", "combat"):
        side = battle.awaiting()[0]
        battle.play(side, bot_called("tactician").choose(battle, side).command)
    one = perft(battle, 1)
    assert one == len(battle.legal(battle.awaiting()[0]))
    assert sum(divide(battle, 1).values()) == one
    assert perft(battle, 2) == perft(battle, 2)


# -- what each side may see


def test_a_view_shows_everyone_and_lists_the_owner_s_options_alone() -> None:
    battle = begin(setup("mordheim"), 2)
    owner = battle.awaiting()[0]
    other = "b" if owner == "a" else "a"
    mine, theirs, nobody = view(battle, owner), view(battle, other), view(battle)
    assert mine["prompt"]["choices"]
    assert not theirs["prompt"]["choices"]
    assert nobody["prompt"]["side"] == owner
    assert mine["options"]
    assert not theirs["options"]
    assert set(mine["models"]) == set(theirs["models"]) == set(battle.state.models)


@pytest.mark.parametrize(("ruleset", "field"), [("core", "inches"), ("mordheim", "band")])
def test_distances_are_shown_only_where_measuring_is_free(ruleset: str, field: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    arena.add("b", at=(14.3, 10))
    battle = arena.battle("movement")
    shown = view(battle, "a")
    charges = [option for option in shown["options"] if option["verb"] == "charge"]
    assert charges
    assert list(charges[0]["range"]) == [field]
    assert "charge" in shown["models"]["a1"]["verbs"]
    assert shown["measuring"] == ("free" if ruleset == "core" else "guess")


def test_bands_are_coarse_and_their_ends_blurred() -> None:
    assert band_of(5, "a1b12") == "touching"
    assert band_of(5000, "a1b12") == "very far"
    ends = {next(far for far in range(200, 700) if band_of(far, f"a{n}b1{n}") == "near") for n in range(20)}
    assert len(ends) > 5
