"""Charts of a custom pack: only leagues that use it roll on them. Rule: AF-CHART-01"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.campaign_tables import campaign_tables
from battles.aftermath.custom_charts import faults_of
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_stages import decide_all
from battles.aftermath.tests.world import SEED, bloody, surrender
from battles.core import engine_cache
from battles.engine.aftermath.injuries import serious_injuries
from battles.engine.aftermath.rolls import Roller
from battles.engine.dice import StreamDice
from battles.models import Aftermath, AftermathLine, Battle
from battles.setup import match_battles
from battles.tables.library import table_for
from campaigns.administration import services as running_services
from campaigns.members import services as members_services
from campaigns.models import Campaign, Match
from campaigns.packs import services as packs_services
from campaigns.rounds import scheduling
from catalogue.custom_packs.checks.charts import sub_table
from catalogue.custom_packs.library import book_of_release
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.custom_packs.tests.factories import next_version, released
from catalogue.packs.installed import book
from warbands.core.books import book_of
from warbands.core.tests.factories import NOON, assert_reconciled, founded, look
from warbands.models import Warband

pytestmark = pytest.mark.django_db

HEADER = "pack: {code: mist, name: The Mist, tier: 3, publication: House rules, edition: First}\n"
INJURY = "  - {code: chill, name: The Chill, low: 11, high: 66, summary: He is cold for good., effects: [cause_fear]}\n"
PLACES = "".join(
    f"  - {{code: well_{dice}_{face}, name: Bright Well, dice: {dice}, face: {face}, summary: It glows., "
    f"effects: [{{code: gain_gold, amount: 13}}]}}\n"
    for dice in range(2, 7)
    for face in range(1, 7)
)
ADVANCES = (
    "  - {code: grows, name: Grows, table: hero, low: 2, high: 12, "
    "effects: [{code: characteristic_change, characteristic: initiative, amount: 1}]}\n"
)
TABLES = """  - code: numbers
    name: Numbers of the mist
    henchman_injury: [{low: 1, high: 6, summary: Nobody dies of it.}]
    shards_found: [{low: 0, high: null, value: 11}]
    sale_sizes: [{low: 0, high: null, value: 0}]
    sale_prices: [{shards: 1, prices_gc: [9]}]
"""
MIST = f"{HEADER}injuries:\n{INJURY}exploration:\n{PLACES}advances:\n{ADVANCES}replaced_tables:\n{TABLES}"


def league(arbitrator: User, name: str, players: tuple[User, User]) -> Campaign:
    """A league of two with one match."""
    campaign = running_services.create(actor_id=arbitrator.pk, name=name, now=NOON, ruleset="mordheim")
    for person, kind in zip(players, ("reiklanders", "undead"), strict=True):
        warband = founded(person, kind, seed=f"{name} {kind}")
        members_services.join(join_code=campaign.join_code, actor_id=person.pk, warband_id=warband.pk, now=NOON)
    scheduling.plan_round_robin(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=NOON, rounds=1)
    return campaign


def fought(campaign: Campaign, player: User) -> Battle:
    """The league's match fought on the board to a bloody end; its aftermath has begun."""
    chosen = table_for(seed="league", density="low", size_in=24)
    match = Match.objects.get(campaign=campaign)
    battle = match_battles.begin(match_id=match.pk, actor_id=player.pk, table=chosen, now=NOON, seed=SEED)
    engine_cache.forget(battle.public_id)
    surrender(battle, player)
    for row in Aftermath.objects.filter(side__battle=battle).select_related("warband"):
        bloody(row)
    return battle


def played(campaign: Campaign, player: User) -> Battle:
    """The match with a finished aftermath and every choice made."""
    battle = fought(campaign, player)
    while not runner.step(battle_id=battle.pk, now=NOON).is_over:
        pass
    decide_all(battle)
    return battle


def lines(battle: Battle, kind: str) -> list[AftermathLine]:
    return list(AftermathLine.objects.filter(aftermath__side__battle=battle, kind=kind))


