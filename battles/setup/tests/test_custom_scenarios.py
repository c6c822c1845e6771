"""A custom scenario from the form to the aftermath: on /play/, and in a league that uses its pack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import SEED
from battles.board import objectives
from battles.core.custom_scenarios import scenario_known
from battles.core.tests.factories import begin_by_button
from battles.models import Aftermath, Battle, BattleStatus
from battles.play.page.screen import engine_of
from battles.setup import match_battles, new_battle
from battles.setup.advice import advice_on
from battles.simulation import bot_battle
from battles.tables.library import table_for
from campaigns.core.tests.factories import league, match_between, now
from campaigns.matches import preparation
from campaigns.models import Campaign, Match
from campaigns.packs import services as packs_services
from catalogue.custom_packs import services as custom_packs_services
from catalogue.custom_packs.tests.factories import draft
from catalogue.custom_packs.tests.test_scenarios import FILLED
from catalogue.models import CustomPack, PackRelease
from catalogue.packs.installed import book

ClientOf = Callable[[User | None], Client]

pytestmark = pytest.mark.django_db

COUNTERS: dict[str, Any] = {
    **FILLED, "name": "Lost Lanterns", "has_attacker": "", "second_place": "edge", "second_distance": "8",
    "aim": "counters", "amount": "1", "win_at_limit": "both", "turn_limit": "3", "models": "30", "deed": "3",
    "table_side": "30",
}  # fmt: skip


def written(owner: User, client: Client, data: dict[str, Any]) -> PackRelease:
    """A pack whose scenario was entered in the form and released with the button."""
    pack = draft(owner)
    client.post(f"/packs/own/{pack.public_id}/scenario/", {**data, "edition": "1"})
    answer = client.post(f"/packs/own/{pack.public_id}/release/", {"edition": "2", "note": "With a scenario"})
    assert answer.status_code == 302
    return PackRelease.objects.select_related("pack").get(pack=pack)


def chosen_by(campaign: Campaign, arbitrator: User, release: PackRelease, left_out: tuple[str, ...] = ()) -> Campaign:
    packs_services.choose(
        campaign_id=campaign.pk,
        actor_id=arbitrator.pk,
        now=now(),
        left_out=left_out,
        own={release.pack.code: release.number},
    )
    campaign.refresh_from_db()
    return campaign


def test_from_the_form_to_a_finished_league_battle_and_its_aftermath(
    arbitrator: User, owner: User, rival: User, client_of: ClientOf
) -> None:
    release = written(arbitrator, client_of(arbitrator), COUNTERS)
    code = f"{release.code}_lost_lanterns"
    campaign = chosen_by(league(arbitrator, [owner, rival]), arbitrator, release)
    match = match_between(campaign, owner, rival)
    page = client_of(arbitrator).get(f"/campaigns/{campaign.slug}/matches/{match.public_id}/").content.decode()
    assert "Lost Lanterns" in page
    preparation.choose_scenario(match_id=match.pk, actor_id=arbitrator.pk, scenario_code=code, now=now())
    table = table_for(seed="lanterns", density="low", size_in=24)
    prepared = match_battles.prepare(match_id=match.pk, table=table, seed=SEED, nonces=("one", "two"))
    assert prepared.terms.scenario_code == code
    assert prepared.terms.scenario["home"]["name"] == "Lost Lanterns"
    run = bot_battle.fight(prepared, SEED, bot="soldier")
    battle = bot_battle.store(prepared, run, actor_id=arbitrator.pk, now=now(), seed=SEED)
    assert battle.status == BattleStatus.FINISHED
    engine = engine_of(battle)
    panel = objectives.scenario_panel(engine.game, engine.state)
    assert panel.name == "Lost Lanterns"
    assert "counters" in panel.aim.lower()
    carrying = [token["by"] for key, token in engine.state.marks.items() if key.startswith("token:") and token["by"]]
    runner.run(battle_id=battle.pk, now=now())
    rows = list(Aftermath.objects.filter(side__battle=battle).select_related("side", "warband"))
    assert len(rows) == 2
    earned = [
        part
        for row in rows
        for line in row.lines.filter(stage="experience")
        for gain in line.data.get("gains", [])
        for part in gain["parts"]
        if part[0] == "carries_counter"
    ]
    assert len(carrying) > 0
    assert sum(amount for _reason, amount in earned) >= 3
    assert all(amount % 3 == 0 for _reason, amount in earned)
    page = client_of(owner).get(f"/battles/{battle.public_id}/")
    assert "Lost Lanterns" in page.content.decode()


def test_the_author_and_readers_of_the_pack_can_choose_the_scenario(
    owner: User, rival: User, stranger: User, client_of: ClientOf
) -> None:
    release = written(owner, client_of(owner), COUNTERS)
    code = f"{release.code}_lost_lanterns"
    assert code in client_of(owner).get("/play/").content.decode()
    data = {"opponent": "bot", "bot": "random", "ruleset": "core", "size_in": "24", "density": "low", "scenario": code}
    assert client_of(stranger).post("/play/", data).status_code == 422
    assert client_of(None).post("/play/", data).status_code == 422
    custom_packs_services.share(pack_id=release.pack_id, visibility="link")
    assert code in client_of(rival).get(f"/play/?scenario={code}").content.decode()
    answer = client_of(rival).post("/play/", {**data, "set_up": "on"})
    assert answer.status_code == 302
    begin_by_button(client_of(rival), answer["Location"])
    battle = Battle.objects.get()
    assert battle.scenario_code == code
    assert battle.table["width"] == 3000
    assert "Lost Lanterns" in client_of(rival).get(answer["Location"]).content.decode()


def test_a_later_version_or_a_closed_pack_changes_no_battle(owner: User, client_of: ClientOf) -> None:
    release = written(owner, client_of(owner), COUNTERS)
    code = f"{release.code}_lost_lanterns"
    battle = new_battle.create_battle(
        actor_id=owner.pk, now=timezone.now(), scenario=code, seed="kept", opponent="hot_seat"
    )
    before = dict(battle.setup["scenario"])
    pack = CustomPack.objects.get()
    custom_packs_services.save_draft(
        pack_id=pack.pk, text=pack.text.replace("turn_limit: 3", "turn_limit: 9"), edition=2, at=now()
    )
    custom_packs_services.release(pack_id=pack.pk, note="", edition=3, at=now())
    battle.refresh_from_db()
    assert battle.setup["scenario"] == before
    assert engine_of(battle).game.scenario["home"]["turns"] == 3


def test_limits_of_forces_are_told_when_the_battle_begins(owner: User, client_of: ClientOf) -> None:
    release = written(owner, client_of(owner), {**COUNTERS, "models": "2"})
    data = {"opponent": "bot", "bot": "random", "ruleset": "core", "size_in": "24", "density": "low"}
    answer = client_of(owner).post("/play/", {**data, "scenario": f"{release.code}_lost_lanterns"})
    assert answer.status_code == 422
    assert "this scenario allows 2." in answer.content.decode()
    assert not Battle.objects.filter(status=BattleStatus.PLAYING).exists()


def test_a_league_draws_what_its_packs_put_on_the_table_and_loses_what_it_leaves_out(
    arbitrator: User, owner: User, rival: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = written(arbitrator, client_of(arbitrator), {**COUNTERS, "table_rolls": ["7"]})
    campaign = league(arbitrator, [owner, rival])
    rolled = iter([2, 3, 2, 3])
    monkeypatch.setattr("campaigns.matches.preparation.secrets.randbelow", lambda _sides: next(rolled))
    printed = match_between(campaign, owner, rival)
    preparation.draw_scenario(match_id=printed.pk, actor_id=arbitrator.pk, now=now())
    assert Match.objects.get(pk=printed.pk).scenario_code == "skirmish"
    chosen_by(campaign, arbitrator, release, left_out=("fanatic",))
    drawn = match_between(campaign, owner, rival)
    preparation.draw_scenario(match_id=drawn.pk, actor_id=arbitrator.pk, now=now())
    assert Match.objects.get(pk=drawn.pk).scenario_code == f"{release.code}_lost_lanterns"
    third = match_between(campaign, owner, rival)
    gone = next(scenario.code for scenario in book().scenarios.values() if scenario.source.pack == "fanatic")
    with pytest.raises(preparation.NoSuchScenario):
        preparation.choose_scenario(match_id=third.pk, actor_id=arbitrator.pk, scenario_code=gone, now=now())
    page = client_of(arbitrator).get(f"/campaigns/{campaign.slug}/matches/{third.public_id}/").content.decode()
    assert f'value="{gone}"' not in page


def test_a_scenario_of_a_pack_that_the_league_does_not_play_with_is_not_fought(
    arbitrator: User, owner: User, rival: User, client_of: ClientOf
) -> None:
    release = written(owner, client_of(owner), COUNTERS)
    code = f"{release.code}_lost_lanterns"
    campaign = league(arbitrator, [owner, rival])
    assert scenario_known(code) is not None
    assert scenario_known(code, campaign.packs) is None
    match = match_between(campaign, owner, rival)
    with pytest.raises(preparation.NoSuchScenario):
        preparation.choose_scenario(match_id=match.pk, actor_id=owner.pk, scenario_code=code, now=now())


def test_advice_about_forces_is_said_once_when_a_battle_is_dealt(owner: User, client_of: ClientOf) -> None:
    data = {"opponent": "bot", "bot": "random", "ruleset": "skirmish", "size_in": "24", "density": "low"}
    client = client_of(owner)
    board = client.post("/play/", {**data, "army": "list:reiklanders", "scenario": "skirmish", "set_up": "on"})[
        "Location"
    ]
    begin_by_button(client, board)
    battle = Battle.objects.get()
    advice = advice_on(battle)
    page = client.get(board).content.decode()
    assert [sentence for sentence in advice if sentence in page] == advice
    assert not [sentence for sentence in advice if sentence in client.get(board).content.decode()]
