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
    from battles.board.model_views import Figure
    from battles.play.page.screen import Screen

REGIONS: Final = (
    "phase", "clock", "draw_offer", "prompt", "selected_warrior", "warriors", "undo", "outcome", "scenario",
    "default_decisions", "opponent_turns", "guidance",
)  # fmt: skip
"""Their names in `data-region`, which are also those of the templates."""


def _prompt_inputs(screen: Screen, user: User | None) -> object:
    stopped = screen.stopped
    retried = stopped.public_id if stopped is not None and user is not None and stopped.owner_id == user.pk else ""
    return (
        bool(screen.outcome), screen.battle.seq, screen.side, screen.view, screen.prompt, screen.can_ask,
        screen.deployment, screen.default_decisions, retried,
    )  # fmt: skip


def _warriors_inputs(screen: Screen) -> object:
    """Positions are left out, since the list does not show them."""
    selected = screen.selected.id if screen.selected is not None else ""
    sides = [
        (
            side.letter, side.name, side.player, side.is_mine, side.warband_url, side.standing, side.started,
            [_row_inputs(figure) for figure in side.figures],
        )
        for side in screen.sides
    ]  # fmt: skip
    creatures = [
        (kind.profile, kind.acts, [_row_inputs(figure) for figure in kind.figures]) for kind in screen.creatures
    ]
    return bool(screen.battle.turn_number), screen.view, selected, sides, creatures


def _row_inputs(figure: Figure) -> object:
    return figure.id, figure.name, figure.side, figure.archetype, figure.condition, figure.can_act, figure.sentence


def _selected_inputs(screen: Screen) -> object:
    warrior = screen.selected
    if warrior is None:
        return None
    verbs = screen.choices.verbs if screen.choices is not None else None
    keys = [(key.code, key.key) for key in screen.keys]
    return (
        warrior.id, warrior.side, warrior.name, warrior.sentence, screen.battle.seq if verbs else 0, screen.side,
        screen.view, verbs, screen.opened, keys, screen.reach, screen.questions, screen.odds_preview, screen.stats,
    )  # fmt: skip


_INPUTS: Final[dict[str, Callable[[Screen, User | None], object]]] = {
    "phase": lambda screen, _user: (screen.turn, screen.whose, screen.active, screen.phases, screen.clock),
    "clock": lambda screen, _user: screen.clock,
    "draw_offer": lambda screen, _user: screen.draw_offer,
    "scenario": lambda screen, _user: screen.scenario,
    "default_decisions": lambda screen, _user: (screen.mine, screen.default_decisions),
    "opponent_turns": lambda screen, _user: screen.opponent_turns,
    "guidance": lambda screen, _user: screen.guidance,
    "prompt": _prompt_inputs,
    "warriors": lambda screen, _user: _warriors_inputs(screen),
    "selected_warrior": lambda screen, _user: _selected_inputs(screen),
    "undo": lambda screen, _user: (screen.undo, screen.undo and screen.battle.seq),
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
    # The token differs in every response, so insert it last. Without the request, no context processors run.
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
    key = name, battle.public_id, repr(inputs(screen, context["user"]))
    return _rendered.get(key, lambda: render_to_string(template, context))
