"""The marks on a token: state, fight, wounds, number within the group, height. They are readable when the whole table
is shown on a phone.

Marks are drawn at the size of a close view. The script sets `--mark`, by which a far view enlarges them (`draw.js`).
"""

from __future__ import annotations

from typing import Final

from django.utils.html import format_html

from battles.board.model_views import Figure
from battles.board.svg.crowd import Lean
from battles.board.svg.projection import number

GLYPHS: Final = {
    "stunned": "M0-.2V.2M-.17-.1.17.1M-.17.1.17-.1",
    "knocked_down": "M0-.19V.15M-.14.03 0 .17.14.03",
    "fleeing": "M-.15-.14 0 0-.15.14M.03-.14.18 0 .03.14",
    "hidden": "M-.21 0Q0-.22.21 0 0 .22-.21 0ZM-.16.17.16-.17",
    "fight": "M-.15-.15.15.15M-.15.15.15-.15M-.19.06-.06.19M.19.06.06.19",
}
"""A bold symbol for each state. It is the same for every side, on a badge with its own colour."""
SYMBOLS: Final = "".join(f'<path id="mark-{code}" d="{path}"/>' for code, path in GLYPHS.items())
OUTSIDE: Final = 1.45
"""Distance of a label from the centre of a model in a crowd, in radii of its base."""
DROP: Final = "M0-.15C.03-.08.1-.02.1.05A.1.1 0 0 1-.1.05C-.1-.02-.03-.08 0-.15Z"


def state_of(figure: Figure) -> str:
    """The single state that the badge shows. The list next to the board shows all of them."""
    if figure.condition in ("stunned", "knocked_down"):
        return figure.condition
    return "fleeing" if figure.is_fleeing else "hidden" if figure.is_hidden else ""


def badge(code: str, radius: float) -> str:
    """The badge of a state, at the upper left of a base with this radius."""
    return (
        f'<g class="upright badge is-{code}"><g transform="translate({number(-radius)} {number(-radius)})">'
        f'<g class="sized"><circle r=".32"/><use href="#mark-{code}"/></g></g></g>'
    )


def fight(of: str, x: float, y: float) -> str:
    """The badge between two models that fight each other; `of` are their ids."""
    return (
        f'<g class="fight" data-of="{of}" transform="translate({number(x)} {number(y)})"><g class="upright">'
        '<g class="sized"><circle r=".21"/><use href="#mark-fight" transform="scale(.8)"/></g></g></g>'
    )


def plaque(figure: Figure, lean: Lean | None = None) -> str:
    """The number within a group, or the label from the list: at the lower right, or in a crowd on the outside."""
    r = figure.radius
    width = 0.2 + 0.21 * len(figure.letters)
    numbered = " is-numbered" if figure.letters[-1:].isdigit() else ""
    plate = (
        f'<g class="sized"><rect x="{number(-width / 2)}" y="-.23" width="{number(width)}" height=".46" rx=".08"/>'
        f'<text class="letters" y=".135">{format_html("{}", figure.letters)}</text></g>'
    )
    if lean is None or lean == (0, 0):
        at = f'<g transform="translate({number(r * 0.86)} {number(r * 0.72)})">'
        return f'<g class="upright plaque{numbered}">{at}{plate}</g></g>'
    # On a table that is turned round, the outside of the crowd turns with it and the text does not.
    at = f'<g transform="translate({number(lean.x * r * OUTSIDE)} {number(lean.y * r * OUTSIDE)})">'
    return f'{at}<g class="upright plaque{numbered}">{plate}</g></g>'


def storey(figure: Figure, *, is_told: bool = False) -> str:
    """The height of the floor, white on a black plate at the upper right, for models above the street or below another
    floor. `is_told`: a neighbour in a crowd has the same plate, so this one is shown only while the model is
    selected."""
    if figure.z < 1 and not figure.is_below:
        return ""
    text = f"{number(figure.z)}″"
    width = 0.18 + 0.19 * len(text)
    marked = " is-told" if is_told else ""
    return (
        f'<g class="upright storey-plate{marked}"><g transform="translate({number(figure.radius * 1.1)} '
        f'{number(-figure.radius * 0.8)})"><g class="sized"><rect x="{number(-width / 2)}" y="-.2" '
        f'width="{number(width)}" height=".4" rx=".06"/>'
        f'<text class="storey-mark" y=".13">{text}</text></g></g></g>'
    )


def wounds(figure: Figure) -> str:
    """One drop for each Wound of a model with more than one, at the lower edge; red drops are the remaining Wounds."""
    if figure.full_wounds < 2:
        return ""
    start = -0.12 * (figure.full_wounds - 1)
    drops = "".join(
        f'<path class="pip{"" if place < figure.wounds else " lost"}" d="{DROP}" '
        f'transform="translate({number(start + 0.24 * place)} 0)"/>'
        for place in range(figure.full_wounds)
    )
    return (
        f'<g class="upright wounds"><g transform="translate(0 {number(figure.radius + 0.06)})">'
        f'<g class="sized">{drops}</g></g></g>'
    )
