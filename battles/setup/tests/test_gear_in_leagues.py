"""Pages of a warband show what equipment does in the ruleset of its league."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.urls import reverse

from accounts.models import User
from battles.aftermath.context import AftermathContext
from battles.aftermath.market.panel import panel_of
from battles.aftermath.tests.world import at_rest
from battles.models import Aftermath, AftermathLine
from campaigns.core.tests.factories import league, now
from campaigns.house_rules import services as house_rules_services
from campaigns.members import services as members_services
from campaigns.models import Campaign
from warbands.builder import founding
from warbands.core.tests.factories import NOON, by
from warbands.models import Warband
from warbands.trading import services as trading_services

pytestmark = pytest.mark.django_db

CANNOT_PARRY = "Gazette: Cannot parry."
NO_HELMET = "Gazette: Does not help against a stunned result."


@pytest.fixture
def gazette(arbitrator: User, owner: User) -> Campaign:
    return league(arbitrator, [owner], ruleset="gazette")


def page(client: Any, name: str, warband: Warband) -> str:
    return str(client.get(reverse(f"warbands:{name}", args=[warband.public_id])).content.decode())


def test_the_kit_panel_and_the_trade_page_say_it_in_a_league(gazette: Campaign, owner: User, client_of: Any) -> None:
    warband = Warband.objects.get(entries__campaign=gazette, owner=owner)
    assert warband.league_ruleset == "gazette"
    client = client_of(owner)
    for name in ("roster", "trade"):
        body = page(client, name, warband)
        assert CANNOT_PARRY in body, name
        assert NO_HELMET in body, name


def test_the_stash_shows_the_note_of_the_ruleset(gazette: Campaign, owner: User, client_of: Any) -> None:
    warband = Warband.objects.get(entries__campaign=gazette, owner=owner)
    Warband.objects.filter(pk=warband.pk).update(treasury_gc=50)
    trading_services.buy(warband_id=warband.pk, item="sword", by=by(owner))
    assert f'<p class="ruleset-note">{CANNOT_PARRY}</p>' in page(client_of(owner), "trade", warband)


def test_outside_leagues_no_note_of_a_ruleset_is_shown(gazette: Campaign, owner: User, client_of: Any) -> None:
    warband = Warband.objects.get(entries__campaign=gazette, owner=owner)
    members_services.withdraw(entry_id=warband.entries.get().pk, actor_id=owner.pk, now=now())
    warband.refresh_from_db()
    assert warband.league_ruleset == ""
    assert "Cannot parry" not in page(client_of(owner), "roster", warband)


def test_a_draft_for_a_league_shows_the_note_of_the_ruleset(gazette: Campaign, owner: User, client_of: Any) -> None:
    started = founding.start_draft(
        owner_id=owner.pk, warband_type="reiklanders", at=NOON, league_ruleset=gazette.ruleset
    )
    body = page(client_of(owner), "draft", Warband.objects.get(pk=started.warband_id))
    assert CANNOT_PARRY in body
    assert NO_HELMET in body


def test_a_warband_founded_at_the_invitation_knows_the_ruleset(gazette: Campaign, rival: User) -> None:
    entry = members_services.join_with_new(
        join_code=gazette.join_code, actor_id=rival.pk, warband_type="reiklanders", now=now()
    )
    assert entry.warband.league_ruleset == "gazette"


def test_new_house_rules_keep_the_ruleset(gazette: Campaign, arbitrator: User, owner: User) -> None:
    house_rules_services.change(
        campaign_id=gazette.pk, actor_id=arbitrator.pk, now=now(), switches={"ro_extra_models": 1}
    )
    assert Warband.objects.get(entries__campaign=gazette, owner=owner).league_ruleset == "gazette"


def test_rare_items_in_the_aftermath_show_the_note_of_the_ruleset(owner: User, rival: User) -> None:
    battle = at_rest(owner, rival, gold=200, shards=3)
    row = Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")
    Warband.objects.filter(pk=row.warband_id).update(league_ruleset="gazette")
    account = AftermathContext(row, NOON)
    panel = panel_of(row, list(AftermathLine.objects.filter(aftermath=row)), account)
    notes = {offer.value: offer.note for _label, offers in panel.goods for offer in offers}
    assert "Gazette: A 6 to hit wounds without a roll." in notes["black_lotus"]
    assert "Gazette" not in notes["lucky_charm"]


def test_warbands_of_leagues_that_run_already_are_given_their_ruleset(gazette: Campaign, owner: User) -> None:
    Warband.objects.update(league_ruleset="")
    import_module("campaigns.migrations.0007_rulesets_on_rosters").store_rulesets(apps, None)
    assert Warband.objects.get(entries__campaign=gazette, owner=owner).league_ruleset == "gazette"
