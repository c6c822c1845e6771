"""The objectives of a battle for its readers: the aim of the scenario, the attacker, and the objects on the table with
their holders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.core.custom_scenarios import aim_in_words
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Scenario
from battles.engine.scenarios.printed.buildings import Occupy
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import BattleState
from battles.engine.terrain.setup_changes import ON_FOOT
from battles.engine.view import scenario_view
from battles.engine.view_data import ScenarioFacts
from catalogue.packs.installed import book
from mordheim_site.look.svg.elements import element, group, joined, line_through, path, upright

WYRDSTONE = "wyrdstone"
EDGES = {
    "south": gettext_lazy("south"),
    "west": gettext_lazy("west"),
    "north": gettext_lazy("north"),
    "east": gettext_lazy("east"),
}
THINGS = {
    "chest": gettext_lazy("The chest"),
    "wand": gettext_lazy("The wand"),
    "prince": gettext_lazy("The young man"),
    "skull": gettext_lazy("The skull"),
    "prize": gettext_lazy("The prize"),
    "relic": gettext_lazy("A relic"),
    "crate": gettext_lazy("A crate"),
    "mule": gettext_lazy("A mule"),
    "horse": gettext_lazy("A horse"),
    "artefact": gettext_lazy("The artefact"),
    "pie": gettext_lazy("A pie"),
    "captive": gettext_lazy("The captive"),
    "carcass": gettext_lazy("A dead boar"),
}
"""Codes of objects other than shards that can be carried."""
SHAPES = {WYRDSTONE: "M0-.42.36-.2.36.2 0 .42-.36.2-.36-.2Z"}
SCENERY = {
    "grave": "M-.3.4V-.2C-.3-.5.3-.5.3-.2V.4ZM0-.25V.15M-.15-.1H.15",
    "tree": "M0-.5.4.2H.12V.45H-.12V.2H-.4Z",
    "carcass": "M-.4.1C-.3-.3.3-.3.4.1L.3.3H-.3Z",
    "bush": "M-.4.3C-.6-.1-.2-.4 0-.3.2-.4.6-.1.4.3Z",
}
"""Symbols for markers that cannot be picked up."""
CHEST = "M-.4-.26h.8v.56h-.8ZM-.4-.06h.8M0-.14v.16"
STEED = "M-.32.36C-.42 0-.3-.3 0-.36.3-.3.42 0 .32.36H.16C.24.06.18-.14 0-.18-.18-.14-.24.06-.16.36Z"
"""SVG symbols of tokens, including a horseshoe for a steed. One unit is an inch; all objects except shards are drawn as
a chest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """An objective: its name, its holder as text ("" for none), and the letter of the holder's side."""

    name: str
    held: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioPanel:
    """The scenario of a battle in its current state."""

    name: str
    aim: str
    ends: str
    special: str
    roles: tuple[str, ...]
    objectives: tuple[Objective, ...]
    last_turn: int


def scenario_panel(game: Game, state: BattleState) -> ScenarioPanel:
    """The panel of the scenario; its texts come from the catalogue record with the same code."""
    shown = scenario_view(game, state)
    record = book().scenarios.get(shown["code"])
    return ScenarioPanel(
        name=record.name if record else shown["name"],
        aim=aim_in_words(record) if record else "",
        ends=record.ends if record else "",
        special=record.special if record else "",
        roles=(*_roles(game, shown), *_purses(game, state)),
        objectives=(*_lying(game, state), *_buildings(game, state, shown["objective"])),
        last_turn=shown["max_turns"],
    )


def _roles(game: Game, shown: ScenarioFacts) -> list[str]:
    sentences = []
    if shown["attacker"]:
        sentences.append(_("%(side)s attacks.") % {"side": game.name(shown["attacker"])})
    for side, edge in shown["edges"].items():
        sentences.append(_("%(side)s comes from the %(edge)s edge.") % {"side": game.name(side), "edge": EDGES[edge]})
    return sentences


