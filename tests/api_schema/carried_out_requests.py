"""Requests that are carried out, for operations that need a particular state; see also `creating_requests.py`.

`request_for` names an operation's valid body and, where the town's own rows are in the wrong state, another address.
Codes and ids of the examples in the schema are replaced by those of rows that exist.
"""

from __future__ import annotations

from typing import Any

from accounts.api_keys import services as api_keys_services
from accounts.models import ApiKey
from battles.tables import services as tables_services
from battles.tables.editor.actions import add as with_ruin
from battles.tables.editor.actions import blank
from campaigns.core.tests.factories import NOON
from catalogue.custom_packs import services as custom_packs_services
from catalogue.custom_packs.selectors import sample
from mordheim_site.operations.base import OPERATIONS
from tests.api_schema.battle_requests import BATTLE_STATES
from tests.api_schema.creating_requests import API, REQUESTS, Request, State, actions, member
from tests.api_schema.league_requests import LEAGUE_STATES
from tests.shell.world import Town
from warbands.builder import founding, recruiting
from warbands.core.state import GROUP, HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import by, draft, founded
from warbands.models import Warband


def example_of(name: str) -> dict[str, Any]:
    """The example of the operation in the schema."""
    operation = OPERATIONS.get(name)
    return dict(operation.declaration.example) if operation else {}


# --- warbands: a draft with two heroes and a group, or a founded warband


def recruited(town: Town) -> Warband:
    warband = draft(town.owner)
    for warrior_type in ("reiklanders_champion", "reiklanders_champion", "reiklanders_warrior"):
        recruiting.hire(warband_id=warband.pk, warrior_type=warrior_type, by=by(town.owner))
    return warband


def on_draft(verb: str, kind: str = "", **body: Any) -> State:
    """An action on a draft. `kind` says which warrior the body names."""

    def make(town: Town) -> Request:
        warband = recruited(town)
        state = load_state(warband)
        warrior = {"warrior": member(state, kind, 1 if kind == HERO else 0)} if kind else {}
        return Request({**warrior, **body}, address=actions(warband, verb))

    return make


def same(town: Town) -> Request:
    warband = recruited(town)
    state = load_state(warband)
    body = {"warrior": member(state, HERO, 1), "source": member(state, HERO, 2)}
    return Request(body, address=actions(warband, "same"))


def rename_all(town: Town) -> Request:
    warband = recruited(town)
    body = {"names": {member(load_state(warband), HERO): "Otto Stahl"}}
    return Request(body, address=actions(warband, "rename_all"))


def of_stash(verb: str) -> State:
    """An action with an item of a founded warband."""

    def make(town: Town) -> Request:
        state = load_state(town.warband)
        line = next(line for line in state.kit.values() if line.holder and line.item_code != "dagger")
        return Request({"held": line.key}, address=actions(town.warband, verb))

    return make


def entered(verb: str, **body: Any) -> State:
    """An action that enters the history of a warband that was played elsewhere."""

    def make(town: Town) -> Request:
        warband = founded(town.owner)
        warrior = {"warrior": member(load_state(warband), HERO)}
        return Request({**warrior, **body}, address=actions(warband, verb))

    return make


def archived(town: Town) -> Request:
    warband = founded(town.owner)
    founding.archive(warband_id=warband.pk, by=by(town.owner))
    return Request({}, address=actions(warband, "restore"))


# --- tables: one with a ruin


def on_table(name: str) -> State:
    def make(town: Town) -> Request:
        table = tables_services.save_table(owner_id=town.owner.pk, data=blank("Ground", 2400, 2400), at=NOON)
        verb = name.removeprefix("tables_").replace("_", "-")
        tables_services.change(
            table_id=table.pk, action=lambda data: with_ruin(data, "ruin", 1200, 1200), step=0, at=NOON
        )
        return Request({**example_of(name), "step": 1}, address=f"{API}tables/{table.public_id}/changes/{verb}/")

    return make


# --- others


def new_pack(town: Town) -> Request:
    pack = custom_packs_services.create_pack(owner_id=town.owner.pk, text=sample(), at=NOON)
    return Request({}, address=f"{API}packs/{pack.public_id}/")


def another_key(town: Town) -> Request:
    api_keys_services.create_key(user_id=town.owner.pk, name="Old")
    row = ApiKey.objects.filter(user=town.owner).order_by("-pk")[0]
    return Request({}, address=f"{API}account/keys/{row.public_id}/")


STATES: dict[str, State] = {
    **LEAGUE_STATES,
    **BATTLE_STATES,
    "warband_arm": on_draft("arm"),
    "warband_arms": on_draft("arms", HERO, choice=0),
    "warband_arrange": on_draft("arrange", HERO, before=""),
    "warband_dismiss": on_draft("dismiss", HERO),
    "warband_found": on_draft("found", name="The Lit Candle"),
    "warband_lead": on_draft("lead", HERO),
    "warband_less": on_draft("less", GROUP),
    "warband_random": on_draft("random"),
    "warband_reinforce": on_draft("reinforce", GROUP, count=1),
    "warband_rename": on_draft("rename", HERO, name="Otto Stahl"),
    "warband_rename_all": rename_all,
    "warband_same": same,
    "warband_suggest": on_draft("suggest"),
    "warband_undo": on_draft("undo"),
    "warband_give": of_stash("give"),
    "warband_sell": of_stash("sell"),
    "warband_restore": archived,
    "warband_enter_hero": entered("enter_hero"),
    "warband_enter_history": entered("enter_history", experience=20),
    "warband_enter_items": entered("enter_items", item="sword"),
    "odds": lambda town: Request({}, query={"a": "reiklanders_captain", "b": "skaven_clanrat"}),
    "catalogue_warriors": lambda town: Request({}, query={"warband_type": "reiklanders"}),
    "catalogue_equipment": lambda town: Request({}, query={"warband_type": "reiklanders"}),
    "packs_delete": new_pack,
    "account_revoke_key": another_key,
    "warband_delete": lambda town: Request({}, address=f"{API}warbands/{town.draft.public_id}/"),
    **{
        f"tables_{verb}": on_table(f"tables_{verb}")
        for verb in (
            "add_connector", "add_floor", "add_opening", "add_wall", "change_piece_ground", "change_whole_table",
            "change_zone", "duplicate_piece", "name_piece", "place_piece", "remove_connector", "remove_floor",
            "remove_opening", "remove_piece", "remove_wall", "resize_piece", "shift_piece", "turn_piece",
        )
    },
}  # fmt: skip


def request_for(name: str, town: Town) -> Request:
    """A request that this operation carries out. Creates the rows that it needs."""
    make = STATES.get(name) or REQUESTS.get(name)
    return make(town) if make else Request(example_of(name))
