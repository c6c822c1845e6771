"""Requests to battles, sheets and aftermaths that are carried out; see `carried_out_requests.py`."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from battles.aftermath import reverts
from battles.aftermath.decisions import confirmation
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import at_rest, ended
from battles.core.tests.factories import hot_seat
from battles.models import Aftermath, AftermathLine, Opponent
from battles.setup import new_battle
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Sheet, SideSheet
from campaigns.core.tests.factories import match_between
from tests.api_schema.creating_requests import API, Request, State, finished, member
from tests.shell.world import Town
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.models import Warband

# --- battles: at one screen, waiting for an opponent, or with miniatures


def on_screen(verb: str, **body: Any) -> State:
    """An action in a battle at one screen."""

    def make(town: Town) -> Request:
        battle = hot_seat(town.owner)
        current = {name: battle.seq if value == "seq" else value for name, value in body.items()}
        return Request(current, address=f"{API}battles/{battle.public_id}/{verb}/")

    return make


def waiting(verb: str, host: str, **body: Any) -> State:
    """An action on a battle of `host` that waits for any opponent."""

    def make(town: Town) -> Request:
        battle = new_battle.create_battle(
            actor_id=getattr(town, host).pk, now=timezone.now(), seed="open", opponent=Opponent.OPEN
        )
        return Request(body, address=f"{API}battles/{battle.public_id}/{verb}/")

    return make


def sheet_of(mine: Warband, theirs: Warband) -> Sheet:
    fought = [[fighter.key for fighter in load_state(row).active()] for row in (mine, theirs)]
    return Sheet({letter: SideSheet(keys) for letter, keys in zip("ab", fought, strict=True)}, winner="a")


def on_sheet(author: str, body: dict[str, Any] | None = None) -> State:
    """An action on a sheet of owner and rival that waits for confirmation; without a body the whole sheet again."""

    def make(town: Town) -> Request:
        mine, theirs = founded(getattr(town, author)), founded(town.rival if author == "owner" else town.owner)
        sheet = sheet_of(mine, theirs)
        battle = sheets.send(
            mine=mine.public_id,
            theirs=theirs.public_id,
            actor_id=getattr(town, author).pk,
            sheet=sheet,
            now=timezone.now(),
        )
        whole = {"sides": sheet.as_data()["sides"], "winner": "b"}
        return Request(whole if body is None else body, address=f"{API}battles/{battle.public_id}/sheet/")

    return make


def match_of_track(town: Town) -> str:
    assert town.track.match is not None
    return town.track.match.public_id


def match_sheet(town: Town) -> Request:
    match = match_between(town.campaign, town.owner, town.rival)
    mine, theirs = (side.entry.warband for side in match.sides.select_related("entry__warband").order_by("place"))
    body = {"sides": sheet_of(mine, theirs).as_data()["sides"], "winner": "a"}
    return Request(body, address=f"{API}battles/match/{match.public_id}/sheet/")


# --- aftermaths: of a battle with miniatures, with gold and shards


def on_aftermath(verb: str, **body: Any) -> State:
    """An action on an aftermath that is not confirmed. `{}` in `verb` is its id; "hero" and "sale" in the body are
    ids."""

    def make(town: Town) -> Request:
        has_choices = not verb.endswith(("confirm", "reopen"))
        battle = at_rest(town.owner, town.rival, gold=500, shards=3 if has_choices else 0)
        row = Aftermath.objects.get(side__battle=battle, side__letter="a")
        sale = AftermathLine.objects.filter(aftermath=row, kind="sale").first()
        ids = {
            "hero": member(load_state(row.warband), HERO),
            "sale": sale.public_id if sale else "",
            "aftermath": row.public_id,
        }
        named = {name: ids.get(value, value) if isinstance(value, str) else value for name, value in body.items()}
        verb_of_row = verb.format(row.public_id)
        if verb.endswith("reopen"):
            confirmation.confirm(aftermath_id=row.public_id, actor_id=town.owner.pk, now=timezone.now())
        if verb.endswith(("accept", "decline", "withdraw")):
            asker = town.owner if verb.endswith("withdraw") else town.rival
            reverts.request_revert(battle_id=battle.pk, actor_id=asker.pk, reason="Wrong table.", now=timezone.now())
        return Request(named, address=f"{API}battles/{battle.public_id}/aftermath/{verb_of_row}/")

    return make


def on_dice(verb: str, **body: Any) -> State:
    """An action on an aftermath that waits for dice that were rolled at the table."""

    def make(town: Town) -> Request:
        town.campaign.house_rules["af_outside_battles"] = True
        town.campaign.save(update_fields=["house_rules"])
        battle = ended(town.owner, town.rival)
        rows = Aftermath.objects.filter(side__battle=battle, side__letter="a")
        rows.update(hand_dice=True)
        runner.run(battle_id=battle.pk, now=timezone.now())
        row = rows.get()
        assert row.asked is not None
        current = {"given": row.asked["given"], "faces": "4 " * int(row.asked["count"])}
        named = {name: current[name] for name in body}
        return Request(named, address=f"{API}battles/{battle.public_id}/aftermath/{row.public_id}/{verb}/")

    return make


BATTLE_STATES: dict[str, State] = {
    "battles_order": on_screen("commands", command={"kind": "end_step"}, expected_seq="seq", command_id="my-1"),
    "old_battles_orders_post": on_screen("orders", command={"kind": "end_step"}, expected_seq="seq", command_id="1"),
    "battles_hint": on_screen("hint"),
    "battles_dice": lambda town: Request({}, address=f"{API}battles/{finished(town.owner).public_id}/dice/"),
    "tracks_of_match": lambda town: Request({}, address=f"{API}battles/match/{match_of_track(town)}/track/"),
    "battles_withdraw": waiting("withdraw", "owner"),
    "battles_join": waiting("join", "rival"),
    "sheets_answer": on_sheet("rival", {"act": "agree"}),
    "sheets_amend": on_sheet("owner"),
    "sheets_read": on_sheet("owner", {}),
    "sheets_report": match_sheet,
    "aftermath_read": on_aftermath(""),
    "aftermath_confirm": on_aftermath("{}/confirm"),
    "aftermath_decide_rest": on_aftermath("{}/decide-rest"),
    "aftermath_reopen": on_aftermath("{}/reopen"),
    "aftermath_market": on_aftermath("{}/market"),
    "aftermath_correct_roster": on_aftermath("{}/corrections", gold_gc=-10, reason="Counted twice."),
    "aftermath_hire_sword": on_aftermath("{}/hired-swords", entry="pit_fighter"),
    "aftermath_search_item": on_aftermath("{}/item-searches", hero="hero", item="elven_cloak"),
    "aftermath_answer": on_aftermath("answers", line="sale", option="keep"),
    "aftermath_act": on_aftermath("actions", aftermath="aftermath", act="rest"),
    "aftermath_rule": on_aftermath(
        "rulings", act="correct", aftermath="aftermath", gold_gc=-10, reason="Counted twice."
    ),
    "aftermath_enter_dice": on_dice("dice", given=0, faces=""),
    "aftermath_roll_dice": on_dice("dice/roll", given=0),
    "aftermath_roll_here": on_dice("dice/here"),
    "aftermath_request_revert": on_aftermath("revert", reason="Wrong scenario."),
    "aftermath_accept_revert": on_aftermath("revert/accept"),
    "aftermath_decline_revert": on_aftermath("revert/decline"),
    "aftermath_withdraw_revert": on_aftermath("revert/withdraw"),
}
