"""Operations on the city map: prizes of matches, holders, income, factions and counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from pydantic import Field

from accounts.models import User
from campaigns.administration import services as administration_services
from campaigns.city import factions, services
from campaigns.city.api_shapes import city_of
from campaigns.city.factions import MOST_AT_ONCE, MOST_RESOURCES
from campaigns.city.maps import all_maps
from campaigns.city.refusals import AlreadyPaid, FactionExists, InvalidCount, NoMap, NoSuchFaction
from campaigns.city.serializers import CountersOut, EntryFactionOut, FactionOut, counters_json, entry_faction_json
from campaigns.core import refusals
from campaigns.core.operation import ArbitratorOperation, CampaignOperation
from campaigns.core.permissions import CampaignAccess, access_to_read, access_to_run, match_to_read
from campaigns.core.refusals import DistrictOutOfReach, NoSuchDistrict
from campaigns.deals.serializers import CityShape
from campaigns.models import Campaign, Entry, Faction, ResourceEntry
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.combined import CombinedOperation
from mordheim_site.operations.types import Key, OptionalKey, choice, text, whole
from mordheim_site.refusals import concerning

MAPS = ("", *all_maps())


class MapOperation(CampaignOperation, knows_keys=False, response=CityShape):
    """Base of the operations that change the map."""

    @classmethod
    def response_of(cls, target: CampaignAccess, result: int, call: Call) -> dict[str, Any]:
        return city_of(target)


class SetPrize(
    MapOperation,
    name="campaigns_set_prize",
    who="players of the match",
    example={"match": "9sRt2VbYm5Qd", "district": "harbour"},
    errors=(
        NoSuchDistrict,
        DistrictOutOfReach,
        refusals.NotYourMatch,
        refusals.MatchNotOpen,
        NoMap,
        refusals.CampaignNotRunning,
    ),
):
    """Choose the district that the winner of a match gets; "" for none."""

    match: OptionalKey = ""
    district: Annotated[str, *text(40)] = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> int:
        with concerning("match"):
            match, _access = match_to_read(call.actor, self.match)
            if match.campaign_id != target.campaign.pk:
                raise Http404
        services.set_prize(match_id=match.pk, actor_id=call.actor.pk, district=self.district, now=call.at)
        return 0


class AssignDistrict(
    MapOperation,
    name="campaigns_assign_district",
    who="arbitrators",
    example={"district": "harbour", "entry": "4kPq8ZxTn2Lw"},
    errors=(
        refusals.NotTheArbitrator,
        NoMap,
        NoSuchDistrict,
        refusals.NoSuchWarband,
        refusals.CampaignNotRunning,
    ),
):
    """Give a district to a warband of the campaign; with "", it has no holder afterwards."""

    district: Annotated[str, *text(40)] = ""
    entry: Annotated[str, *text(12)] = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> int:
        services.assign_district(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            district=self.district,
            entry=self.entry,
            now=call.at,
        )
        return 0


class PayIncome(
    MapOperation,
    name="campaigns_pay_income",
    who="arbitrators",
    errors=(refusals.NotTheArbitrator, refusals.CampaignNotRunning, NoMap, AlreadyPaid),
):
    """Pay the income of all districts to their holders. Possible once per round."""

    def carry_out(self, target: CampaignAccess, call: Call) -> int:
        """Pay the income. Returns the number of districts that paid."""
        return services.pay_district_income(campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at)


MAP_ACTS: Final[Mapping[str, type[MapOperation]]] = {"stake": SetPrize, "give": AssignDistrict, "dues": PayIncome}


class ActOnMap(
    CombinedOperation,
    MapOperation,
    name="campaigns_map_act",
    who="players of the match (`stake`) and arbitrators (`give`, `dues`)",
    component="MapRequest",
    example={"act": "give", "district": "harbour", "entry": "4kPq8ZxTn2Lw"},
    errors=tuple(dict.fromkeys(kind for act in MAP_ACTS.values() for kind in act.declaration.errors)),
):
    """One of the actions on the map, by `act`."""

    acts: ClassVar = MAP_ACTS
    act: Annotated[str, *choice(list(MAP_ACTS))]
    match: OptionalKey = ""
    district: Annotated[str, *text(40)] = ""
    entry: Annotated[str, *text(12)] = ""


class ChooseMap(
    ArbitratorOperation,
    name="campaigns_choose_map",
    knows_keys=False,
    response=CityShape,
    example={"map": ""},
    errors=(NoSuchDistrict,),
):
    """Choose the map of the campaign; "" for none."""

    map: Annotated[str, *choice(MAPS)]

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        return administration_services.change(
            campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at, map_code=self.map
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Campaign, call: Call) -> dict[str, Any]:
        return city_of(CampaignAccess(result, target.user_id, target.role))


class AddFaction(
    ArbitratorOperation,
    name="campaigns_add_faction",
    status=201,
    knows_keys=False,
    response=FactionOut,
    example={"name": "Friends of Marienburg"},
    errors=(FactionExists,),
):
    """Add a faction that warbands of the campaign can join."""

    name: Annotated[str, Field(min_length=1), *text(60)]

    def carry_out(self, target: CampaignAccess, call: Call) -> Faction:
        return factions.add_faction(campaign_id=target.campaign.pk, actor_id=call.actor.pk, name=self.name, now=call.at)

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Faction, call: Call) -> dict[str, Any]:
        return {"id": result.public_id, "name": result.name}


class RemoveFaction(ArbitratorOperation, name="campaigns_remove_faction", status=204, knows_keys=False):
    """Remove a faction. Its warbands then belong to none."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[CampaignAccess, str]:
        """The caller's membership and the faction. Raises Http404, NotTheArbitrator."""
        access = access_to_run(actor, address["slug"])
        return access, get_object_or_404(access.campaign.factions, public_id=address["pid"]).public_id

    def carry_out(self, target: tuple[CampaignAccess, str], call: Call) -> None:
        access, faction = target
        factions.remove_faction(campaign_id=access.campaign.pk, actor_id=call.actor.pk, faction=faction)


