"""The numbers of the colour table, computed from the file of tokens."""

from itertools import combinations, pairwise

import pytest

from mordheim_site.look import tokens
from tests_support.colour import contrast, distance

THEMES = {theme: tokens.theme_tokens(theme) for theme in ("light", "dark")}
FLOORS = ("ground-0", "ground-3", "ground-6", "ground-9", "water", "wood", "difficult")

# token: the worst contrast with page, card and sunk in light and in dark.
ON_SURFACES = {
    "ink": (13.6, 14.3),
    "ink-2": (6.5, 7.8),
    "link": (7.0, 9.3),
    "visited": (7.1, 9.1),
    "edge": (3.3, 4.5),
    "rule": (1.3, 1.4),
    "focus": (6.4, 9.3),
    "brand": (8.8, 6.5),
}
ON_OWN_GROUND = {"ok": (6.3, 7.7), "warn": (6.3, 8.3), "bad": (6.4, 7.2), "info": (7.2, 8.1)}
ON_FLOORS = {
    "wall": (3.0, 3.7),
    "sight-clear": (4.1, 4.3),
    "sight-cover": (4.3, 4.3),
    "sight-unseen": (4.7, 4.2),
    "reach": (4.0, 4.3),
    "range": (5.0, 3.8),
}
SIDE_DISTANCES = {"normal": 28.8, "protan": 17.7, "deutan": 24.7, "tritan": 20.4, "grey": 17.1}


def test_the_stylesheet_holds_the_tokens_of_the_file() -> None:
    assert tokens.written_block(tokens.STYLESHEET.read_text(encoding="utf-8")) == tokens.css_block()


@pytest.mark.parametrize(("theme", "column"), [("light", 0), ("dark", 1)])
def test_text_and_edges_stand_out_on_every_surface(theme: str, column: int) -> None:
    colours = THEMES[theme]
    for token, figures in ON_SURFACES.items():
        worst = min(contrast(colours[token], colours[surface]) for surface in ("page", "card", "sunk"))
        assert round(worst, 1) == figures[column], (token, worst)
    assert contrast(colours["ink"], colours["on-ink"]) >= 14.2


@pytest.mark.parametrize(("theme", "column"), [("light", 0), ("dark", 1)])
def test_states_stand_out_on_their_own_ground(theme: str, column: int) -> None:
    colours = THEMES[theme]
    for token, figures in ON_OWN_GROUND.items():
        ratio = contrast(colours[token], colours[f"{token}-bg"])
        assert round(ratio, 1) == figures[column], (token, ratio)
        assert contrast(colours["ink"], colours[f"{token}-bg"]) >= 7


@pytest.mark.parametrize(("theme", "column"), [("light", 0), ("dark", 1)])
def test_board_lines_stand_out_on_every_floor(theme: str, column: int) -> None:
    colours = THEMES[theme]
    for token, figures in ON_FLOORS.items():
        worst = min(contrast(colours[token], colours[floor]) for floor in FLOORS)
        assert round(worst, 1) == figures[column], (token, worst)


def test_one_ring_of_a_model_always_stands_out() -> None:
    for theme, ring, least in (("light", "ring-inner", 9.3), ("dark", "ring-outer", 6.3)):
        colours = THEMES[theme]
        assert min(contrast(colours[ring], colours[floor]) for floor in FLOORS) >= least


def test_neighbouring_floors_differ_a_little_on_purpose() -> None:
    for colours in THEMES.values():
        for lower, upper in pairwise(FLOORS[:4]):
            assert 1.14 <= contrast(colours[lower], colours[upper]) <= 1.32


def test_letters_can_be_read_on_every_side() -> None:
    colours = THEMES["light"]
    for side, figure in (("a", 11.3), ("b", 7.9), ("c", 4.6), ("d", 16.1)):
        assert round(contrast(colours[f"side-{side}"], colours[f"side-{side}-ink"]), 1) == pytest.approx(
            figure, abs=0.051
        )


@pytest.mark.parametrize(("sight", "least"), SIDE_DISTANCES.items())
def test_sides_stay_apart_under_every_sight(sight: str, least: float) -> None:
    sides = [THEMES["light"][f"side-{side}"] for side in "abcd"]
    assert round(min(distance(first, other, sight) for first, other in combinations(sides, 2)), 1) == least


def test_state_hues_fall_together_so_that_none_may_stand_without_a_word() -> None:
    states = [THEMES["light"][state] for state in ("ok", "warn", "bad", "info")]
    assert round(min(distance(first, other, "deutan") for first, other in combinations(states, 2)), 1) == 2.4


def test_the_distance_agrees_with_published_values() -> None:
    assert distance("#000000", "#FFFFFF") == pytest.approx(100.0, abs=0.01)
    assert distance("#FF0000", "#FF0000") == 0
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
