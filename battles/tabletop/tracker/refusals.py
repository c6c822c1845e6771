"""Refusals of tracked battles. Rules: AF-TRACK-01, AF-TRACK-02, AF-MUSTER-02"""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from mordheim_site.refusals import Refusal


class NoFighters(Refusal):
    """A side has no miniatures."""

    code = "nobody_fights"
    message = gettext_lazy("Each side needs at least one warrior on the table.")
    rule_id = "AF-TRACK-01"


class TooManyFielded(Refusal):
    """More models of a group than it has."""

    code = "too_many_fielded"
    about = ("fielded",)
    rule_id = "AF-TRACK-01"


class AllAllied(Refusal):
    """All warbands are on the same side of the battle."""

    code = "all_allied"
    message = gettext_lazy("Not all warbands can be allied. Put at least one on another side.")
    rule_id = "AF-TRACK-02"


class DieMissing(Refusal):
    """The die for an old wound must be rolled before the battle."""

    code = "die_wanted"
    rule_id = "AF-MUSTER-02"


class TrackOver(Refusal):
    """The sheet was already sent, or the match was cancelled."""

    code = "track_over"
    message = gettext_lazy("Tracking is closed: the sheet of this battle was already sent, or its match was cancelled.")
    rule_id = "AF-TRACK-01"
    status = 409


class NoEvent(Refusal):
    """There is no event to undo."""

    code = "nothing_pressed"
    message = gettext_lazy("There is nothing to undo.")
    rule_id = "AF-TRACK-01"
    status = 409
