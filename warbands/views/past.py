"""Entering the past of a warband that was played elsewhere: the purse and a page for each warrior."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from battles.engine.profile import CHARACTERISTICS
from catalogue.book import Book
from mordheim_site.refusals import Refusal
from warbands.books import book_of
from warbands.company import Company, Member
from warbands.models import Warband
from warbands.permissions import warband_to_act_on
from warbands.rosters import roster_of
from warbands.rules.growth import skills_open
from warbands.rules.reading import ABBREVIATIONS, entry_of
from warbands.services import past
from warbands.services.journal import By
from warbands.services.loading import company_of

MOST = 10_000


class PurseForm(forms.Form):
    """Gold and shards on paper."""

    treasury_gc = forms.IntegerField(label=gettext_lazy("Gold crowns"), min_value=0, max_value=MOST)
    shards = forms.IntegerField(label=gettext_lazy("Wyrdstone shards"), min_value=0, max_value=999)


class PastForm(forms.Form):
    """What one warrior has lived through; choices are what he could have learnt."""

    experience = forms.IntegerField(label=gettext_lazy("Experience"), min_value=0, max_value=999)
    battles_fought = forms.IntegerField(label=gettext_lazy("Battles"), min_value=0, max_value=999)
    kills = forms.IntegerField(label=gettext_lazy("Taken out of action"), min_value=0, max_value=999)
    skills = forms.MultipleChoiceField(
        label=gettext_lazy("Skills"), required=False, widget=forms.CheckboxSelectMultiple
    )
    spells = forms.MultipleChoiceField(
        label=gettext_lazy("Spells"), required=False, widget=forms.CheckboxSelectMultiple
    )
    injuries = forms.MultipleChoiceField(
        label=gettext_lazy("Injuries"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, company: Company, member: Member, facts: Book, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [facts.skills[code] for code in member.skills if code in facts.skills]
        learnable = {skill.code: skill.name for skill in (*known, *skills_open(company, member, facts))}
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
        """The fields of the points gained, in the order of the statline."""
        return [self[f"plus_{name}"] for name in CHARACTERISTICS]

    def told(self) -> past.Past:
        """The past as the service takes it."""
        data = self.cleaned_data
        marks = [code.partition(":") for code in data["injuries"]]
        return past.Past(
            experience=data["experience"],
            increases={name: data[f"plus_{name}"] or 0 for name in CHARACTERISTICS},
            skills=data["skills"],
            spells=data["spells"],
            injuries=[(code, int(place)) for code, _colon, place in marks],
            kills=data["kills"],
            battles_fought=data["battles_fought"],
        )


def _injury_choices(facts: Book) -> list[tuple[str, str]]:
    """Every injury that leaves something behind, with the outcome of its sub-table where it has one."""
    found = []
    for injury in facts.injuries.values():
        outcomes = [(place, one.effects, one.summary) for place, one in enumerate(injury.outcomes)]
        for place, effects, words in outcomes or [(-1, injury.effects, "")]:
            if any(one.code not in past.PASSING for one in (*injury.effects, *effects)):
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
        outcomes = [one.summary for one in injury.outcomes] if injury is not None else []
        detail = mark.get("detail", "")
        marks.append(f"{mark['code']}:{outcomes.index(detail) if detail in outcomes else -1}")
    return {**values, "injuries": marks}


def _open(request: HttpRequest, pid: str) -> Warband:
    warband = warband_to_act_on(request.user, pid)
    if not past.is_open(warband.pk, warband.status):
        raise past.PastIsClosed
    return warband


def _by(request: HttpRequest) -> By:
    return By(actor_id=request.user.pk, at=timezone.now())


def _crumbs(warband: Warband) -> list[dict[str, str]]:
    roster = reverse("warbands:roster", args=[warband.public_id])
    return [{"label": _("Warbands"), "url": reverse("warbands:list")}, {"label": warband.name, "url": roster}]


@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest, pid: str) -> HttpResponse:
    """The purse, and the way to each warrior's past."""
    warband = _open(request, pid)
    now = {"treasury_gc": warband.treasury_gc, "shards": warband.shards}
    form = PurseForm(request.POST if request.method == "POST" else None, initial=now)
    if form.is_bound and form.is_valid():
        past.enter_purse(warband_id=warband.pk, by=_by(request), **form.cleaned_data)
        return redirect("warbands:past", pid)
    context = {"warband": warband, "form": form, "roster": roster_of(warband), "crumbs": _crumbs(warband)}
    return render(request, "warbands/past.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def warrior(request: HttpRequest, pid: str, wid: str) -> HttpResponse:
    """One warrior's past."""
    warband = _open(request, pid)
    facts = book_of(warband)
    company = company_of(warband)
    member = company.members.get(wid)
    if member is None or not member.is_active:
        raise Http404
    sent = request.POST if request.method == "POST" else None
    form = PastForm(sent, initial=_initial(member, facts), company=company, member=member, facts=facts)
    refusal = None
    if form.is_bound and form.is_valid():
        try:
            past.enter(warband_id=warband.pk, warrior=wid, past=form.told(), by=_by(request))
            return redirect("warbands:past", pid)
        except Refusal as said:
            refusal = said
    crumbs = [*_crumbs(warband), {"label": _("Its past"), "url": reverse("warbands:past", args=[pid])}]
    context = {"warband": warband, "member": member, "form": form, "refusal": refusal, "crumbs": crumbs}
    return render(request, "warbands/past_warrior.html", context, status=422 if form.is_bound else 200)
