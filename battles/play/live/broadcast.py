"""Messages to a battle's watchers.

Events are stored first. A message is only a hint that contains the newest events, so a lost message does no harm. With
Redis it is sent through the channel layer; without, the web process sees the new row itself (`event_tail.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NotRequired, TypedDict

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

from accounts.dashboard import lines as dashboard_lines
from battles.models import Battle, BattleEvent, ChatLine
from mordheim_site import redis_state
from mordheim_site.isolation import isolated


def group_of(public_id: str) -> str:
    """The channel layer group of a battle's watchers."""
    return f"battle.{public_id}"


class RunMessage(TypedDict):
    """The end of the log (`seq`) and the events from `first` on; `events` are left out if there are many."""

    seq: int
    first: int
    side: str
    awaiting: str
    events: NotRequired[list[list[Any]]]
    reason: NotRequired[str]


def message(row_seq: int, first: int, side: str, data: list[list[Any]], reason: str, awaiting: str) -> RunMessage:
    """The message to watchers: the new end of the log, where the new events begin, and the events unless there are
    many."""
    body: RunMessage = {"seq": row_seq, "first": first, "side": side, "awaiting": awaiting}
    if len(data) <= 60:
        body["events"] = [entry for entry in data if entry[0] != "FlowSet"]
    if reason:
        body["reason"] = reason
    return body


def after_commit(row: Battle, *, first: int, data: list[list[Any]], side: str = "", reason: str = "") -> None:
    """After the commit, notify watchers and update the players' dashboards."""
    for seat in row.sides.all():
        transaction.on_commit(partial(dashboard_lines.clear_count, seat.player_id))
    if settings.EMBEDDED:
        return
    group, body = group_of(row.public_id), message(row.seq, first, side, data, reason, row.awaiting)
    transaction.on_commit(lambda: send_hint(group, body))


def chat_after_commit(line: ChatLine) -> None:
    """Send a chat line to the watchers after the commit. The line is sent by the web process that holds the sockets or
    through Redis; if the message is lost, the line is still shown when the page is loaded."""
    body = {"author": line.author.shown_name, "side": line.side, "text": line.text}
    group = group_of(line.battle.public_id)
    transaction.on_commit(lambda: send_hint(group, body, kind="battle.said"))


def changed_after_commit(row: Battle) -> None:
    """After the commit, notify watchers that something other than the table has changed (a clock)."""
    group = group_of(row.public_id)
    transaction.on_commit(lambda: send_hint(group, {"changed": True}, kind="battle.noted"))


def send_hint(group: str, body: Mapping[str, object], kind: str = "battle.moved") -> None:
    """Send a hint to the watchers. The command was already carried out, so an unavailable channel layer is only noted;
    browsers ask for new events when their socket reconnects."""
    layer = get_channel_layer()
    if layer is None or not redis_state.state.may_ask():
        return
    try:
        async_to_sync(layer.group_send)(group, {"type": kind, "body": body})
    except Exception as error:
        if not redis_state.is_unavailable(error):
            raise
        redis_state.state.failed(error)


def newest_runs(after_pk: int, limit: int = 100) -> list[tuple[int, str, RunMessage]]:
    """Events stored since row `after_pk`: (row pk, group, message) in order."""
    runs = (
        BattleEvent.objects.filter(pk__gt=after_pk)
        .select_related("battle")
        .defer("battle__setup", "battle__table")
        .order_by("pk")[:limit]
    )
    found = []
    for run in runs:
        end = run.seq + run.count - 1
        awaiting = run.battle.awaiting if end == run.battle.seq else ""
        body: RunMessage = {"seq": end, "first": run.seq, "side": run.side, "awaiting": awaiting}
        with isolated("battles.newest_runs", run.pk, atomic=False):
            body = message(end, run.seq, run.side, run.data, run.reason, awaiting)
        found.append((run.pk, group_of(run.battle.public_id), body))
    return found
