"""Pages to enter the history of a warband that was played elsewhere: gold and shards, and a page for each warrior."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from battles.engine.profile import CHARACTERISTICS
from catalogue.packs.book import Book
from mordheim_site.operations.pages import call_of, carries_out, user_of
from mordheim_site.refusals import Refusal
from warbands.core.books import book_of
from warbands.core.permissions import warband_to_act_on
from warbands.core.state import Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.roster import earlier_history
from warbands.roster.advances import may_become_hero, talent_lists
from warbands.roster.earlier_history_operations import (
    MOST_EARNED,
    MOST_GOLD,
    MOST_SHARDS,
    EarlierInjury,
    EnterHero,
    EnterHistory,
    EnterItems,
    EnterTreasury,
)
from warbands.rules.development import skills_open
from warbands.rules.member_facts import ABBREVIATIONS, entry_of
from warbands.shared.operation import WarbandOperation
from warbands.shared.sheet import roster_of


class TreasuryForm(forms.Form):
    """Gold and shards of the paper roster."""

    treasury_gc = forms.IntegerField(label=gettext_lazy("Gold crowns"), min_value=0, max_value=MOST_GOLD)
    shards = forms.IntegerField(label=gettext_lazy("Wyrdstone shards"), min_value=0, max_value=MOST_SHARDS)


class HistoryForm(forms.Form):
    """One warrior's history; the choices are what the warrior could have learned."""

    experience = forms.IntegerField(label=gettext_lazy("Experience"), min_value=0, max_value=MOST_EARNED)
    battles_fought = forms.IntegerField(label=gettext_lazy("Battles"), min_value=0, max_value=MOST_EARNED)
    kills = forms.IntegerField(label=gettext_lazy("Taken out of action"), min_value=0, max_value=MOST_EARNED)
    skills = forms.MultipleChoiceField(
        label=gettext_lazy("Skills"), required=False, widget=forms.CheckboxSelectMultiple
    )
    spells = forms.MultipleChoiceField(
        label=gettext_lazy("Spells"), required=False, widget=forms.CheckboxSelectMultiple
    )
    injuries = forms.MultipleChoiceField(
        label=gettext_lazy("Injuries"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, state: WarbandState, member: Member, facts: Book, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [facts.skills[code] for code in member.skills if code in facts.skills]
        learnable = {skill.code: skill.name for skill in (*known, *skills_open(state, member, facts))}
        listed = entry_of(member, facts).spell_list
        self.fields["skills"].choices = list(learnable.items())  # type: ignore[attr-defined]
        self.fields["spells"].choices = [  # type: ignore[attr-defined]
            (spell.code, spell.name) for spell in (facts.spells_of(listed) if listed else ())
        ]
        self.fields["injuries"].choices = _injury_choices(facts)  # type: ignore[attr-defined]
        for name in CHARACTERISTICS:
            self.fields[f"plus_{name}"] = forms.IntegerField(
                label=ABBREVIATIONS[name], min_value=0, max_value=6, required=False
            )

    @property
    def increases(self) -> list[Any]:
        """The form fields for gained points, in the order of the statline."""
        return [self[f"plus_{name}"] for name in CHARACTERISTICS]

    def asked(self, warrior: str) -> EnterHistory:
        """The operation for the values of the form."""
        data = self.cleaned_data
        marks = [code.partition(":") for code in data["injuries"]]
        return EnterHistory(
            warrior=warrior,
            experience=data["experience"],
            increases={name: data[f"plus_{name}"] or 0 for name in CHARACTERISTICS},
            skills=data["skills"],
            spells=data["spells"],
            injuries=[EarlierInjury(code=code, result=int(place)) for code, _colon, place in marks],
            kills=data["kills"],
            battles_fought=data["battles_fought"],
        )


class ItemForm(forms.Form):
    """One item of the paper roster: owner, item, material, count."""

    warrior = forms.ChoiceField(label=gettext_lazy("Owner"), required=False)
    item = forms.ChoiceField(label=gettext_lazy("Item"))
    material = forms.ChoiceField(label=gettext_lazy("Made of"), required=False)
    count = forms.IntegerField(
        label=gettext_lazy("Number for each model"), min_value=1, max_value=earlier_history.MOST_OF_A_KIND, initial=1
    )

    def __init__(self, *args: Any, state: WarbandState, facts: Book, **kwargs: Any) -> None:
        super().__init__(*args, prefix="own", **kwargs)
        holders = [(member.key, member.name) for member in state.active() if not member.is_hireling]
        self.fields["warrior"].choices = [("", _("The stash")), *holders]  # type: ignore[attr-defined]
        items = sorted(facts.items.values(), key=lambda item: item.name)
        self.fields["item"].choices = [  # type: ignore[attr-defined]
            (item.code, item.name) for item in items if item.made_into is None and facts.deals_in(item)
        ]
        self.fields["material"].choices = [  # type: ignore[attr-defined]
            ("", _("Standard")),
            *((item.code, item.name) for item in items if item.made_into is not None and facts.deals_in(item)),
        ]


class PromotedForm(forms.Form):
    """A henchman who became a hero on the paper roster."""

    warrior = forms.ChoiceField(label=gettext_lazy("Group"))
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80, required=False)
    skill_lists = forms.MultipleChoiceField(
        label=gettext_lazy("Chosen skill lists"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, state: WarbandState, facts: Book, **kwargs: Any) -> None:
        super().__init__(*args, prefix="rise", **kwargs)
        groups = [member for member in state.active() if may_become_hero(state, member, facts)]
        self.fields["warrior"].choices = [(member.key, member.name) for member in groups]  # type: ignore[attr-defined]
        lists = dict.fromkeys(code for member in groups for code in talent_lists(state, member, facts))
        self.fields["skill_lists"].choices = [  # type: ignore[attr-defined]
            (code, facts.skill_lists[code].name) for code in lists
        ]


def _injury_choices(facts: Book) -> list[tuple[str, str]]:
    """Every injury with a lasting effect, with the result of its sub-table if it has one."""
    found = []
    for injury in facts.injuries.values():
        outcomes = [(place, outcome.effects, outcome.summary) for place, outcome in enumerate(injury.outcomes)]
        for place, effects, words in outcomes or [(-1, injury.effects, "")]:
            if any(effect.code not in earlier_history.PASSING for effect in (*injury.effects, *effects)):
                found.append((f"{injury.code}:{place}", f"{injury.name}: {words}" if words else injury.name))
    return found


def _initial(member: Member, facts: Book) -> dict[str, Any]:
    values: dict[str, Any] = {
        name: getattr(member, name) for name in ("experience", "kills", "battles_fought", "skills", "spells")
    }
    values |= {f"plus_{name}": member.increases.get(name, 0) for name in CHARACTERISTICS}
    marks = []
    for mark in member.injuries:
        injury = facts.injuries.get(mark["code"])
        outcomes = [outcome.summary for outcome in injury.outcomes] if injury is not None else []
        detail = mark.get("detail", "")
        marks.append(f"{mark['code']}:{outcomes.index(detail) if detail in outcomes else -1}")
    return {**values, "injuries": marks}


OPERATIONS: Final[dict[str, type[WarbandOperation]]] = {"purse": EnterTreasury, "own": EnterItems, "rise": EnterHero}
"""The operation for each form of the overview."""


def _open(request: HttpRequest, pid: str) -> Warband:
    warband = warband_to_act_on(request.user, pid)
    if not earlier_history.is_open(warband.pk, warband.status):
        raise earlier_history.HistoryIsClosed
    return warband


def _crumbs(warband: Warband) -> list[dict[str, str]]:
    roster = reverse("warbands:roster", args=[warband.public_id])
    return [{"label": _("Warbands"), "url": reverse("warbands:list")}, {"label": warband.name, "url": roster}]


@carries_out(EnterTreasury, EnterItems, EnterHero)
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest, pid: str) -> HttpResponse:
    """Gold and shards, items, promoted heroes, and links to the history of each warrior."""
    warband = _open(request, pid)
    state, facts = load_state(warband), book_of(warband)
    sent = request.POST if request.method == "POST" else None
    what = request.POST.get("what", "purse")
    now = {"treasury_gc": warband.treasury_gc, "shards": warband.shards}
    forms_of: dict[str, forms.Form] = {
        "purse": TreasuryForm(sent if what == "purse" else None, initial=now),
        "own": ItemForm(sent if what == "own" else None, state=state, facts=facts),
        "rise": PromotedForm(sent if what == "rise" else None, state=state, facts=facts),
    }
    form, refusal = forms_of.get(what), None
    if form is not None and form.is_bound and form.is_valid():
        try:
            OPERATIONS[what](**form.cleaned_data).carry_out(warband, call_of(request, user_of(request)))
            return redirect("warbands:past", pid)
        except Refusal as error:
            refusal = error
    context = {
        "warband": warband,
        "forms": forms_of,
        "refusal": refusal,
        "roster": roster_of(warband, state),
        "crumbs": _crumbs(warband),
    }
    status = refusal.status if refusal is not None else 422 if sent is not None else 200
    return render(request, "warbands/roster/past.html", context, status=status)


@carries_out(EnterHistory)
@require_http_methods(["GET", "HEAD", "POST"])
def warrior(request: HttpRequest, pid: str, wid: str) -> HttpResponse:
    """One warrior's history."""
    warband = _open(request, pid)
    facts = book_of(warband)
    state = load_state(warband)
    member = state.members.get(wid)
    if member is None or not member.is_active:
        raise Http404
    sent = request.POST if request.method == "POST" else None
    form = HistoryForm(sent, initial=_initial(member, facts), state=state, member=member, facts=facts)
    refusal = None
    if form.is_bound and form.is_valid():
        try:
            form.asked(wid).carry_out(warband, call_of(request, user_of(request)))
            return redirect("warbands:past", pid)
        except Refusal as error:
            refusal = error
    crumbs = [*_crumbs(warband), {"label": _("Its history"), "url": reverse("warbands:past", args=[pid])}]
    context = {"warband": warband, "member": member, "form": form, "refusal": refusal, "crumbs": crumbs}
    return render(request, "warbands/roster/past_warrior.html", context, status=422 if form.is_bound else 200)
