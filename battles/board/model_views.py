"""The models on the board as plain values, for the SVG, the list and the API. The sentence of a figure describes
everything that its marks show. Lengths are in inches; distances between models are not included."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from battles.board.archetypes import archetype_of
from battles.board.svg.tokens import token_svg
from battles.board.text.effects import words_of
from battles.engine.game import Game
from battles.engine.state import (
    CHARGED,
    FAILED_CHARGE,
    FLEEING,
    HIDDEN,
    KNOCKED_DOWN,
    OUT_OF_ACTION,
    RAN,
    SHOT,
    STOOD_UP,
    STUNNED,
    BattleState,
    Miniature,
)
from battles.engine.table.ground import heights_at
from battles.engine.terrain.buildings.garrisons import garrison_of

TURN_MARKS = (
    (RAN, "ran", gettext_lazy("ran")),
    (CHARGED, "charged", gettext_lazy("charged")),
    (FAILED_CHARGE, "failed", gettext_lazy("failed charge")),
    (STOOD_UP, "stood", gettext_lazy("stood up")),
    (SHOT, "shot", gettext_lazy("shot")),
)
"""Marks for what a model did this turn: flag, code, label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One model as a page shows it. Positions in inches."""

    id: str
    side: str
    name: str
    letters: str
    x: float
    y: float
    z: float
    radius: float
    on_table: bool
    condition: str
    """standing, knocked_down, stunned, out, fled or reserve."""
    is_leader: bool
    is_hidden: bool
    is_fleeing: bool
    is_mine: bool
    can_act: bool
    wounds: int
    full_wounds: int
    marks: tuple[str, ...]
    engaged: tuple[str, ...]
    is_below: bool
    """Whether a floor is above it."""
    facing: int | None
    archetype: str
    """Code of its silhouette."""
    sentence: str
    """Everything that the drawing shows, as text, without the model's name."""

    @property
    def token(self) -> SafeString:
        """The silhouette on its base, for lists."""
        return token_svg(self.archetype, self.side)

    def as_json(self) -> dict[str, object]:
        """Plain values for the API and the script."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def letters_of(game: Game) -> dict[str, str]:
    """A label of two characters for each model (two letters, or a letter and a number), unique within a side."""
    found: dict[str, str] = {}
    for model_id, fighter in game.fighters.items():
        words = fighter.name.split()
        number = words[-1] if words and words[-1].isdigit() else ""
        plain = "".join(letter for letter in fighter.name if letter.isalpha()) or "?"
        wishes = [plain[0] + number] if number else [plain[:2].capitalize()]
        wishes += [plain[0].upper() + letter for letter in plain[2:].lower()] + [model_id[1:]]
        taken = {mark for other, mark in found.items() if other[0] == model_id[0]}
        found[model_id] = next((wish for wish in wishes if wish not in taken and len(wish) <= 3), model_id[1:])
    return found


def condition_of(model: Miniature) -> str:
    """Code of a model's condition."""
    if model.gone:
        return {"out": "out", "reserve": "reserve"}.get(model.gone, "fled")
    return {KNOCKED_DOWN: "knocked_down", STUNNED: "stunned", OUT_OF_ACTION: "out"}.get(model.posture, "standing")


CONDITIONS = {
    "standing": gettext_lazy("standing"),
    "knocked_down": gettext_lazy("knocked down"),
    "stunned": gettext_lazy("stunned"),
    "out": gettext_lazy("out of action"),
    "fled": gettext_lazy("left the table"),
    "reserve": gettext_lazy("not yet on the table"),
}


def place_word(z: int) -> str:
    """The height of a model as text, no more precise than a storey."""
    storey = z // 300
    if storey <= 0:
        return _("at street level") if z < 50 else _("on low ground")
    return ngettext("on the first floor", "%(n)d floors up", storey) % {"n": storey}


def is_below(game: Game, model: Miniature) -> bool:
    """Whether a floor is above the model."""
    return any(z > model.z + 100 for z in heights_at(game.table, model.x, model.y))


def sentence_of(
    game: Game, model_id: str, model: Miniature, *, can_act: bool, inside: str = "", is_covered: bool
) -> str:
    """The full state of a model as text; `inside` is the name of the building that it occupies, `is_covered` whether a
    floor is above it."""
    fighter = game.fighters[model_id]
    enemies = ", ".join(game.name(other) for other in model.engaged)
    full = fighter.profile.wounds
    return _sentence(model, full, fighter.is_leader, can_act, inside, is_covered, enemies, get_language())


@lru_cache(maxsize=8192)
def _sentence(
    model: Miniature,
    full_wounds: int,
    is_leader: bool,
    can_act: bool,
    inside: str,
    is_covered: bool,
    enemies: str,
    _language: str | None,
) -> str:
    """Most models do not change from one command to the next."""
    parts = [str(CONDITIONS[condition_of(model)])]
    if not model.gone:
        parts += [_("hidden")] * bool(model.flags & HIDDEN) + [_("fleeing")] * bool(model.flags & FLEEING)
        if full_wounds > 1:
            parts.append(_("%(left)d of %(full)d wounds left") % {"left": model.wounds, "full": full_wounds})
        parts += [str(word) for bit, _code, word in TURN_MARKS if model.flags & bit]
        parts.append(place_word(model.z))
        parts += [_("inside %(building)s") % {"building": inside}] if inside else []
        parts += [_("under a floor")] * is_covered
        if enemies:
            parts.append(_("fighting %(names)s") % {"names": enemies})
        if model.effects:
            parts += [words_of(effect.code) for effect in model.effects]
    if can_act:
        parts.append(_("can act"))
    text = ", ".join(parts)
    leads = _("leader, ") if is_leader else ""
    return f"{leads}{text}."


def home_of(game: Game, state: BattleState, model_id: str) -> str:
    """The name of the building that a model occupies, or ""."""
    section = garrison_of(state, model_id)
    return game.table.piece(section).name if section else ""


def figures_of(
    game: Game, state: BattleState, *, mine: frozenset[str], actors: frozenset[str], letters: dict[str, str]
) -> list[Figure]:
    """Every model, grouped by side, in the order of the rosters. `mine` are the reader's sides; `actors` are the models
    that can act now."""
    found = []
    for model_id, model in state.models.items():
        fighter = game.fighters[model_id]
        is_covered = not model.gone and is_below(game, model)
        found.append(
            Figure(
                id=model_id,
                side=model_id[0],
                name=fighter.name,
                letters=letters[model_id],
                x=model.x / 100,
                y=model.y / 100,
                z=model.z / 100,
                radius=fighter.radius / 100,
                on_table=not model.gone,
                condition=condition_of(model),
                is_leader=fighter.is_leader,
                is_hidden=bool(model.flags & HIDDEN),
                is_fleeing=bool(model.flags & FLEEING),
                is_mine=model_id[0] in mine,
                can_act=model_id in actors,
                wounds=model.wounds,
                full_wounds=fighter.profile.wounds,
                marks=tuple(code for bit, code, _word in TURN_MARKS if model.flags & bit),
                engaged=model.engaged,
                is_below=is_covered,
                facing=model.facing if fighter.mount is not None else None,
                archetype=archetype_of(fighter),
                sentence=sentence_of(
                    game,
                    model_id,
                    model,
                    can_act=model_id in actors,
                    inside=home_of(game, state, model_id),
                    is_covered=is_covered,
                ),
            )
        )
    return found
