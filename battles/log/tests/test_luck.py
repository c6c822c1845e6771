"""Luck by turn, its chart, and what is stored of it."""

from __future__ import annotations

import pytest

from battles.core.tests.factories import give, hot_seat
from battles.engine import events as log
from battles.engine.commands import Resign
from battles.log.luck import Tally, luck_of, odds_of, signed
from battles.log.luck_chart import chart_of
from battles.log.stored_luck import luck_of_battle
from battles.models import BattleEvent
from campaigns.core.tests.factories import entry_of, league, match_between, won
from campaigns.statistics.selectors import figures_of


@pytest.mark.parametrize(
    ("roll", "chance"),
    [
        (log.Rolled("hit", "a1", (4,), 4, True), 3 / 6),
        (log.Rolled("hit", "a1", (4,), 1, True), 5 / 6),
        (log.Rolled("ld", "a1", (3, 4), 7, True), 21 / 36),
        (log.Rolled("char", "a1", (2,), 3, True), 3 / 6),
        (log.Rolled("hit", "a1", (6,), 7, True), None),
        (log.Rolled("injury", "a1", (6,)), None),
    ],
)
def test_the_odds_of_a_roll(roll: log.Rolled, chance: float | None) -> None:
    assert odds_of(roll) == (None if chance is None else pytest.approx(chance))


def test_luck_is_counted_by_turn_and_rolls_before_the_first_one_belong_to_it() -> None:
    events: list[log.Event] = [
        log.Rolled("hit", "a1", (4,), 4, True),
        log.TurnBegan("a", 1),
        log.Rolled("hit", "a1", (2,), 4, False),
        log.Rolled("injury", "a1", (6,)),
        log.TurnBegan("b", 1),
        log.Rolled("ld", "b", (3, 4), 7, True),
        log.TurnBegan("a", 2),
        log.Rolled("hit", "a1", (6,), 4, True),
    ]
    found = luck_of(["a", "b"], events)
    assert found["a"].by_turn == {1: Tally(2, 1, 1.0), 2: Tally(1, 1, 0.5)}
    assert found["a"].whole == Tally(3, 2, 1.5)
    assert found["a"].up_to(1).luck == 0
    assert found["b"].whole.luck == pytest.approx(1 - 21 / 36)


def test_numbers_have_their_sign() -> None:
    assert [signed(value) for value in (1.74, -0.36, 0.04, -0.04)] == ["+1.7", "−0.4", "0", "0"]
    assert [signed(value, places=0) for value in (3, 0, -3)] == ["+3", "0", "−3"]


def test_the_chart_has_a_line_for_each_side_and_says_the_same_in_a_table_and_a_sentence() -> None:
    events: list[log.Event] = [
        log.TurnBegan("a", 1),
        log.Rolled("hit", "a1", (4,), 4, True),
        log.TurnBegan("a", 2),
        log.Rolled("hit", "a1", (4,), 4, True),
        log.TurnBegan("b", 2),
        log.Rolled("hit", "b1", (1,), 4, False),
    ]
    luck = luck_of(["a", "b"], events)
    chart = chart_of([("a", "Reiks", luck["a"]), ("b", "Gnash", luck["b"])])
    assert chart is not None
    mine, theirs = chart.lines
    assert [point.title for point in mine.points] == ["Reiks, turn 1: +0.5", "Reiks, turn 2: +1.0"]
    assert [point.title for point in theirs.points] == ["Gnash, turn 1: 0", "Gnash, turn 2: −0.5"]
    assert mine.points[1].y < mine.points[0].y < chart.zero == theirs.points[0].y < theirs.points[1].y
    assert all(0 < point.y < chart.bottom for line in chart.lines for point in line.points)
    assert [(row.turn, row.values) for row in chart.rows] == [(1, ("+0.5", "0")), (2, ("+1.0", "−0.5"))]
    assert chart.text == "Luck by turn, in rolls above or below the odds: Reiks ends at +1.0; Gnash ends at −0.5."


def test_a_battle_without_rolls_has_no_chart_and_a_long_one_few_labels() -> None:
    assert chart_of([("a", "Reiks", luck_of(["a"], [])["a"])]) is None
    long: list[log.Event] = []
    for turn in range(1, 31):
        long += [log.TurnBegan("a", turn), log.Rolled("hit", "a1", (4,), 4, True)]
    chart = chart_of([("a", "Reiks", luck_of(["a"], long)["a"])])
    assert chart is not None
    assert len(chart.turns) <= 8
    assert len(chart.rows) == 30


@pytest.mark.django_db
def test_the_luck_of_each_side_is_stored_when_the_battle_ends(owner) -> None:
    battle = hot_seat(owner)
    assert [side.luck for side in battle.sides.all()] == [None, None]
    rolled = log.Rolled("hit", "a1", (6,), 4, True), log.Rolled("hit", "b1", (1,), 4, False)
    run = BattleEvent.objects.filter(battle=battle, has_dice=True).latest("seq")
    run.data = [*run.data, *(log.to_data(event) for event in rolled)]
    run.save(update_fields=["data"])
    give(battle, owner, Resign())
    stored = {side.letter: side.luck for side in battle.sides.all()}
    assert stored == {"a": [1, 1, 0.5], "b": [1, 0, 0.5]} == luck_of_battle(battle)


@pytest.mark.django_db
def test_a_league_adds_up_the_luck_of_its_confirmed_battles(arbitrator, owner, rival, client_of) -> None:
    campaign = league(arbitrator, [owner, rival])
    bands = [entry_of(campaign, user).warband for user in (owner, rival)]
    for luck in (([40, 22, 18.5], [30, 10, 12.0]), ([20, 9, 9.5], [10, 5, 5.0])):
        match = won(campaign, owner, rival)
        battle = hot_seat(owner)
        battle.match, battle.status = match, "finished"
        battle.save(update_fields=["match", "status"])
        for side, warband, figures in zip(battle.sides.order_by("letter"), bands, luck, strict=True):
            side.warband, side.luck = warband, figures
            side.save(update_fields=["warband", "luck"])
    # Battles of matches that are not confirmed are left out.
    planned = hot_seat(owner)
    planned.match, planned.status = match_between(campaign, owner, rival), "finished"
    planned.save(update_fields=["match", "status"])
    planned.sides.filter(letter="a").update(warband=bands[0], luck=[9, 9, 1.0])
    rows = figures_of(campaign).luck
    assert [(row.name, row.luck.battles, row.luck.rolls, row.luck.text) for row in rows] == [
        (bands[0].name, 2, 60, "+3.0"),
        (bands[1].name, 2, 40, "−2.0"),
    ]
    assert (rows[0].start, rows[0].length) == (50, 50)
    assert (rows[1].start, rows[1].start + rows[1].length) == (pytest.approx(16.7), 50)
    page = client_of(None).get(f"/campaigns/{campaign.slug}/statistics/").content.decode()
    assert "+3.0" in page
    assert "−2.0" in page
    assert page.count("luck-part") == 2
    sent = client_of(None).get(f"/api/v1/campaigns/{campaign.slug}/statistics/").json()["luck"]
    assert sent == [
        {"entry": rows[0].entry, "warband": bands[0].name, "battles": 2, "rolls": 60, "successes": 31,
         "expected": 28.0, "luck": 3.0},
        {"entry": rows[1].entry, "warband": bands[1].name, "battles": 2, "rolls": 40, "successes": 15,
         "expected": 17.0, "luck": -2.0},
    ]  # fmt: skip
