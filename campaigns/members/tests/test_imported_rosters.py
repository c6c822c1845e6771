"""The arbitrator and the league see that a roster was imported, and from what; the arbitrator can refuse it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from campaigns.core.tests.factories import entry_of, league
from campaigns.members import services as members_services
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.exchange import services
from warbands.exchange.save import save_of
from warbands.models import Warband

pytestmark = pytest.mark.django_db


def imported(user: User) -> Warband:
    """A founded warband of this user, from a roster of BattleScribe."""
    document = save_of(load_state(founded(user)))
    started = services.import_warband(owner_id=user.pk, save=document, source="battlescribe", at=timezone.now())
    return Warband.objects.get(pk=started.warband_id)


def test_an_imported_roster_is_marked_in_its_league(owner: User, rival: User, arbitrator: User, client: Client) -> None:
    campaign, roster = league(arbitrator), imported(owner)
    for user, warband in ((owner, roster), (rival, founded(rival))):
        members_services.join(join_code=campaign.join_code, actor_id=user.pk, warband_id=warband.pk, now=timezone.now())
    client.force_login(arbitrator)
    people = client.get(f"/api/v1/campaigns/{campaign.slug}/people/").json()["entries"]
    origins = {entry["warband"]: entry["origin"] for entry in people}
    assert origins[roster.public_id] == "Imported from BattleScribe or New Recruit"
    assert [origin for warband, origin in origins.items() if warband != roster.public_id] == [""]
    entry = entry_of(campaign, owner)
    for page in (f"/campaigns/{campaign.slug}/people/", f"/campaigns/{campaign.slug}/people/{entry.public_id}/"):
        shown = client.get(page)
        assert shown.status_code == 200, page
        assert "Imported from BattleScribe" in shown.content.decode(), page
    members_services.withdraw(entry_id=entry.pk, actor_id=arbitrator.pk, now=timezone.now())
    entry.refresh_from_db()
    assert entry.withdrawn_at is not None
