"""JSON of sheets and tracked battles, as the API returns it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict

from django.urls import reverse

from accounts.api_keys.services import Scope
from battles.models import Battle, Track
from battles.tabletop.photos.selectors import photos_of
from battles.tabletop.photos.serializers import photo_shapes
from battles.tabletop.serializers import ConfirmLinkOut
from battles.tabletop.stand_ins import links
from battles.tabletop.tracker import services as tracker_services
from mordheim_site.api.times import utc_text


def sheet_shape(battle: Battle, reader_id: int | None, scopes: Collection[str] | None = None) -> dict[str, object]:
    """The current sheet as JSON (SheetShape) for one reader. `scopes` are those of the API key in the request, or None
    without one; a key that may not confirm sheets does not get the links with which others confirm."""
    may_confirm = scopes is None or Scope.BATTLES in scopes
    return {
        "battle": battle.public_id,
        "status": battle.status,
        "sheet": battle.setup["sheet"],
        "confirm_links": confirm_links(battle, reader_id) if may_confirm else [],
    }


def confirm_links(battle: Battle, reader_id: int | None) -> list[ConfirmLinkOut]:
    """The links that this reader may pass on, in the order of the letters."""
    if not links.may_show_links(battle, reader_id):
        return []
    return [
        {
            "side": link.side.letter,
            "player": links.player_name(link),
            "key": link.key,
            "url": reverse("battles:confirm_link", args=[link.key]),
        }
        for link in links.open_links(battle)
    ]


def track_shape(track: Track, reader_id: int | None) -> dict[str, object]:
    """A tracked battle in its current state for one reader, as JSON (TrackShape)."""
    steps = tracker_services.steps_of(track)
    tally = tracker_services.tally(track, steps)
    due = tracker_services.due(track, tally)
    return {
        "id": track.public_id,
        "turn": tally.turn,
        "side": tally.active,
        "phase": tally.phase,
        "phases": list(tally.phases),
        "sides": tally.names,
        "teams": tally.teams,
        "pieces": [asdict(piece) for piece in tally.pieces.values()],
        "routed": tally.routed,
        "notes": tally.notes,
        "photos": photo_shapes(photos_of(track, reader_id)),
        "rout_due": asdict(due) if due is not None else None,
        "last": steps[-1].number if steps else 0,
        "ended_at": utc_text(track.ended_at) if track.ended_at else None,
    }