def test_a_leagues_aftermath_goes_by_its_packs_charts_and_no_other_does(
    arbitrator: User, owner: User, rival: User
) -> None:
    release = released(arbitrator, MIST)
    misty = league(arbitrator, "Misty", (owner, rival))
    plain = league(arbitrator, "Plain", (owner, rival))
    own = {release.pack.code: release.number}
    packs_services.choose(campaign_id=misty.pk, actor_id=arbitrator.pk, now=NOON, left_out=[], own=own)

    battle = played(misty, rival)
    wounds = lines(battle, "serious_injury")
    assert wounds
    assert {line.data["injury"] for line in wounds} == {f"{release.code}_chill"}
    assert lines(battle, "casualty")
    assert not any(line.data["dies"] for line in lines(battle, "casualty"))
    assert {line.data["shards"] for line in lines(battle, "search")} == {11}
    assert {line.subject_name for line in lines(battle, "location")} == {"Bright Well"}
    assert {band for line in lines(battle, "advance") if (band := line.data["band"]).startswith("own_")}
    prices = {option["gold"] for line in lines(battle, "sale") for option in line.options if "gold" in option}
    assert prices == {9}
    sold = [line.data["gold"] for line in lines(battle, "sale") if line.answer.startswith("sell")]
    assert set(sold) == {9}
    chilled = 0
    for row in Aftermath.objects.filter(side__battle=battle).select_related("warband"):
        assert_reconciled(row.warband)
        marks = [mark["code"] for member in look(row.warband).members.values() for mark in member.injuries]
        chilled += marks.count(f"{release.code}_chill")
    assert chilled == len(wounds)

    elsewhere = played(plain, rival)
    every = AftermathLine.objects.filter(aftermath__side__battle=elsewhere)
    assert lines(elsewhere, "serious_injury")
    assert not any("own_" in str(line.data) for line in every)
    assert 11 not in {line.data["shards"] for line in lines(elsewhere, "search")}


def test_the_charts_come_with_the_league_and_go_with_it(arbitrator: User, owner: User, rival: User) -> None:
    release = released(arbitrator, MIST)
    campaign = league(arbitrator, "Misty", (owner, rival))
    own = {release.pack.code: release.number}
    warband = Warband.objects.get(owner=owner)
    assert book_of(warband) is book()
    packs_services.choose(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=NOON, left_out=[], own=own)
    warband.refresh_from_db()
    assert book_of(warband).injury_at(41).name == "The Chill"
    assert book_of(warband).sale_price_gc(4, 8) == 9
    entry = campaign.entries.get(warband=warband)
    members_services.withdraw(entry_id=entry.pk, actor_id=owner.pk, now=NOON)
    warband.refresh_from_db()
    assert book_of(warband).injury_at(41).code == "full_recovery"
    assert book_of(warband).tables == book().tables


def test_outside_leagues_a_list_of_the_pack_uses_the_printed_charts(owner: User) -> None:
    from catalogue.custom_packs.selectors import sample

    release = released(owner, sample() + f"injuries:\n{INJURY}replaced_tables:\n{TABLES}")
    warband = founded(owner, f"{release.code}_sewer_watch")
    facts = book_of(warband)
    assert f"{release.code}_sewer_watch" in facts.warband_types
    assert facts.injury_at(11).code == "dead"
    assert facts.tables == book().tables
    assert campaign_tables(facts).injuries == campaign_tables(book()).injuries


def test_a_pack_may_replace_a_line_and_leave_the_rest(owner: User) -> None:
    release = released(owner, f"{HEADER}injuries:\n{INJURY.replace('low: 11, high: 66', 'low: 13, high: 14')}")
    table = campaign_tables(book_of_release(release.code)).injuries
    assert [(row.low, row.high, row.name) for row in table[:4]] == [
        (11, 12, "Dead"), (13, 14, "The Chill"), (15, 15, "Dead"), (16, 21, "Multiple Injuries"),
    ]  # fmt: skip
    assert campaign_tables(book()).injuries[0].high == 15


def test_a_new_version_changes_nothing_until_the_arbitrator_takes_it(
    arbitrator: User, owner: User, rival: User
) -> None:
    release = released(arbitrator, MIST)
    campaign = league(arbitrator, "Misty", (owner, rival))
    own = {release.pack.code: 1}
    packs_services.choose(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=NOON, left_out=[], own=own)
    next_version(release, MIST.replace("value: 11", "value: 3"))
    warband = Warband.objects.get(owner=owner)
    assert book_of(warband).shards_for(20) == 11
    packs_services.update_campaign(
        campaign_id=campaign.pk, actor_id=arbitrator.pk, pack_code=release.pack.code, number=2, left=1, now=NOON
    )
    warband.refresh_from_db()
    assert book_of(warband).shards_for(20) == 3


def test_further_rolls_of_a_table_full_of_death_are_counted_and_harmless() -> None:
    """A chart on which every row is fatal except one that rolls again: no further rolls change anything, and nothing
    hangs."""
    text = HEADER + (
        "injuries:\n"
        "  - {code: many, name: Many, low: 11, high: 11, effects: [{code: more_injuries, dice: D6, rerolls: []}]}\n"
        "  - {code: end, name: The End, low: 12, high: 66, effects: [dies]}\n"
    )
    part = read_custom_pack(text).part
    assert part is not None
    from catalogue.custom_packs.library import book_of_part

    table = campaign_tables(book_of_part(part, "own_aaaaaaaa_1")).injuries
    roller = Roller(StreamDice(b"k" * 32, 0), [(1, "typed", 0), (1, "typed", 0), (3, "typed", 0)])
    found = serious_injuries(roller, table, "Otto")
    assert [row.name for row in found] == ["Many"]


