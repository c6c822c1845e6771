"""Settings of the board: how it behaves for a user, the defaults, and what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

FLAGS: Final = ("sound", "notify", "ends_turns", "hints")
MOST_SEEN: Final = 80
"""Maximum number of hints that are recorded as seen."""


class Speed(models.TextChoices):
    """Speed at which steps are played back."""

    SLOW = "slow", _("Slow")
    NORMAL = "normal", _("Normal")
    FAST = "fast", _("Fast")
    OFF = "off", _("Off")


class Confirm(models.TextChoices):
    """When a second click has to confirm a walk, run, charge or shot."""

    FINAL = "final", _("Only if it cannot be undone")
    ALWAYS = "always", _("Always")
    NEVER = "never", _("Never")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSettings:
    """The settings of one user."""

    speed: str = Speed.NORMAL.value
    confirm: str = Confirm.FINAL.value
    sound: bool = False
    notify: bool = False
    ends_turns: bool = False
    """Whether a turn ends automatically when nothing more can be done."""
    hints: bool = True
    seen_hints: tuple[str, ...] = ()
    """Hints that are not shown again."""

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "seen_hints": list(self.seen_hints)}

    @property
    def differences(self) -> dict[str, Any]:
        """The settings that differ from the defaults, as stored."""
        default = BoardSettings().as_json()
        return {name: value for name, value in self.as_json().items() if value != default[name]}

    def changed(self, seen: Iterable[str] = (), **values: Any) -> BoardSettings:
        """A copy with other values; None leaves a setting unchanged. `seen` hints are added. Switching hints on again
        shows all of them once more."""
        given = {name: value for name, value in values.items() if value is not None}
        known = () if given.get("hints") and not self.hints else self.seen_hints
        return replace(self, **given, seen_hints=tuple(dict.fromkeys([*known, *seen]))[-MOST_SEEN:])


def board_settings(kept: Mapping[str, Any]) -> BoardSettings:
    """The settings stored as `kept` (`User.board_settings`). Values that cannot be read are replaced by their
    defaults."""
    default = BoardSettings()
    choices = {"speed": Speed.values, "confirm": Confirm.values}
    found: dict[str, Any] = {}
    for name, value in kept.items():
        if name == "seen_hints" and isinstance(value, list):
            found[name] = tuple(str(code) for code in value)
        elif name in choices:
            found[name] = value if value in choices[name] else getattr(default, name)
        elif name in FLAGS and isinstance(value, bool):
            found[name] = value
    return replace(default, **found)
