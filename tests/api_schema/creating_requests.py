"""Requests that are carried out: for each operation that creates something, two valid bodies, and the rows that they
need."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from accounts.models import User
from battles.models import Battle, BattleStatus
from battles.setup import new_battle
from campaigns.core.tests.factories import NOON, entry_of, league, match_between
from campaigns.notices import push_encryption
from catalogue.custom_packs import services as custom_packs_services
from catalogue.custom_packs.selectors import sample
from mordheim_site.operations.base import OPERATIONS
from tests.shell.world import Town, small_png
from tests_support.cast import make_user
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import draft, founded
from warbands.models import Warband

API = "api/v1/"
PICTURE = base64.b64encode(small_png()).decode()


@dataclass(frozen=True)
class Request:
    """How an operation is called: `body`, and another valid body, `other`. Sent without a key, the two create two
    things; where `only` states a reason, the second is refused or finds the thing of the first."""

    body: dict[str, Any]
    other: dict[str, Any] = field(default_factory=dict)
    only: str = ""
    address: str = ""
    query: dict[str, str] = field(default_factory=dict)


State = Callable[[Town], Request]
"""Creates the rows that an operation needs, and returns a request that it carries out."""


def member(state: WarbandState, kind: str, place: int = 0) -> str:
    return state.active(kind)[place].key


def finished(user: User) -> Battle:
    battle = new_battle.create_battle(actor_id=user.pk, now=NOON, seed="again", opponent="hot_seat")
    Battle.objects.filter(pk=battle.pk).update(status=BattleStatus.FINISHED)
    return battle


def join_code(town: Town) -> str:
    return league(town.arbitrator, name="Open circle", warbands_per_player=2).join_code


def warbands(town: Town, field: str = "warband", **more: Any) -> Request:
    """A request for a new warband of the owner, and one for another new warband."""
    first, second = (founded(town.owner).public_id for _ in range(2))
    return Request({field: first, **more}, {field: second, **more})


def on_the_tabletop(town: Town) -> Request:
    mine, theirs = founded(town.owner), founded(town.owner, "undead")
    sides = {
        letter: {"fought": [member.key for member in load_state(row).active()]}
        for letter, row in (("a", mine), ("b", theirs))
    }
    body = {"mine": mine.public_id, "theirs": theirs.public_id, "sides": sides, "winner": ""}
    return Request(body, {**body, "winner": "a"})


def removals(town: Town) -> Request:
    User.objects.filter(pk=town.owner.pk).update(is_staff=True, is_superuser=True)
    kind = {"kind": "warband_name", "reason": "This name insults another player."}
    return Request({**kind, "key": town.warband.public_id}, {**kind, "key": town.draft.public_id})


def release(town: Town) -> Request:
    pack = custom_packs_services.create_pack(owner_id=town.owner.pk, text=sample(), at=NOON)
    return Request(
        {"edition": pack.edition, "note": "First"},
        {"edition": pack.edition, "note": "Second"},
        "an unchanged text has one version",
        f"{API}packs/{pack.public_id}/release/",
    )


def on_the_board(town: Town) -> Request:
    match = match_between(town.campaign, town.owner, town.rival)
    body = {"size_in": 24, "density": "club"}
    return Request(
        body, {**body, "density": "low"}, "a match has one battle", f"{API}battles/match/{match.public_id}/play/"
    )


def tracked(town: Town) -> Request:
    match = match_between(town.campaign, town.owner, town.rival)
    address = f"{API}battles/match/{match.public_id}/track/"
    return Request({"first": "a"}, {"first": "b"}, "a match has one tracker", address)


def challenge(town: Town) -> Request:
    ours, theirs = (entry_of(town.campaign, user).public_id for user in (town.owner, town.rival))
    return Request({"entry": ours, "others": [theirs]}, {"entry": ours, "others": [theirs], "best_of": 3})


def deal(town: Town) -> Request:
    ours, theirs = (entry_of(town.campaign, user).public_id for user in (town.owner, town.rival))
    body = {"one": ours, "other": theirs, "gives": {"gold_gc": 2}, "takes": {}}
    return Request(body, {**body, "gives": {"gold_gc": 3}})


def rematch(town: Town) -> Request:
    return Request({}, {}, "", f"{API}battles/{finished(town.owner).public_id}/rematch/")


def save_warband(town: Town) -> Request:
    address = f"{API}battles/{finished(town.owner).public_id}/save-warband/"
    return Request({"side": "a"}, {"side": "b"}, address=address)


def play_on(town: Town) -> Request:
    battle = finished(town.owner)
    body = {"event": battle.seq, "side": "a", "opponent": "bot"}
    return Request(body, {**body, "side": "b"}, "", f"{API}battles/{battle.public_id}/play-on/")


def actions(warband: Warband, verb: str) -> str:
    return f"{API}warbands/{warband.public_id}/actions/{verb}/"


def buy(town: Town) -> Request:
    warband = draft(town.owner)
    leader = load_state(warband).active()[0].key
    body = {"item": "sword", "warrior": leader}
    return Request(body, body, address=actions(warband, "buy"))


def device(town: Town) -> Request:
    """A browser with an encryption key of its own, at two addresses of the push service."""
    point = push_encryption.text_of(push_encryption.point_of(ec.generate_private_key(push_encryption.CURVE)))
    body = {"point": point, "auth": "8eDyX_uCN0XRhSbY5hs7Hg", "endpoint": "https://push.example/abc"}
    return Request(body, {**body, "endpoint": "https://push.example/def"})


def two_of(name: str, /, **more: Any) -> Callable[[Town], Request]:
    """The example of the operation, and the same with these fields."""

    def make(town: Town) -> Request:
        example = dict(OPERATIONS[name].declaration.example)
        return Request(example, {**example, **more})

    return make


REQUESTS: dict[str, Callable[[Town], Request]] = {
    "account_create_key": two_of("account_create_key", name="Script"),
    "battles_call": two_of("battles_call", opponent="hot_seat"),
    "battles_first": two_of("battles_first"),
    "battles_play_on": play_on,
    "battles_rematch": rematch,
    "battles_save_warband": save_warband,
    "battles_sandbox": two_of("battles_sandbox", dice=[1]),
    "battles_say": two_of("battles_say", text="Well played!"),
    "campaigns_add_faction": two_of("campaigns_add_faction", name="Friends of Reikland"),
    "campaigns_add_non_player": warbands,
    "campaigns_add_webhook": two_of("campaigns_add_webhook", url="https://example.org/another"),
    "campaigns_challenge": challenge,
    "campaigns_comment": lambda town: Request(
        {"body": "Well fought.", "match": town.match.public_id}, {"body": "Again!", "match": town.match.public_id}
    ),
    "campaigns_create": two_of("campaigns_create", name="Summer in the ruins"),
    "campaigns_give_award": lambda town: Request(
        {"entry": entry_of(town.campaign, town.owner).public_id, "title": "Best painted"},
        {"entry": entry_of(town.campaign, town.owner).public_id, "title": "Best loser"},
    ),
    "campaigns_import": two_of(
        "campaigns_import", document={"format": "mordheim-league", "version": 1, "settings": {"name": "Other"}}
    ),
    "campaigns_invite": lambda town: Request({"person": "stranger"}, {"person": make_user("Anna").username}),
    "campaigns_join": lambda town: warbands(town, join_code=join_code(town)),
    "campaigns_join_with_new": lambda town: Request(
        {"join_code": (code := join_code(town)), "warband_type": "reiklanders"},
        {"join_code": code, "warband_type": "skaven"},
    ),
    "campaigns_offer": deal,
    "campaigns_plan": two_of("campaigns_plan", days=7),
    "campaigns_publish": two_of("campaigns_publish", title="The bridge is lost"),
    "campaigns_start_solo": two_of("campaigns_start_solo", opponents=2),
    "matches_play": on_the_board,
    "moderation_remove": removals,
    "notices_device_on": device,
    "packs_begin": lambda town: Request({"text": sample()}, {"text": f"{sample()}\n# another\n"}),
    "packs_fork": lambda town: Request({"number": 1}, {"number": 1}),
    "packs_release": release,
    "problem_reports_send": two_of("problem_reports_send", text="The table has two bridges."),
    "sheets_send": on_the_tabletop,
    "stand_ins_enter": two_of("stand_ins_enter", player_name="Anna"),
    "tables_add_piece": lambda town: Request(
        {"step": 0, "thing": "ruin", "x": 1200, "y": 1200},
        {"step": 0, "thing": "ruin", "x": 600, "y": 600},
        "`step` states which table the caller has seen",
    ),
    "tables_copy": two_of("tables_copy"),
    "tables_create": two_of("tables_create", name="Harbour"),
    "template_begin": two_of("template_begin"),
    "templates_keep": warbands,
    "tracks_begin": tracked,
    "tracks_photo_add": lambda town: Request(
        {"content": PICTURE, "description": "The last stand"}, {"content": PICTURE, "description": "The bridge"}
    ),
    "tracks_start": lambda town: warbands(town, "mine", theirs=founded(town.owner, "undead").public_id),
    "warband_buy": buy,
    "warband_copy": two_of("warband_copy"),
    "warband_hire": lambda town: Request(
        {"warrior_type": "reiklanders_champion"},
        {"warrior_type": "reiklanders_warrior", "count": 2},
        address=actions(draft(town.owner), "hire"),
    ),
    "warbands_import": two_of("warbands_import"),
    "warbands_start": two_of("warbands_start", name="The Short Watch"),
}
