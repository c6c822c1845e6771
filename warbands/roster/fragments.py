"""The two page fragments that actions update: the builder of a draft and the roster of a founded warband."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from mordheim_site.reuse.lru_cache import LruCache
from warbands.builder.hired_swords import hire_panel
from warbands.core.books import book_of
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband, WarbandStatus
from warbands.roster.order_panel import order_panel
from warbands.roster.panels import entry_rows, kit_panel
from warbands.roster.sections import SECTIONS
from warbands.roster.terms import terms_of
from warbands.rules.violations import Violation
from warbands.shared.selectors import Undoable, undoable
from warbands.shared.sheet import Roster, RosterWarrior, portraits_of, roster_of


@dataclass(frozen=True, slots=True)
class View:
    """The state of a region: the page, the open panel (a warrior's key, "hire", "order"), the search text, and the
    warrior whose kit is shown next to the list while no panel is open (`shown`; "" for the first)."""

    page: str
    kit: str = ""
    query: str = ""
    shown: str = ""

    def url(self, warband: Warband) -> str:
        """The address of the page in this state."""
        data = {name: value for name, value in (("kit", self.kit), ("q", self.query), ("shown", self.shown)) if value}
        return reverse(f"warbands:{self.page}", args=[warband.public_id]) + (f"?{urlencode(data)}" if data else "")


PAGES = {
    "draft": "warbands/builder/draft.html",
    "roster": "warbands/roster/roster.html",
    "trade": "warbands/trading/trade.html",
}
REGIONS = {
    "draft": "warbands/builder/_builder.html",
    "roster": "warbands/roster/_roster.html",
    "trade": "warbands/trading/_trade.html",
}
HIRE_WORD = "hire"
ORDER_WORD = "order"


def view_from(request: HttpRequest, page: str) -> View:
    """The state that the address contains."""
    query = request.GET
    return View(page, query.get("kit", "")[:12], query.get("q", "")[:40], query.get("shown", "")[:12])


def draw(
    request: HttpRequest,
    warband: Warband,
    view: View,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
    share_key: str = "",
) -> HttpResponse:
    """The page, or for a fragment request only its region."""
    is_fragment = request.headers.get("HX-Request") == "true"
    template = REGIONS[view.page] if is_fragment else PAGES[view.page]
    is_owner = request.user.is_authenticated and request.user.pk == warband.owner_id
    rows = _rows_of(warband, is_owner=is_owner)
    context = (
        _prepared_roster(warband, view, rows, share_key=share_key)
        if view.page == "roster"
        else region_context(warband, view, rows, share_key=share_key)
    )
    if view.page == "roster" and context["may_act"] and not is_fragment:
        context["sections"] = [section(request, warband) for section in SECTIONS.values()]
    return render(request, template, {**context, "refusal": refusal}, status=status)


class _Rows(NamedTuple):
    """What the database has about a warband, as one reader may see it."""

    state: WarbandState
    portraits: dict[str, str]
    is_owner: bool
    may_act: bool
    undo: Undoable | None


def _rows_of(warband: Warband, *, is_owner: bool) -> _Rows:
    may_act = is_owner and warband.status != "archived"
    undo = undoable(warband) if may_act else None
    return _Rows(load_state(warband), portraits_of(warband), is_owner, may_act, undo)


_PAGE_CONTEXT: Final = ("roster", "view", "is_owner", "may_act", "share_key", "legality", "crumbs")
"""The part of a roster's context that is used outside its body."""
_rosters: Final[LruCache[tuple[Book, dict[str, Any]]]] = LruCache(200)
"""Rendered rosters, each with the Book that it shows."""


def _prepared_roster(warband: Warband, view: View, rows: _Rows, *, share_key: str) -> dict[str, Any]:
    """Template context of a roster, with its `body` rendered. Everything that it depends on is part of the key, so an
    entry never becomes outdated."""
    facts = book_of(warband)
    row = [getattr(warband, field.attname) for field in Warband._meta.concrete_fields]
    key = repr(
        (row, warband.owner.shown_name, rows, view, share_key, id(facts), get_language(), get_current_timezone_name())
    )

    def prepared() -> tuple[Book, dict[str, Any]]:
        context = region_context(warband, view, rows, share_key=share_key)
        body = render_to_string("warbands/roster/_roster_body.html", context)
        return facts, {**{name: context[name] for name in _PAGE_CONTEXT}, "body": body}

    _book, context = _rosters.get(blake2b(key.encode()).digest(), prepared)
    return {**context, "warband": warband}


def region_context(warband: Warband, view: View, rows: _Rows, *, share_key: str = "") -> dict[str, Any]:
    """Template context of a region. No query, or one for a draft."""
    state, facts = rows.state, book_of(warband)
    roster = roster_of(warband, state, portraits=rows.portraits)
    is_owner, may_act = rows.is_owner, rows.may_act
    context: dict[str, Any] = {
        "warband": warband,
        "roster": roster,
        "view": view,
        "is_owner": is_owner,
        "may_act": may_act,
        "share_key": share_key,
        "legality": legality_strip(roster),
        "tally": tally(roster),
        "rating_parts": rating_parts(roster),
        "terms": terms_of(roster),
        "hirelings": roster.of_kind("hired_sword", "dramatis_persona"),
        "crumbs": [{"label": _("Warbands"), "url": reverse("warbands:list")}],
    }
    if may_act:
        context["undo"] = rows.undo
        if view.kit == HIRE_WORD and view.page != "trade":
            context["hiring"] = hire_panel(state, facts, query=view.query)
        elif view.kit == ORDER_WORD and view.page != "trade":
            context["ordering"] = order_panel(roster)
        else:
            context["panel"] = _panel(state, roster, view, facts)
        if view.page == "draft":
            context["rows"] = entry_rows(state, roster, facts)
            context["same_names"] = same_names(warband, roster)
    return context


def same_names(warband: Warband, roster: Roster) -> list[str]:
    """Names to change before founding: those that another warband of the owner has, and those shared by several
    warriors."""
    found = []
    others = Warband.objects.filter(owner_id=warband.owner_id, name__iexact=warband.name)
    if others.exclude(pk=warband.pk).exclude(status=WarbandStatus.ARCHIVED).exists():
        words = _("You already have a warband called %(name)s. Rename one to tell them apart.")
        found.append(words % {"name": warband.name})
    names = Counter(warrior.name.casefold() for warrior in roster.warriors if warrior.kind != "henchman_group")
    twice = {warrior.name.casefold(): warrior.name for warrior in roster.warriors if names[warrior.name.casefold()] > 1}
    words = _("Several warriors are called %(name)s. Rename them to tell them apart in battle.")
    return [*found, *(words % {"name": name} for name in twice.values())]


def _panel(state: WarbandState, roster: Roster, view: View, facts: Book) -> Any:
    if view.page == "trade":
        return kit_panel(state, roster, "", facts, query=view.query)
    wanted = view.kit or view.shown
    key = wanted if wanted in state.members and state.members[wanted].is_active else ""
    if not key:
        first = next((warrior for warrior in roster.warriors if not warrior.is_hireling), None)
        key = first.key if first is not None else ""
    return kit_panel(state, roster, key, facts, query=view.query) if key else None


def legality_strip(roster: Roster) -> dict[str, Any]:
    """Parameters of partials/_legality.html."""
    summary = _("%(models)d of %(most)d models, %(heroes)d of %(heroes_most)d heroes, %(gold)d gc left") % {
        "models": roster.models,
        "most": roster.models_max,
        "heroes": roster.heroes,
        "heroes_most": roster.heroes_max,
        "gold": roster.treasury_gc,
    }
    return {
        "state": "legal" if roster.is_legal else "not_yet",
        "summary": summary,
        "breaches": [_violation(violation) for violation in roster.breaches[:8]],
    }


def _violation(violation: Violation) -> dict[str, Any]:
    mend = violation.remedies[0] if violation.remedies else None
    return {
        "sentence": violation.sentence,
        "rule_id": violation.rule_id,
        "label": mend.label if mend else "",
        "name": "mend",
        "value": f"{mend.action}:{mend.target}" if mend else "",
    }


def tally(roster: Roster) -> list[dict[str, Any]]:
    """Parts of partials/_gold.html."""
    if roster.is_draft:
        spent = roster.founding_gold_gc - roster.treasury_gc
        return [
            {"label": _("Gold"), "amount": roster.founding_gold_gc},
            {"label": _("Spent"), "amount": spent},
            {"label": _("Left"), "amount": roster.treasury_gc},
            {"label": _("Rating"), "amount": roster.rating.total, "unit": " ", **_explained("rating")},
        ]
    return [
        {"label": _("Treasury"), "amount": roster.treasury_gc, **_explained("treasury")},
        {
            "label": _("Wyrdstone"),
            "amount": roster.shards,
            "unit": ngettext("shard", "shards", roster.shards),
            **_explained("wyrdstone"),
        },
        {"label": _("Rating"), "amount": roster.rating.total, "unit": " ", **_explained("rating")},
        {"label": _("Worth"), "amount": roster.worth_gc, **_explained("worth")},
    ]


def _explained(what: str) -> dict[str, str]:
    """The id and the text of the panel that explains a total."""
    meanings = {
        "treasury": _("Gold crowns for recruits, equipment and upkeep."),
        "wyrdstone": _("Wyrdstone shards that are not sold yet."),
        "rating": _(
            "Points for each warrior (more for large ones) and for experience; hired swords have their own rating."
        ),
        "worth": _(
            "Gold paid for all warriors on the roster and their equipment. The stash and former members do not count."
        ),
    }
    return {"id": f"tally-{what}", "meaning": meanings[what]}


def rating_parts(roster: Roster) -> list[dict[str, Any]]:
    """Rows of partials/_rating.html: one for each line of the roster."""
    return [
        {
            "label": line.name,
            "count": line.headcount,
            "each": f"{line.base // line.headcount} + {line.experience // line.headcount}",
            "sum": line.total,
        }
        for line in roster.rating.lines
    ]


def states_of(warrior: RosterWarrior, *, is_draft: bool = False) -> list[dict[str, str]]:
    """Marks shown next to a warrior's name, such as injuries."""
    marks = []
    if not warrior.is_active:
        marks.append({"code": warrior.status, "detail": ""})
    if warrior.misses_battles:
        marks.append({"code": "misses", "detail": str(warrior.misses_battles) if warrior.misses_battles > 1 else ""})
    if warrior.advances_due:
        marks.append({"code": "advance", "detail": str(warrior.advances_due)})
    if any(not violation.is_lack for violation in warrior.breaches):
        marks.append({"code": "over", "detail": ""})
    return marks
