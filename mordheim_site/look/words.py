"""Text and icons of states, badges and prompts. Every state has both, so that none relies on colour alone."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


class Mark(NamedTuple):
    """How a state is shown: its hue class (ok, warn, bad, info), icon and word."""

    state: str
    icon: str
    word: Words


class Badge(NamedTuple):
    """How the origin of data is shown: style class, icon and word."""

    style: str
    icon: str
    word: Words


NOTICES: Final = {
    "ok": Mark("ok", "tick", _("Done.")),
    "warn": Mark("warn", "warning", _("Warning.")),
    "bad": Mark("bad", "cross", _("Failed.")),
    "info": Mark("info", "info", _("Note.")),
}
NOTICE_ALIASES: Final = {"success": "ok", "warning": "warn", "error": "bad", "debug": "info"}

STATES: Final = {
    "ok": Mark("ok", "tick", _("Done")),
    "warn": Mark("warn", "warning", _("Warning")),
    "bad": Mark("bad", "cross", _("Not possible")),
    "info": Mark("info", "info", _("Note")),
    # warriors
    "healthy": Mark("ok", "tick", _("Healthy")),
    "advance": Mark("info", "star", _("Advance due")),
    "misses": Mark("warn", "crutch", _("Misses the next battle")),
    "captured": Mark("warn", "chain", _("Captured")),
    "dead": Mark("bad", "skull", _("Dead")),
    "retired": Mark("info", "boot", _("Left the warband")),
    "over": Mark("bad", "scales", _("Over a limit")),
    "draft": Mark("info", "pencil", _("Draft")),
    # warbands and campaigns
    "archived": Mark("info", "lock", _("Archived")),
    "open": Mark("ok", "flag", _("Open")),
    "running": Mark("ok", "play", _("Running")),
    "paused": Mark("warn", "pause", _("Paused")),
    "closed": Mark("info", "lock", _("Closed")),
    # matches and battles
    "scheduled": Mark("info", "calendar", _("Scheduled")),
    "live": Mark("ok", "play", _("Live")),
    "your_turn": Mark("warn", "bell", _("Your turn")),
    "their_turn": Mark("info", "hourglass", _("Their turn")),
    "played_here": Mark("ok", "dice", _("Played here")),
    "played_tabletop": Mark("ok", "dice", _("Played with miniatures")),
    "reported": Mark("warn", "quill", _("Reported, not confirmed yet")),
    "agreed": Mark("ok", "tick", _("Confirmed")),
    "disputed": Mark("bad", "scales", _("Disputed")),
    "bye": Mark("info", "hourglass", _("Bye")),
    # jobs
    "queued": Mark("info", "hourglass", _("Waiting")),
    "failed": Mark("bad", "cross", _("Stopped")),
    # models on the board
    "standing": Mark("ok", "person", _("Standing")),
    "knocked_down": Mark("warn", "fall", _("Knocked down")),
    "stunned": Mark("warn", "star", _("Stunned")),
    "out": Mark("bad", "skull", _("Out of action")),
    "fleeing": Mark("warn", "boot", _("Fleeing")),
    "hidden": Mark("info", "hidden", _("Hidden")),
}

PROVENANCE: Final = {
    "printed": Badge("printed", "book", _("Printed")),
    "1a": Badge("community", "people", _("Community grade 1a")),
    "1b": Badge("community", "people", _("Community grade 1b")),
    "1c": Badge("community", "people", _("Community grade 1c")),
    "2a": Badge("community", "people", _("Community grade 2a")),
    "house": Badge("house", "hammer", _("House rule")),
    "arbitrator": Badge("arbitrator", "seal", _("Changed by the arbitrator")),
    "typed": Badge("typed", "quill", _("Entered die")),
    "rolled": Badge("rolled", "dice", _("Rolled by the site")),
    "own": Badge("house", "quill", _("Custom pack")),
}

KICKERS: Final = {
    "mine": Mark("info", "bell", _("Your decision")),
    "theirs": Mark("info", "hourglass", _("The other side's decision")),
    "waiting": Mark("info", "hourglass", _("Waiting")),
    "standing": Mark("info", "scroll", _("Answered by default decision")),
    "timed_out": Mark("warn", "clock", _("Time ran out")),
    "replay": Mark("info", "play", _("Replay")),
    "spectator": Mark("info", "eye", _("You are watching")),
}

CHARACTERISTICS: Final = (
    ("M", _("Movement")),
    ("WS", _("Weapon Skill")),
    ("BS", _("Ballistic Skill")),
    ("S", _("Strength")),
    ("T", _("Toughness")),
    ("W", _("Wounds")),
    ("I", _("Initiative")),
    ("A", _("Attacks")),
    ("Ld", _("Leadership")),
)

SIDES: Final = {
    "a": _("Side A, circle"),
    "b": _("Side B, diamond"),
    "c": _("Side C, triangle"),
    "d": _("Side D, square"),
}


def notice_mark(kind: str) -> Mark:
    """How a notice looks; accepts Django's message levels and unknown words."""
    for level in kind.split():
        known = NOTICE_ALIASES.get(level, level)
        if known in NOTICES:
            return NOTICES[known]
    return NOTICES["info"]


def experience_boxes(points: int, lines: Sequence[int]) -> tuple[int | None, list[str]]:
    """The next experience threshold, or None, and the CSS classes of the boxes from the last threshold up to it."""
    crossed = max((line for line in lines if line <= points), default=0)
    upcoming = min((line for line in lines if line > points), default=None)
    last = upcoming if upcoming is not None else points
    boxes = []
    for box in range(crossed + 1, last + 1):
        names = ["is-full"] if box <= points else []
        names += ["is-line"] if box in lines else []
        boxes.append(" ".join(names))
    return upcoming, boxes
