"""The form of the sandbox: warbands, table, and the position of each model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypedDict

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError

from accounts.models import User
from battles.board.model_views import Figure, figures_of, letters_of
from battles.board.screen_svg import static_layers, view_box
from battles.board.svg.models import Projection, models_svg
from battles.core.phases import phase_name
from battles.engine.game import Game
from battles.models import Opponent
from battles.setup.forms import RULESETS, army_choices, army_of
from battles.setup.new_battle import Army
from battles.setup.table_choice import tables_open_to
from battles.setup.training.operations import STATES, PlaceInput
from battles.setup.training.sandbox import MOST_FACES, PHASES, SEED, Question, set_up
from battles.tables import library
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.refusals import Refusal, Sentence

FIELDS: Final = ("x", "y", "level", "wounds", "state")


class Terms(TypedDict):
    """Values for the fields of `operations.BeginSandbox`, except places and dice."""

    warband: str
    warband_type: str
    their_warband: str
    their_warband_type: str
    ruleset: str
    table: str
    size_in: int
    seed: str
    side: str
    phase: str
    opponent: str


class PlaceRow(TypedDict):
    """A model of the sandbox with the fields of its position, as text."""

    figure: Figure
    x: str
    y: str
    level: str
    wounds: int
    state: str


class Position(TypedDict):
    """A position as shown on the page: the sides by name, and the table with its models as SVG."""

    sides: list[tuple[str, list[PlaceRow]]]
    states: list[tuple[str, Sentence]]
    view_box: str
    length: float
    table_svg: str
    models_svg: str


class SandboxForm(forms.Form):
    """What is on the table, and who plays."""

    army = forms.ChoiceField(label=_("Your warband"), required=False)
    their_army = forms.ChoiceField(label=_("The other warband"), required=False)
    ruleset = forms.ChoiceField(label=_("Ruleset"), choices=RULESETS, initial=DEFAULT_RULESET)
    table = forms.ChoiceField(label=_("Table"), required=False)
    size_in = forms.TypedChoiceField(
        label=_("Size of generated ruins"),
        coerce=int,
        choices=[(size, _("%(n)d by %(n)d inches") % {"n": size}) for size in library.SIZES_IN],
        initial=library.SIZE_IN,
    )
    side = forms.ChoiceField(label=_("Whose turn it is"), choices=[("a", _("yours")), ("b", _("the other side's"))])
    phase = forms.ChoiceField(label=_("Phase"), choices=[(phase, phase_name(phase)) for phase in PHASES])
    opponent = forms.ChoiceField(
        label=_("Who plays the other side"),
        choices=[(Opponent.HOT_SEAT.value, _("I play both sides")), (Opponent.BOT.value, _("the bot"))],
    )
    dice = forms.CharField(
        label=_("Arranged dice"),
        required=False,
        max_length=240,
        help_text=_("Faces of the first dice in order, such as 6 5 1. Empty: all dice are random."),
    )
    seed = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("army", "their_army"):
            self.fields[name].choices = army_choices(user)  # type: ignore[attr-defined]
        tables = tables_open_to(user.pk if user is not None else None, asked=str(self.data.get("table", "")))
        ready = [(table.code, table.name) for table in tables]
        self.fields["table"].choices = [("", _("Generated ruins")), *ready]  # type: ignore[attr-defined]
        for name in ("ruleset", "size_in", "side", "phase", "opponent"):
            self.fields[name].required = False

    def clean_dice(self) -> str:
        text = str(self.cleaned_data["dice"])
        if not re.fullmatch(r"[1-6\s,]*", text) or len(re.findall(r"[1-6]", text)) > MOST_FACES:
            raise forms.ValidationError(
                _("Enter faces from 1 to 6, %(n)d at most, such as 6 5 1."), params={"n": MOST_FACES}
            )
        return text

    @property
    def faces(self) -> list[int]:
        """The prearranged dice."""
        return [int(face) for face in re.findall(r"[1-6]", self.cleaned_data["dice"])]

    @staticmethod
    def defaults() -> Terms:
        """The sandbox before the user has chosen anything."""
        return {
            "warband": "", "warband_type": "reiklanders", "their_warband": "", "their_warband_type": "skaven",
            "ruleset": DEFAULT_RULESET, "table": "", "size_in": library.SIZE_IN, "seed": SEED,
            "side": "a", "phase": PHASES[0], "opponent": Opponent.HOT_SEAT.value,
        }  # fmt: skip

    def terms(self) -> Terms:
        """The values of the form, with defaults for those that are missing."""
        data, found = self.cleaned_data, self.defaults()
        mine, theirs = army_of(data["army"]), army_of(data["their_army"])
        if data["army"]:
            found.update(warband=mine.warband, warband_type=mine.warband_type)
        if data["their_army"]:
            found.update(their_warband=theirs.warband, their_warband_type=theirs.warband_type)
        for name in ("ruleset", "table", "size_in", "seed", "side", "phase", "opponent"):
            if data[name]:
                found[name] = data[name]  # type: ignore[literal-required]
        return found


def places_in(sent: QueryDict) -> list[PlaceInput]:
    """The positions in a submitted form (`x-a1`, `y-a1` and so on). Rows that cannot be read are left out."""
    models = [name.removeprefix("x-") for name in sent if re.fullmatch(r"x-[ab][1-9][0-9]?", name)]
    found: list[PlaceInput] = []
    for model in models[:60]:
        row = {field: sent[f"{field}-{model}"] for field in FIELDS if sent.get(f"{field}-{model}")}
        try:
            found.append(PlaceInput.model_validate({"model": model, **row}))
        except ValidationError:
            continue
    return found


def shown_position(terms: Terms, places: Iterable[PlaceInput], user: User | None) -> Position:
    """The table with its models, and a row for each model: at the submitted position, or else where the engine sets it
    up."""
    question = Question(
        mine=Army(warband=terms["warband"], warband_type=terms["warband_type"]),
        theirs=Army(warband=terms["their_warband"], warband_type=terms["their_warband_type"]),
        ruleset=terms["ruleset"],
        table=terms["table"],
        size_in=terms["size_in"],
        seed=terms["seed"],
    )
    given = {place.model: place for place in places}
    actor_id = user.pk if user is not None else None
    try:
        game, state = set_up(question, {name: place.as_place() for name, place in given.items()}, actor_id=actor_id)
    except Refusal:
        game, state = set_up(question, {}, actor_id=actor_id)
    figures = figures_of(game, state, mine=frozenset("ab"), actors=frozenset(), letters=letters_of(game))
    length = game.table.length / 100
    return {
        "sides": [
            (game.name(side), [_row(game, figure, given) for figure in figures if figure.side == side]) for side in "ab"
        ],
        "states": list(STATES.items()),
        "view_box": view_box(game, None),
        "length": length,
        "table_svg": static_layers(game),
        "models_svg": models_svg(figures, Projection(length), ""),
    }


def _row(game: Game, figure: Figure, given: Mapping[str, PlaceInput]) -> PlaceRow:
    """The input fields for a model: the submitted values, or else its current state."""
    place = given.get(figure.id)
    return {
        "figure": figure,
        "x": f"{place.x if place else figure.x:g}",
        "y": f"{place.y if place else figure.y:g}",
        "level": f"{figure.z:g}" if place is None else "" if place.level is None else f"{place.level:g}",
        "wounds": (place.wounds if place else None) or figure.wounds,
        "state": place.state if place else "standing",
    }
