"""Experience thresholds set by a league: they apply to rosters, aftermaths, files and the rules page."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from accounts.models import User
from campaigns.core.tests.factories import entry_of, league, now
from campaigns.house_rules import services as house_rules_services
from campaigns.house_rules.forms import HouseForm
from campaigns.house_rules.switches import BadHouseRules
from campaigns.house_rules.text import differences
from campaigns.members import services as members_services
from campaigns.models import Campaign
from catalogue.packs.installed import book
from warbands.core.books import book_of
from warbands.core.state import GROUP
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import by, founded
from warbands.models import Warband
from warbands.roster import advances
from warbands.shared.house_rule_text import house_lines
from warbands.shared.sheet import roster_of

pytestmark = pytest.mark.django_db
HEROES, HENCHMEN = [3, 6, 10, 22, 30], [4, 9]
STRICT = {"ro_hero_advances": HEROES, "ro_henchman_advances": HENCHMEN}


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival])


def change(campaign: Campaign, actor: User, **switches: object) -> Campaign:
    return house_rules_services.change(campaign_id=campaign.pk, actor_id=actor.pk, now=now(), switches=switches)


def warband_of(campaign: Campaign, player: User) -> Warband:
    return Warband.objects.get(pk=entry_of(campaign, player).warband_id)


def test_rosters_and_advances_use_the_thresholds_of_the_league(ashes: Campaign, arbitrator: User, owner: User) -> None:
    usual = warband_of(ashes, owner)
    youth = next(member for member in load_state(usual).active("hero") if member.experience_at_start == 0)
    advances.grant_experience(warband_id=usual.pk, warrior=youth.key, points=3, by=by(owner))
    due = {warrior.key: warrior.advances_due for warrior in roster_of(warband_of(ashes, owner)).warriors}
    assert due[youth.key] == sum(1 for line in book().tables.hero_advances_at if line <= 3)
    change(ashes, arbitrator, **STRICT)
    roster = roster_of(warband_of(ashes, owner))
    hero = next(warrior for warrior in roster.warriors if warrior.key == youth.key)
    assert (hero.advances_due, list(hero.lines)) == (1, HEROES)
    group = next(warrior for warrior in roster.warriors if warrior.kind == GROUP)
    assert list(group.lines) == HENCHMEN
    facts = book_of(warband_of(ashes, owner))
    assert facts is book_of(warband_of(ashes, owner))
    assert (list(facts.tables.hero_advances_at), facts.items) == (HEROES, book().items)
    assert book().tables.hero_advances_at != facts.tables.hero_advances_at
    change(ashes, arbitrator)
    assert book_of(warband_of(ashes, owner)).tables == book().tables


def test_new_members_of_the_league_get_its_thresholds(arbitrator: User, owner: User, rival: User) -> None:
    campaign = league(arbitrator, house_rules={"ro_henchman_advances": HENCHMEN})
    warband = founded(owner)
    members_services.join(join_code=campaign.join_code, actor_id=owner.pk, warband_id=warband.pk, now=now())
    warband.refresh_from_db()
    assert list(book_of(warband).tables.henchman_advances_at) == HENCHMEN
    assert book_of(warband).tables.hero_advances_at == book().tables.hero_advances_at
    notes = house_rules_services.for_founding(campaign.house_rules)
    assert notes == [{"code": "ro_henchman_advances", "amount": 2, "values": HENCHMEN}]
    assert house_lines(notes) == ("henchmen advance at 4, 9 experience",)


def test_changed_thresholds_are_shown_on_pages_and_in_files(
    ashes: Campaign, arbitrator: User, owner: User, client_of
) -> None:
    change(ashes, arbitrator, **STRICT)
    ashes.refresh_from_db()
    changes = {str(line.name): (str(line.now), str(line.was)) for line in differences(ashes)}
    printed = ", ".join(map(str, book().tables.hero_advances_at))
    assert changes["When heroes advance"] == ("3, 6, 10, 22, 30", printed)
    page = client_of(owner).get(reverse("campaigns:rules", args=[ashes.slug])).content.decode()
    assert "3, 6, 10, 22, 30" in page
    warband = warband_of(ashes, owner)
    sheet = client_of(owner).get(reverse("warbands:print", args=[warband.public_id])).content.decode()
    assert "heroes advance at 3, 6, 10, 22, 30 experience" in sheet
    api = client_of(owner).get(reverse("api-warband", args=[warband.public_id])).json()
    assert {"code": "ro_hero_advances", "amount": 5, "values": HEROES} in api["house_rules"]
    chronicle = client_of(owner).get(reverse("campaigns:chronicle", args=[ashes.slug])).content.decode()
    assert "3, 6, 10, 22, 30" in chronicle


def test_the_form_reads_numbers_and_shows_them(ashes: Campaign) -> None:
    form = HouseForm({"ro_hero_advances": " 3 6,10;22 30 ", "ro_henchman_advances": ""}, ruleset="core")
    assert form.is_valid(), form.errors
    assert form.house_rules == {"ro_hero_advances": HEROES}
    shown = HouseForm.showing(STRICT, "core")
    assert 'value="3, 6, 10, 22, 30"' in str(shown["ro_hero_advances"])
    assert "Default: as printed: 2, 4, 6" in str(shown["ro_hero_advances"].help_text)
    for bad in ("3 3", "6 3", "0 4", "x", "4 501", "-2", "1.5", " ".join(map(str, range(1, 63)))):
        assert "ro_hero_advances" in HouseForm({"ro_hero_advances": bad}, ruleset="core").errors, bad


@pytest.mark.parametrize("bad", [5, "3 6", [3, 3], [0, 2], [2, 501], [True], ["3"], list(range(1, 63)), {"a": 1}])
def test_invalid_thresholds_are_refused(ashes: Campaign, arbitrator: User, bad: object) -> None:
    with pytest.raises(BadHouseRules):
        change(ashes, arbitrator, ro_hero_advances=bad)
    assert json.dumps(Campaign.objects.get(pk=ashes.pk).house_rules) == "{}"