EXCEPTIONS = {"captured", "sold_to_the_pits", "fighting_arena", "lamp_light", "lamp_dark", "paw_light", "paw_dark"}
"""Printed rows that are excluded: the captors or the pit carry them out, a hero is chosen by hand, or a wish rolls on
them."""


def test_the_printed_charts_pass_the_checks_for_custom_charts() -> None:
    for kind in ("injuries", "exploration", "advances"):
        for code, row in book().facts_of(kind).items():
            faults = [*sub_table(row.roll, row.outcomes), *faults_of(kind, row)]  # type: ignore[attr-defined]
            assert bool(faults) == (code in EXCEPTIONS), (code, faults)


def spoiled(chance: Random) -> str:
    """The location with some numbers changed at random."""
    rows = MIST.splitlines(keepends=True)
    for _change in range(chance.randint(1, 5)):
        place = chance.randrange(1, len(rows))
        for old in ("13", "11", "66", "12", "low: 2", "value: 0", "[9]", "cause_fear", "initiative"):
            if old in rows[place] and chance.random() < 0.5:
                new = chance.choice(("1", "0", "36", "null", "low: 1", "[1, 2]", "dies", "stupidity", "wounds", "D6"))
                rows[place] = rows[place].replace(old, new, 1)
                break
    return "".join(rows)


@pytest.mark.parametrize("seed", range(60))
def test_every_chart_that_passes_the_check_can_be_rolled_on(seed: int) -> None:
    from catalogue.custom_packs.library import book_of_part

    chance = Random(seed)
    reading = read_custom_pack(spoiled(chance))
    if reading.part is None:
        assert all(problem.line and problem.sentence for problem in reading.problems)
        return
    facts = book_of_part(reading.part, "own_aaaaaaaa_1")
    tables = campaign_tables(facts)
    assert [row.low for row in tables.injuries] == sorted(row.low for row in tables.injuries)
    for number in range(20):
        roller = Roller(StreamDice(bytes([seed, number]) * 16, 0))
        assert serious_injuries(roller, tables.injuries, "Otto")
    for total in range(1, 61):
        assert facts.shards_for(total) >= 0
        assert facts.sale_price_gc(total, total) >= 0


def test_pages_list_the_replaced_charts(
    arbitrator: User, owner: User, client_of: Callable[[User | None], Client]
) -> None:
    release, other = released(arbitrator, MIST), released(arbitrator, MIST.replace("code: mist", "code: fog"))
    client = client_of(arbitrator)
    page = client.get(f"/packs/own/{release.pack.public_id}/").content.decode()
    assert "Replaced charts" in page
    assert "Casualties of Henchmen" in page
    wound = client.get(f"/catalogue/injuries/{release.code}_chill/").content.decode()
    assert "Serious injuries of Heroes" in wound
    assert "Dead" not in wound.split("Serious injuries of Heroes")[1]
    numbers = client.get(f"/catalogue/campaign-tables/{release.code}_numbers/").content.decode()
    assert "Nobody dies of it." in numbers
    assert "Shards found" in numbers
    assert "Nobody dies of it." not in client.get("/catalogue/campaign-tables/").content.decode()

    campaign = running_services.create(actor_id=arbitrator.pk, name="Misty", now=NOON, ruleset="mordheim")
    desk = f"/campaigns/{campaign.slug}/manage/packs/"
    assert "Replaced charts" not in client.get(desk).content.decode()
    own = {release.pack.code: 1}
    packs_services.choose(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=NOON, left_out=[], own=own)
    text = client.get(desk).content.decode()
    assert "Serious injuries: 11-66" in text
    assert "Exploration: every set of dice" in text
    assert "Advances of Heroes: 2-12" in text
    assert "More than one pack replaces these" not in text
    both = {**own, other.pack.code: 1}
    packs_services.choose(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=NOON, left_out=[], own=both)
    assert "More than one pack replaces these" in client.get(desk).content.decode()

    next_version(release, MIST.replace("value: 11", "value: 3"))
    preview = client.get(f"/campaigns/{campaign.slug}/manage/packs/{release.pack.public_id}/").content.decode()
    assert "Charts change too" in preview
    assert "shards_found" in preview


def test_an_aftermath_goes_on_by_the_charts_with_which_it_began(arbitrator: User, owner: User, rival: User) -> None:
    release = released(arbitrator, MIST)
    campaign = league(arbitrator, "Misty", (owner, rival))
    choice = {"campaign_id": campaign.pk, "actor_id": arbitrator.pk, "now": NOON, "left_out": []}
    packs_services.choose(**choice, own={release.pack.code: 1})
    battle = fought(campaign, rival)
    packs_services.choose(**choice, own={})
    assert book_of(Warband.objects.get(owner=owner)).injury_at(41).code == "full_recovery"
    runner.step(battle_id=battle.pk, now=NOON)
    while not lines(battle, "serious_injury"):
        runner.step(battle_id=battle.pk, now=NOON)
    assert {line.data["injury_name"] for line in lines(battle, "serious_injury")} == {"The Chill"}