class JoinFaction(
    CampaignOperation,
    name="campaigns_join_faction",
    who="the player of the warband, once, and arbitrators",
    knows_keys=False,
    response=EntryFactionOut,
    example={"faction": "4kPq8ZxTn2Lw"},
    errors=(refusals.NoSuchWarband, NoSuchFaction, refusals.NotYourMatch),
):
    """Choose the faction of a warband. Later only an arbitrator can change it, or remove it with ""."""

    faction: OptionalKey

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[CampaignAccess, str]:
        """The caller's membership and the warband in the campaign. Raises Http404."""
        return access_to_read(actor, address["slug"]), address["pid"]

    def carry_out(self, target: tuple[CampaignAccess, str], call: Call) -> Entry:
        access, entry = target
        return factions.join_faction(
            campaign_id=access.campaign.pk, actor_id=call.actor.pk, entry=entry, faction=self.faction, now=call.at
        )

    @classmethod
    def response_of(cls, target: tuple[CampaignAccess, str], result: Entry, call: Call) -> dict[str, Any]:
        return entry_faction_json(result)


class NameCounters(
    ArbitratorOperation,
    name="campaigns_name_counters",
    knows_keys=False,
    response=CountersOut,
    example={"names": ["Favour"]},
):
    """Replace the names of the campaign's counters. Amounts counted under other names stay stored."""

    names: Annotated[list[Annotated[str, *text(40)]], Field(max_length=MOST_RESOURCES)]

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        return factions.name_resources(campaign_id=target.campaign.pk, actor_id=call.actor.pk, names=self.names)

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Campaign, call: Call) -> dict[str, Any]:
        return counters_json(result)


class Count(
    ArbitratorOperation,
    name="campaigns_count",
    component="CountRequest",
    response=CountersOut,
    example={"entry": "4kPq8ZxTn2Lw", "resource": "Favour", "delta": 2, "reason": "Saved the bridge."},
    errors=(InvalidCount,),
):
    """Add to or subtract from a counter of a warband, with a reason that everyone can read."""

    entry: Key
    resource: Annotated[str, Field(min_length=1, max_length=40)]
    delta: Annotated[int, *whole(-MOST_AT_ONCE, MOST_AT_ONCE)]
    reason: Annotated[str, Field(min_length=1), *text(200)]

    def carry_out(self, target: CampaignAccess, call: Call) -> ResourceEntry:
        return factions.count(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            entry=self.entry,
            resource=self.resource,
            delta=self.delta,
            reason=self.reason,
            now=call.at,
            source_key=call.source_key,
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: ResourceEntry, call: Call) -> dict[str, Any]:
        return counters_json(target.campaign)


OPERATIONS: tuple[type[Operation], ...] = (
    *MAP_ACTS.values(),
    ActOnMap,
    ChooseMap,
    AddFaction,
    RemoveFaction,
    JoinFaction,
    NameCounters,
    Count,
)
