"""Statistics, charts, awards, the graveyard; the formula and its tie-breaks; the standings from events alone."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.administration import services as running_services
from campaigns.core.tests.factories import entry_of, league, now, won
from campaigns.matches import results
from campaigns.members import awards
from campaigns.standings.rules import Formula, Result, fold, formula_from, placed, standings
from campaigns.standings.selectors import formula_of, results_from_events, results_of, standings_of
from campaigns.statistics.charts import Series, bar_chart, line_chart, steps
from campaigns.statistics.selectors import dead_warriors_of, figures_of
from warbands.core.ledger import ActionContext
from warbands.roster import casualties


@pytest.fixture
def ashes(arbitrator, owner, rival):
    campaign = league(arbitrator, [owner, rival])
    won(campaign, owner, rival, (1, 3))
    won(campaign, rival, owner, (0, 2))
    won(campaign, owner, rival, (2, 4))
    return campaign


def meeting(first: int, other: int, ratings=(100, 100), kills=(2, 1)) -> list[Result]:
    return [
        Result(first, "win", *kills, other, *ratings),
        Result(other, "loss", *reversed(kills), first, *reversed(ratings)),
    ]


def test_bonus_points_for_kills_districts_and_beating_the_stronger() -> None:
    formula = Formula(per_kill=1, per_district=2, underdog_bonus=5, underdog_from=50)
    table = standings([1, 2], meeting(1, 2, (100, 150)), {}, formula, {2: 3})
    by_entry = {line.entry: line for line in table}
    assert (by_entry[1].points, by_entry[1].bonus) == (3 + 2 + 5, 7)
    assert (by_entry[2].points, by_entry[2].bonus) == (1 + 6, 7)
    assert standings([1, 2], meeting(1, 2, (100, 149)), {}, formula)[0].points == 5


@pytest.mark.parametrize(
    ("tie_break", "first"),
    [("head_to_head", 1), ("opponents", 2), ("kills", 2), ("difference", 2), ("losses", 1), ("rating", 1)],
)
def test_equal_points_are_parted_as_the_league_says(tie_break, first) -> None:
    played = [*meeting(1, 2, kills=(1, 3)), *meeting(2, 3, kills=(6, 4)), *meeting(3, 4), *meeting(3, 4)]
    table = standings([1, 2, 3, 4], played, {1: 500, 2: 400}, Formula(tie_breaks=(tie_break,)))
    assert [line.entry for line in table] == [3, first, 3 - first, 4]
    assert [line.place for line in table] == [1, 2, 3, 4]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda pair: pair[0] != pair[1]), max_size=30))
def test_folding_first_and_placing_later_is_the_same(played) -> None:
    listed = [part for first, other in played for part in meeting(first, other)]
    formula = Formula(per_kill=1, tie_breaks=("head_to_head", "opponents", "difference"))
    assert placed(range(6), fold(listed, formula), {}, formula) == standings(range(6), listed, {}, formula)


def test_a_stored_formula_out_of_range_is_the_usual() -> None:
    usual = Formula()
    hostile = {"per_kill": -4, "underdog_from": "x", "tie_breaks": ["nonsense", "kills"]}
    assert formula_from((3, 1, 0), {}) == usual
    assert formula_from((3, 1, 0), hostile) == Formula(tie_breaks=("kills",))


@given(st.integers(0, 100_000))
def test_the_grid_of_a_chart_holds_every_value_in_few_lines(most) -> None:
    values = steps(most)
    assert values[0] == 0
    assert values[-1] >= most
    assert 2 <= len(values) <= 7


def test_charts_of_nothing_are_none_and_labels_do_not_cover_each_other() -> None:
    assert line_chart([], "", "") is None
    assert bar_chart([("a", [("won", 0)], "")]) is None
    chart = line_chart([Series(str(n), [(0, 100, ""), (5, 100 + n, "")]) for n in range(6)], "a", "b")
    assert chart is not None
    heights = sorted(line.label_y for line in chart.lines)
    assert all(after - before >= 17 for before, after in itertools.pairwise(heights))


@pytest.mark.django_db
def test_the_standings_can_be_computed_from_events_alone(ashes, arbitrator, owner, rival) -> None:
    match = ashes.matches.order_by("pk")[1]
    results.rule(
        match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=entry_of(ashes, owner).pk, reason="So", now=now()
    )
    entries = list(ashes.entries.values_list("pk", flat=True))
    formula = formula_of(ashes)
    by_rows, by_events = results_of(ashes.pk), results_from_events(ashes)
    assert len(by_rows) == 6
    assert standings(entries, by_rows, {}, formula) == standings(entries, by_events, {}, formula)


@pytest.mark.django_db
def test_a_change_of_formula_or_result_changes_the_table_at_once(ashes, arbitrator, owner, rival) -> None:
    assert [row.line.points for row in standings_of(ashes)] == [6, 3]
    running_services.change(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), formula={"per_kill": 1})
    ashes.refresh_from_db()
    assert {row.entry.player_id: row.line.points for row in standings_of(ashes)} == {owner.pk: 13, rival.pk: 8}
    won(ashes, rival, owner)
    assert {row.entry.player_id: row.line.points for row in standings_of(ashes)} == {owner.pk: 13, rival.pk: 11}


@pytest.mark.django_db
def test_the_page_draws_charts_honours_killers_and_graves(ashes, arbitrator, owner, rival, client_of) -> None:
    band = entry_of(ashes, owner).warband
    hero = band.warriors.order_by("position")[1]
    casualties.battle_fought(
        warband_id=band.pk,
        fighters=[hero.public_id],
        kills={hero.public_id: 4},
        by=ActionContext(actor_id=None, at=now()),
    )
    casualties.kill(
        warband_id=band.pk, warrior=hero.public_id, by=ActionContext(actor_id=None, at=now()), because="a fall"
    )
    figures = figures_of(ashes)
    assert (figures.battles, figures.warbands, figures.kills) == (3, 2, 12)
    assert [killer.kills for killer in figures.killers] == [4]
    assert figures.ratings is not None
    assert [len(line.dots) for line in figures.ratings.lines] == [4, 4]
    assert {honour.title for honour in figures.honours} >= {"Most victories", "Sharpest blades", "Never missing"}
    assert [grave.name for _pk, grave in dead_warriors_of(ashes)] == [hero.name]
    page = client_of(None).get(f"/campaigns/{ashes.slug}/statistics/").content.decode()
    assert page.count("<polyline") == 2
    assert hero.name in page
    assert "Give an award" not in page
    assert hero.name in client_of(None).get(f"/campaigns/{ashes.slug}/graveyard/").content.decode()


@pytest.mark.django_db
def test_an_arbitrator_gives_an_award_and_takes_it_back(ashes, arbitrator, owner, client_of) -> None:
    client, url = client_of(arbitrator), f"/campaigns/{ashes.slug}/awards/"
    entry = entry_of(ashes, owner).public_id
    sent = {"title": "Best painted", "entry": entry, "reason": "The banner", "idempotency_key": "one"}
    for _press in range(2):
        assert client.post(url, sent).status_code == 302
    assert ashes.awards.count() == 1
    assert "Best painted" in client_of(None).get(f"/campaigns/{ashes.slug}/chronicle/").content.decode()
    assert client.post(url, {"title": ""}).status_code == 422
    assert client_of(owner).post(url, sent).status_code == 403
    given = ashes.awards.get().public_id
    for _press in range(2):
        awards.withdraw_award(campaign_id=ashes.pk, actor_id=arbitrator.pk, award=given)
    assert "Best painted" not in client_of(None).get(f"/campaigns/{ashes.slug}/chronicle/").content.decode()


@pytest.mark.django_db
def test_the_desk_keeps_the_formula(ashes, arbitrator, client_of) -> None:
    sent = {"per_kill": "2", "tie_break_1": "kills", "tie_break_2": "kills", "tie_break_3": "won"}
    assert client_of(arbitrator).post(f"/campaigns/{ashes.slug}/manage/formula/", sent).status_code == 302
    ashes.refresh_from_db()
    assert formula_of(ashes) == Formula(per_kill=2, tie_breaks=("kills", "won"))
    rules = client_of(None).get(f"/campaigns/{ashes.slug}/rules/").content.decode()
    assert "Each enemy taken out of action adds 2." in rules
    assert "Tie-breaks: enemies taken out, then by matches won." in rules
