"""House rules of a campaign: set by arbitrators, stored on every roster, checked before a warband joins. Changes do not
affect battles that have begun. Rules: CONV-TOGGLE-01, RO-HOUSE-01"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.events import record
from campaigns.core.refusals import AgainstHouseRules
from campaigns.house_rules.switches import BY_CODE, not_printed, refuse_bad
from campaigns.models import Campaign, Entry
from catalogue.packs.installed import book
from warbands.core.house_rules import as_stored, roster_options, stored_switches, with_stored
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.rules.check import check_roster


@transaction.atomic
def change(*, campaign_id: int, actor_id: int, now: datetime, switches: Mapping[str, Any]) -> Campaign:
    """Replace the switches; values equal to the printed rule are left out. Setting the same values again changes
    nothing. The rosters of the campaign get them immediately: what already breaks a new rule stays, but no more of it
    can be added. Raises NotTheArbitrator, BadHouseRules."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    wanted = not_printed(switches)
    refuse_bad(campaign.ruleset, {**switches, **wanted})
    before = not_printed(campaign.house_rules)
    if wanted == before:
        return campaign
    campaign.house_rules = wanted
    campaign.version += 1
    campaign.save(update_fields=["house_rules", "version"])
    if roster_options(before) != roster_options(wanted):
        rows = Warband.objects.select_for_update().filter(
            entries__campaign=campaign, entries__withdrawn_at__isnull=True
        )
        for warband in rows.order_by("pk"):
            note_on(warband, campaign.house_rules, ruleset=campaign.ruleset)
    moved = [code for code in BY_CODE if before.get(code) != wanted.get(code)]
    record(
        campaign,
        "house_rules_changed",
        at=now,
        actor_id=actor_id,
        switches={code: wanted.get(code, BY_CODE[code].printed) for code in moved},
    )
    return campaign


def note_on(warband: Warband, switches: Mapping[str, Any], *, ruleset: str) -> None:
    """Store a campaign's roster switches and ruleset on a locked warband in place of the previous ones. No switches and
    an empty ruleset remove them."""
    notes = with_stored(warband.house_rules, switches)
    if (notes, ruleset) != (warband.house_rules, warband.league_ruleset):
        warband.house_rules, warband.league_ruleset = notes, ruleset
        warband.save(update_fields=["house_rules", "league_ruleset"])


def refuse_if_against(warband: Warband, switches: Mapping[str, Any]) -> None:
    """Raise AgainstHouseRules if these switches forbid something on the roster that its previous switches allowed."""
    if not roster_options(switches):
        return
    state = load_state(warband)
    known = {violation.identity for violation in check_roster(state, book())}
    for violation in check_roster(_under(state, warband, switches), book()):
        if not violation.is_lack and violation.identity not in known:
            data = {"name": warband.name, "why": violation.sentence}
            raise AgainstHouseRules(message=_("%(name)s cannot join. %(why)s") % data, rule_id=violation.rule_id)


def _under(state: WarbandState, warband: Warband, switches: Mapping[str, Any]) -> WarbandState:
    wanted = state.copy()
    wanted.house = stored_switches(with_stored(warband.house_rules, switches))
    return wanted


def for_founding(switches: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A campaign's roster switches in the form that a new draft stores."""
    return as_stored(switches)


def forget(entry: Entry) -> None:
    """Remove the campaign's switches from a warband that leaves."""
    note_on(Warband.objects.select_for_update().get(pk=entry.warband_id), {}, ruleset="")
