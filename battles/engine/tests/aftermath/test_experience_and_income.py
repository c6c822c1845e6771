"""Experience, advances, the search and the sale, on the tables of the rulebook."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.aftermath.campaign_tables import campaign_tables
from battles.engine.aftermath.advances import roll_advance
from battles.engine.aftermath.experience import BattleFacts, Survivor, advances_due, gains
from battles.engine.aftermath.exploration import after_check, dice_allowed, location_at, read, roll_location, search
from battles.engine.aftermath.income import sale_price_gc
from battles.engine.aftermath.rolls import Roller, dice_in
from battles.engine.dice import PlainDice, ScriptedDice
from battles.engine.profile import CHARACTERISTICS
from catalogue.packs.installed import book

HUMAN = dict(zip(CHARACTERISTICS, (4, 3, 3, 3, 3, 1, 3, 1, 7), strict=True))
MOST = dict(zip(CHARACTERISTICS, (4, 6, 6, 4, 4, 3, 6, 4, 9), strict=True))


@pytest.fixture(scope="module")
def tables():
    return campaign_tables(book())


def test_a_surviving_leader_of_the_winners_is_counted_with_reasons(tables):
    found = gains(
        (Survivor("otto", True, kills=2, is_leader=True), Survivor("zealots", False, kills=1)),
        tables.awards["skirmish"],
        BattleFacts(won=True, rating_behind=60),
        tables.underdog,
    )
    assert [tuple(gain) for gain in found] == [
        ("otto", "survives", 1),
        ("otto", "winning_leader", 1),
        ("otto", "enemy_out_of_action", 2),
        ("otto", "underdog", 1),
        ("zealots", "survives", 1),
        ("zealots", "underdog", 1),
    ]


def test_the_dead_and_the_absent_learn_nothing(tables):
    idle = (
        Survivor("a", True, alive=False),
        Survivor("b", True, fought=False),
        Survivor("c", False, gains_experience=False),
    )
    assert gains(idle, tables.awards[""], BattleFacts(won=True), tables.underdog) == ()


def test_thresholds_crossed_are_advances(tables):
    assert advances_due(0, 4, tables.hero_thresholds) == 2
    assert advances_due(20, 24, tables.hero_thresholds) == 1
    assert advances_due(90, 200, tables.hero_thresholds) == 0
    assert advances_due(0, 14, tables.henchman_thresholds) == 4


def test_a_seven_lets_the_player_choose(tables):
    result = roll_advance(Roller(ScriptedDice(3, 4)), tables.hero_advances, "otto", now=HUMAN, maxima=MOST)
    assert [option.characteristic for option in result.options] == ["weapon_skill", "ballistic_skill"]


def test_a_full_characteristic_gives_the_other_of_its_band(tables):
    now = {**HUMAN, "strength": 4}
    result = roll_advance(Roller(ScriptedDice(3, 3, 2)), tables.hero_advances, "otto", now=now, maxima=MOST)
    assert result.was_full
    assert [option.characteristic for option in result.options] == ["attacks"]


def test_a_wizard_may_take_a_spell_for_a_skill(tables):
    result = roll_advance(
        Roller(ScriptedDice(1, 2)), tables.hero_advances, "otto", now=HUMAN, maxima=MOST, is_wizard=True
    )
    assert [option.kind for option in result.options] == ["skill", "spell"]


def test_a_group_raises_each_characteristic_once(tables):
    result = roll_advance(
        Roller(ScriptedDice(2, 3, 1, 1)),
        tables.henchman_advances,
        "zealots",
        now=HUMAN,
        maxima=MOST,
        rises={"strength": 1},
        rise_limit=tables.rise_limit,
    )
    assert [option.characteristic for option in result.options] == ["initiative"]


@given(seed=st.integers(0, 10_000), full=st.sets(st.sampled_from(sorted(HUMAN))))
def test_an_advance_never_passes_the_maximum(seed, full):
    tables = campaign_tables(book())
    now = {name: MOST[name] if name in full else value for name, value in HUMAN.items()}
    result = roll_advance(Roller(PlainDice(seed)), tables.hero_advances, "otto", now=now, maxima=MOST)
    assert all(
        option.kind != "characteristic" or now[option.characteristic] < MOST[option.characteristic]
        for option in result.options
    )


def test_one_die_a_hero_and_one_for_the_win():
    assert dice_allowed(heroes_standing=3, won=True) == 4
    assert dice_allowed(heroes_standing=6, won=True) == 6
    assert dice_allowed(heroes_standing=5, won=True, cap=3) == 3
    assert dice_allowed(heroes_standing=0, won=False) == 0


def test_the_most_equal_dice_name_the_place_and_ties_go_high(tables):
    assert read((1, 1, 4, 4), tables.shards_found).found == (2, 4)
    assert read((1, 1, 1, 6, 6), tables.shards_found).found == (3, 1)
    assert read((1, 2, 3), tables.shards_found).found is None
    assert read((6, 6, 6), tables.shards_found).shards == 4
    assert read((), tables.shards_found).shards == 0


def test_a_shop_pays_what_was_rolled(tables):
    row = location_at(tables.locations, (2, 2))
    find = roll_location(Roller(ScriptedDice(1)), row, frozenset())
    assert find.effects == (("gain_gold", {"amount": 1}), ("gain_item", {"item": "lucky_charm", "amount": 1}))


def test_a_tavern_waits_for_the_leaders_check_unless_it_passes_automatically(tables):
    row = location_at(tables.locations, (3, 1))
    assert roll_location(Roller(ScriptedDice()), row, frozenset()).check is not None
    assert roll_location(Roller(ScriptedDice()), row, frozenset({"undead"})).effects == (
        ("gain_gold", {"dice": "4D6"}),
    )
    assert after_check(row, frozenset(), passed=False) == (("gain_gold", {"dice": "D6"}),)


def test_a_double_at_the_merchants_house_is_a_token(tables):
    row = location_at(tables.locations, (5, 4))
    assert roll_location(Roller(ScriptedDice(3, 3)), row, frozenset()).effects[0][0] == "gain_skill"
    assert roll_location(Roller(ScriptedDice(3, 4)), row, frozenset()).effects == (("gain_gold", {"amount": 35}),)


def test_every_location_can_be_searched_by_everyone(tables):
    for row in tables.locations:
        for tags in (
            frozenset({"undead"}),
            frozenset({"skaven"}),
            frozenset({"witch_hunters"}),
            frozenset({"reiklanders"}),
        ):
            for seed in range(12):
                find = roll_location(Roller(PlainDice(seed)), row, tags)
                assert all(code != "gain_gold_rolled" for code, _ in find.effects)


@given(faces=st.lists(st.integers(1, 6), max_size=6))
def test_more_on_the_dice_never_finds_fewer_shards(faces):
    tables = campaign_tables(book())
    higher = tuple(min(6, face + 1) for face in faces)
    assert read(higher, tables.shards_found).shards >= read(tuple(faces), tables.shards_found).shards


def test_the_search_keeps_its_dice(tables):
    roller = Roller(ScriptedDice(2, 2, 5))
    assert search(roller, 3, tables.shards_found).faces == (2, 2, 5)
    assert roller.notes[0].faces == (2, 2, 5)


def test_small_warbands_sell_for_more(tables):
    assert sale_price_gc(1, 3, tables.sale_prices, tables.sale_sizes) == 45
    assert sale_price_gc(8, 20, tables.sale_prices, tables.sale_sizes) == 100
    assert sale_price_gc(0, 3, tables.sale_prices, tables.sale_sizes) == 0


@pytest.mark.parametrize(
    ("notation", "faces", "result"),
    [("D66", (3, 5), 35), ("2D6x5", (1, 2), 15), ("D3", (5,), 3), ("4D6", (1, 1, 1, 1), 4)],
)
def test_dice_are_read_as_the_catalogue_writes_them(notation, faces, result):
    assert Roller(ScriptedDice(*faces)).roll(notation, "x") == result
    assert dice_in(notation) == len(faces)


def test_typed_dice_stand_for_rolled_ones():
    roller = Roller(ScriptedDice(), [(4, "typed", 0), (2, "typed", 0)])
    assert roller.roll("2D6", "x") == 6
