"""Awards that an arbitrator gives or withdraws."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.events import earlier_submission, record
from campaigns.core.refusals import NoSuchMember
from campaigns.models import Award, Entry

MOST = 40


@transaction.atomic
def give_award(
    *, campaign_id: int, actor_id: int, entry: str, title: str, reason: str, now: datetime, source_key: str = ""
) -> Award:
    """Give an award to a warband (`entry`: its public id); the chronicle reports it. A second call with the same
    `source_key` changes nothing. Raises NotTheArbitrator, NoSuchMember."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    earlier = earlier_submission(campaign, source_key)
    if earlier is not None:
        return Award.objects.get(campaign=campaign, public_id=earlier.award)
    found = Entry.objects.select_related("warband").filter(campaign=campaign, public_id=entry).first()
    if found is None:
        raise NoSuchMember
    award = Award.objects.create(campaign=campaign, entry=found, title=title[:80], reason=reason[:200], at=now)
    record(
        campaign,
        "award_given",
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        award=award.public_id,
        entry=found.public_id,
        warband=found.warband.name,
        title_given=award.title,
        reason=award.reason,
    )
    return award


@transaction.atomic
def withdraw_award(*, campaign_id: int, actor_id: int, award: str) -> None:
    """Withdraw an award and its chronicle entry. Calling it again changes nothing. Raises NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    Award.objects.filter(campaign=campaign, public_id=award).delete()
    campaign.events.filter(kind="award_given", data__award=award).update(is_revoked=True)
