"""Conflicts: two phones recorded the same thing, and one of them had not yet seen the other's entry. An entry contains
the number of the last event that its phone showed (`seen`). Later events about the same thing from another phone are
the other version. If both are equal, there is no conflict. Otherwise the player chooses whether to drop their own entry
or to send it again with the numbers of the events that it replaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from battles.tabletop.models import Track, TrackStep
from mordheim_site.refusals import Refusal

MARK_LENGTH = 12
"""The ids of all entries from one device begin with the same characters; this is the number of them."""

COUNTED = frozenset(("used", "carry"))
"""Kinds of events of which two equal ones can both have happened, so that the player decides."""


class Conflict(Refusal):
    """Another phone has recorded the same thing differently. `theirs` are its events."""

    code = "conflict"
    message = _("Another phone recorded this too. Choose which version is right.")
    rule_id = "AF-TRACK-01"
    status = 409

    def __init__(self, theirs: Sequence[TrackStep]) -> None:
        self.theirs = list(theirs)
        super().__init__()


def topics_of(kind: str, data: Mapping[str, Any]) -> set[tuple[Any, ...]]:
    """What an event is about; two events about the same topic can contradict each other. Empty for notes."""
    piece = data.get("piece")
    match kind:
        case "out":
            return {("state", piece), ("wounds", piece)}
        case "posture":
            return {("state", piece)}
        case "wounds":
            return {("wounds", piece)}
        case "used":
            return {("used", piece, data.get("thing"))}
        case "carry":
            return {("carried", model, data.get("thing")) for model in (piece, data.get("to")) if model}
        case "phase" | "turn":
            return {("moment", data.get("turn"), data.get("side"), data.get("phase"))}
        case "rout":
            return {("rout", data.get("side"))}
    return set()


def recorded_meanwhile(
    track: Track, *, seen: int, kind: str, data: Mapping[str, Any], actor_id: int | None, command_id: str
) -> list[TrackStep]:
    """Events about the same topic that other phones recorded after event number `seen` and that were not undone."""
    topics, device = topics_of(kind, data), command_id[:MARK_LENGTH]
    if not topics:
        return []
    later = TrackStep.objects.filter(track=track, number__gt=seen, is_undone=False).select_related("actor")
    return [
        step
        for step in later.order_by("number")
        if topics & topics_of(step.kind, step.data)
        and not (step.actor_id == actor_id and step.command_id.startswith(device))
    ]


def settle(
    track: Track,
    *,
    seen: int,
    replaces: Sequence[int],
    kind: str,
    data: Mapping[str, Any],
    actor_id: int | None,
    command_id: str,
) -> bool:
    """Whether another phone has already recorded exactly the same. Events in `replaces` that contradict it are undone.
    Raises Conflict if another phone has recorded it differently. The track must be locked."""
    theirs = recorded_meanwhile(track, seen=seen, kind=kind, data=data, actor_id=actor_id, command_id=command_id)
    if theirs and kind not in COUNTED and (theirs[-1].kind, theirs[-1].data) == (kind, dict(data)):
        return True
    if any(step.number not in replaces for step in theirs):
        raise Conflict(theirs)
    for step in theirs:
        step.is_undone = True
        step.save(update_fields=["is_undone"])
    return False
