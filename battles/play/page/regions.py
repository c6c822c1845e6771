"""The fragments of the board that a command can change.

A browser says which versions it shows, and gets only the fragments that differ. A fragment whose inputs were rendered
before is taken from memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import crc32

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac

from accounts.models import User
from battles.models import Battle
from mordheim_site.reuse.lru_cache import LruCache

if TYPE_CHECKING:
    from battles.play.page.screen import Screen

REGIONS: Final = (
    "phase", "clock", "draw_offer", "prompt", "selected_warrior", "warriors", "undo", "outcome", "scenario",
    "default_decisions", "opponent_turns", "guidance",
)  # fmt: skip
"""Their names in `data-region`, which are also those of the templates."""
_INPUTS: Final[dict[str, Callable[[Screen], object]]] = {
    "phase": lambda screen: (screen.turn, screen.whose, screen.active, screen.phases, screen.clock),
    "clock": lambda screen: screen.clock,
    "draw_offer": lambda screen: screen.draw_offer,
    "scenario": lambda screen: screen.scenario,
    "default_decisions": lambda screen: (screen.mine, screen.default_decisions),
    "opponent_turns": lambda screen: screen.opponent_turns,
    "guidance": lambda screen: screen.guidance,
}
"""Everything on which these fragments depend, apart from the battle's address."""
_rendered: Final[LruCache[str]] = LruCache(2000)


class Regions(NamedTuple):
    """The fragments that differ from those shown, and the versions of all."""

    changed: dict[str, str]
    versions: str


def regions_of(request: HttpRequest, screen: Screen, battle: Battle, user: User | None, shown: str = "") -> Regions:
    """The fragments for a browser that shows the versions `shown`; all of them if it is "" or invalid."""
    token = _token_mark()
    # The token is different in every response, so it is inserted last. Without the request no context processors run.
    context = {"screen": screen, "battle": battle, "user": user, "csrf_token": token}
    found = {name: _html(name, context, screen, battle) for name in REGIONS}
    versions = [f"{crc32(html.encode()):08x}" for html in found.values()]
    known = shown.split(".")
    if len(known) != len(REGIONS):
        known = [""] * len(REGIONS)
    changed = {
        name: html.replace(token, get_token(request)) if token in html else html
        for (name, html), version, before in zip(found.items(), versions, known, strict=True)
        if version != before
    }
    return Regions(changed, ".".join(versions))


def _token_mark() -> str:
    """The text in place of the CSRF token. It is the same in all processes and cannot be guessed."""
    return salted_hmac("battles.play.page.regions", "token").hexdigest()


def _html(name: str, context: dict[str, Any], screen: Screen, battle: Battle) -> str:
    template = f"battles/_{name}.html"
    inputs = _INPUTS.get(name)
    if inputs is None:
        return render_to_string(template, context)
    key = name, battle.public_id, repr(inputs(screen))
    return _rendered.get(key, lambda: render_to_string(template, context))
