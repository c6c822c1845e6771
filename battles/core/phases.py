"""Names of the phases, and what the player can do in each."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHASES: dict[str, Promise] = {
    "setup": _("Setting up"),
    "recovery": _("Recovery"),
    "movement": _("Movement"),
    "shooting": _("Shooting"),
    "magic": _("Magic"),
    "combat": _("Combat"),
    "rout": _("Rout"),
}


def phase_name(code: str) -> str | Promise:
    """The name of the phase."""
    return PHASES.get(code, code.replace("_", " ").capitalize())