def _purses(game: Game, state: BattleState) -> list[str]:
    """Sentences about shards that a side brought to the battle and may lose."""
    brought: dict[str, int] = scenario_of(game).facts(state).get("stakes", {})
    return [
        ngettext("%(side)s carries %(n)d shard of its own.", "%(side)s carries %(n)d shards of its own.", count)
        % {"side": game.name(side), "n": count}
        for side, count in brought.items()
    ]


def _lying(game: Game, state: BattleState) -> list[Objective]:
    found = []
    for place, token in enumerate(tokens.tokens(state).values(), 1):
        if token["kind"] in tokens.SCENERY:
            continue
        by = token["by"]
        found.append(
            Objective(
                name=_("Shard %(n)d") % {"n": place} if token["kind"] == WYRDSTONE else str(THINGS[token["kind"]]),
                held=_("carried by %(who)s") % {"who": game.name(by)} if by else _("lies on the table"),
                side=by[:1],
            )
        )
    return found


def _buildings(game: Game, state: BattleState, objective: Any) -> list[Objective]:
    """The buildings that count as objectives; if they are held from inside, also who is inside."""
    codes = [objective] if isinstance(objective, str) else list(objective)
    scenario: Scenario = scenario_of(game)
    holder = next((aim.holder for aim in scenario.aims if isinstance(aim, Occupy)), None)
    found = []
    for place, code in enumerate(codes, 1):
        side = holder(game, state, code) if holder else ""
        held = _("held by %(side)s") % {"side": game.name(side)} if side else _("not held") if holder else ""
        name = _("Building %(n)d") % {"n": place} if len(codes) > 1 else _("The central building")
        found.append(Objective(name=name, held=held, side=side))
    return found


def objectives_svg(game: Game, state: BattleState, length_in: float) -> SafeString:
    """The layer of objectives: outlines of buildings with their numbers, and tokens where they are now."""
    drawn = _rims(game, state, length_in), _tokens(game, state, length_in), _steeds(game, state, length_in)
    return format_html("{}{}{}", *drawn)


def _steeds(game: Game, state: BattleState, length: float) -> SafeString:
    """Symbols of steeds that wait for their dismounted riders."""
    waiting: dict[str, list[int]] = state.marks.get(ON_FOOT) or {}
    rows = [
        ((x / 100, length - y / 100), _("%(who)s's steed") % {"who": game.name(model_id)})
        for model_id, (x, y, _z) in ((model_id, place) for model_id, place in waiting.items() if place)
        if not state.models[model_id].gone
    ]
    return joined(group(path(STEED), element("title", text), class_="token", at=place) for place, text in rows)


def _rims(game: Game, state: BattleState, length: float) -> SafeString:
    objective = scenario_view(game, state)["objective"]
    codes = [objective] if isinstance(objective, str) else list(objective)
    outlines = {piece.id: piece.outline for piece in game.table.pieces}
    rows: list[SafeString] = []
    for place, code in enumerate(codes, 1):
        outline = [(x / 100, length - y / 100) for x, y in outlines.get(code, ())]
        if outline:
            rim = line_through(outline, closed=True)
            x = sum(point[0] for point in outline) / len(outline)
            y = sum(point[1] for point in outline) / len(outline)
            sign = upright(place if len(codes) > 1 else "★", y=".25", class_="objective-number")
            rows += [path(rim, class_="objective-rim"), group(sign, at=(x, y))]
    return joined(rows)


def _tokens(game: Game, state: BattleState, length: float) -> SafeString:
    rows = []
    for place, token in enumerate(tokens.tokens(state).values(), 1):
        carrier = state.models[token["by"]] if token["by"] else None
        x, y = (carrier.x, carrier.y) if carrier is not None else (token["x"], token["y"])
        far = (game.fighters[token["by"]].radius + 30) / 100 if carrier is not None else 0
        rows.append(
            group(
                path((SHAPES | SCENERY).get(token["kind"], CHEST)),
                upright("" if token["kind"] in SCENERY else place, y=".16", class_="token-number"),
                class_="token is-carried" if carrier is not None else "token",
                at=(x / 100 + far, length - y / 100),
            )
        )
    return joined(rows)
