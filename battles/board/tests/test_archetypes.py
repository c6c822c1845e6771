"""Models differ by their silhouette."""

from __future__ import annotations

import re
from typing import Any

import pytest

from battles.board.archetypes import archetype_of
from battles.board.svg.figure_parts import PARTS
from battles.board.svg.figures import ARCHETYPES, drawing_of, symbols_svg
from battles.board.svg.models import Projection, models_svg
from battles.board.tests.test_svg import figure
from battles.engine.profile import fighter_from_data


def fighter(name: str = "Otto", *tags: str, **fields: Any) -> Any:
    return fighter_from_data({"id": "a1", "name": name, "tags": list(tags), **fields})


def test_there_are_at_least_48_archetypes_each_with_a_drawing_of_its_own() -> None:
    assert len(ARCHETYPES) >= 48
    assert {part for parts in ARCHETYPES.values() for part in parts.split()} <= set(PARTS)
    assert len({drawing_of(code) for code in ARCHETYPES}) == len(ARCHETYPES)


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_readable_path_data(part: str) -> None:
    for data in PARTS[part]:
        line = data.rpartition("|")[2].lstrip("~")
        assert re.fullmatch(r"[MLHVCSQTAZmlhvcsqtaz0-9.\- ]+", line), line
        assert line.startswith("M")


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        (("skaven", "skaven_giant_rat"), "rat"),
        (("skaven", "skaven_night_runner"), "ratman"),
        (("skaven", "skaven_rat_ogre"), "rat_ogre"),
        (("human", "sisters_of_sigmar", "sisters_of_sigmar_novice"), "sister"),
        (("human", "priest", "sisters_of_sigmar", "sisters_of_sigmar_sigmarite_matriarch"), "matriarch"),
        (("human", "mercenaries", "reiklanders_mercenary_captain"), "captain"),
        (("undead", "undead_zombie"), "zombie"),
        (("dwarf", "witch_hunters_dwarf_troll_slayer", "dwarf_slayer"), "dwarf_slayer"),
        (("human", "possessed", "possessed_brethren"), "cultist"),
        (("possessed", "possessed_possessed"), "possessed"),
        (("ogre", "ogre_bodyguard"), "ogre"),
    ],
)
def test_the_silhouette_fits_the_entry(tags: tuple[str, ...], code: str) -> None:
    assert archetype_of(fighter("Otto", *tags)) == code


def test_a_pack_names_the_silhouette_with_a_trait_and_an_unknown_name_is_ignored() -> None:
    """Custom packs can do this too: the trait comes first, and an unknown name is ignored."""
    assert archetype_of(fighter("Otto", "human", "figure_pirate")) == "pirate"
    assert archetype_of(fighter("Otto", "skaven", "figure_nothing")) == "ratman"


def test_weapons_and_kind_decide_the_silhouette_by_default() -> None:
    bow = {"code": "long_bow", "name": "Long bow", "kind": "missile", "reach": 3000}
    assert archetype_of(fighter(weapons=[bow])) == "marksman"
    assert archetype_of(fighter(kind="war_beast")) == "hound"
    assert archetype_of(fighter()) == "warrior"


def test_the_board_gets_the_symbols_of_its_models_and_no_others() -> None:
    drawn = models_svg([figure(archetype="ogre"), figure(id="b1", side="b", archetype="rat")], Projection(24))
    assert set(re.findall(r'id="fig-(\w+)"', drawn)) == {"ogre", "rat"}
    assert drawn.count('href="#fig-ogre"') == 2
    assert symbols_svg([]) == ""
