"""Data of a catalogue page: immutable values with all names and links resolved. A `Sheet` is the page of one fact; the
builders for each kind are in the other modules of catalogue.pages. No database is used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogue.custom_packs.codes import is_custom_code
from catalogue.effects import EFFECTS
from catalogue.facts import EffectData
from catalogue.packs.book import Book, Characteristics, Fact, Outcome, Source, Who
from catalogue.packs.cells import Cell, Text, words
from catalogue.packs.kinds import BADGES, KIND_PAGES, page_of
from catalogue.pages.terms import plain_text

TIERS: dict[int, Text] = {
    1: gettext_lazy("The rulebook"),
    2: gettext_lazy("Official supplements"),
    3: gettext_lazy("Community"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A labelled value on a sheet."""

    label: Text
    value: Cell


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its caption, headings, and rows of cells; `numeric` columns are aligned as numbers."""

    caption: Text
    heads: tuple[Text, ...]
    rows: tuple[tuple[Cell, ...], ...]
    anchor: str = ""


class Profile(TypedDict):
    """A statline with a name, in the shape of partials/_statline.html."""

    name: str
    values: tuple[dict[str, str], ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """The provenance badge of a fact."""

    kind: str
    detail: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One fact as a page."""

    kind: str
    code: str
    kind_label: Text
    name: str
    summary: str
    badge: Badge
    note: str = ""
    disputed: str = ""
    lines: tuple[Line, ...] = ()
    profiles: tuple[Profile, ...] = ()
    grids: tuple[Grid, ...] = ()
    effects: tuple[str, ...] = ()
    crumbs: tuple[dict[str, str], ...] = field(default_factory=tuple)

    @property
    def lede(self) -> Cell:
        """The summary, with game terms as links."""
        return plain_text(self.summary, own=page_of(self.kind, self.code))


def badge(origin: Source) -> Badge:
    """The badge of a source: its tier's mark, publication and page."""
    detail = origin.publication
    if origin.page is not None:
        detail = _("%(book)s, page %(page)s") % {"book": origin.publication, "page": origin.page}
    return Badge("own" if is_custom_code(origin.pack) else BADGES.get(origin.tier, "1c"), detail)


def profile(name: str, characteristics: Characteristics) -> Profile:
    """A profile for the statline partial."""
    return Profile(name=name, values=tuple({"value": value} for _short, value in characteristics.row()))


def price(gc: int | None, dice: str = "") -> str:
    """A price as printed: "35 + 3D6 gc"."""
    if gc is None:
        return "-"
    return f"{gc}\u00a0+\u00a0{dice}\u00a0gc" if dice else f"{gc}\u00a0gc"


def who_words(source: Book, scope: Who) -> str:
    """A `Who` as text: "all", "only ...", "all but ..."."""

    def names(codes: tuple[str, ...]) -> str:
        return ", ".join(tag_name(source, code) for code in codes)

    if scope.only and scope.never:
        return _("only %(only)s, not %(never)s") % {"only": names(scope.only), "never": names(scope.never)}
    if scope.only:
        return _("only %(only)s") % {"only": names(scope.only)}
    if scope.never:
        return _("all except %(never)s") % {"never": names(scope.never)}
    return _("all")


def tag_name(source: Book, code: str) -> str:
    """The name of a tag used in a `Who`."""
    for kind in ("warband_types", "warrior_types", "races"):
        fact = source.facts_of(kind).get(code)
        if fact is not None:
            return fact.name
    special = {
        "spellcaster": _("spellcasters"),
        "leader": _("leaders"),
        "priest": _("priests of Sigmar"),
        "mercenaries": _("Mercenaries"),
        "hero": _("Heroes"),
        "henchman": _("Henchmen"),
        "undead_creature": _("the undead"),
        "hired_sword": _("hired swords"),
        "lawful": _("lawful warbands"),
        "neutral": _("neutral warbands"),
        "chaotic": _("chaotic warbands"),
    }
    return special.get(code, code.replace("_", " "))


def effect_words(effects: Iterable[EffectData]) -> tuple[str, ...]:
    """What the effects do on this site: their sentences with the numbers filled in."""
    parts = []
    for effect in effects:
        figures = ", ".join(f"{name.replace('_', ' ')}: {_figure(value)}" for name, value in effect.params.items())
        sentence = EFFECTS[effect.code].sentence
        parts.append(f"{sentence} ({figures})" if figures else sentence)
    return tuple(parts)


def outcome_grid(source: Book, caption: Text, outcomes: Iterable[Outcome], roll: str = "") -> Grid:
    """A sub-table as a grid with columns for roll, who it applies to, and result."""
    rows = []
    for outcome in outcomes:
        rows.append((words(_when(outcome)), words(who_words(source, outcome.who)), plain_text(outcome.summary)))
    return Grid(caption, (roll or _("When"), _("For"), _("Result")), tuple(rows))


def sheet_of(kind: str, fact: Fact, **parts: object) -> Sheet:
    """A sheet with its header and with `parts` (lines, profiles, grids, effects)."""
    page = KIND_PAGES[kind]
    crumbs = (
        {"label": _("Catalogue"), "url": reverse("catalogue:home")},
        {"label": str(page.plural), "url": reverse("catalogue:kind", args=[page.slug])},
    )
    origin = fact.source
    return Sheet(
        kind=kind,
        code=fact.code,
        kind_label=page.singular,
        name=fact.name,
        summary=fact.summary,
        badge=badge(origin),
        note=origin.note,
        disputed=origin.disputed,
        crumbs=crumbs,
        **parts,  # type: ignore[arg-type]
    )


def _figure(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(str(part).replace("_", " ") for part in value)
    return str(value).replace("_", " ")


def _when(outcome: Outcome) -> str:
    if outcome.needs is not None:
        return f"{outcome.needs}+"
    if outcome.low is not None:
        return str(outcome.low) if outcome.low == outcome.high else f"{outcome.low}-{outcome.high}"
    return {
        "always": _("always"),
        "passed": _("passed"),
        "failed": _("failed"),
        "otherwise": _("otherwise"),
        "chosen": _("optional"),
        "double": _("on a double"),
    }[outcome.after]
