"""Match pages: the list, one match with its actions, a free challenge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.city.match_prizes import prize_card, prize_choices
from campaigns.city.operations import SetPrize
from campaigns.core.permissions import CampaignAccess, access_to_read, has_address, match_to_read
from campaigns.core.responses import return_address
from campaigns.match_pages.operations import (
    MATCH_ACTS,
    Agree,
    AnswerDate,
    CancelMatch,
    Challenge,
    ChooseScenario,
    DecideMatch,
    DeclineChallenge,
    Dispute,
    MatchOperation,
    MatchTarget,
    Report,
    RollScenario,
    SetDate,
    SetStandIn,
    WithdrawReport,
)
from campaigns.matches import view_data
from campaigns.matches.forms import ResultForm
from campaigns.matches.selectors import (
    MatchView,
    SideView,
    by_round,
    match_as_stored,
    matches,
    rounds_of,
    view_of,
    views_of,
)
from campaigns.models import Match, RoundKind, Rsvp
from campaigns.posts.selectors import comments_of, reports_of
from campaigns.rounds.forms import AnswerForm, ChallengeForm, DateForm, ScenarioForm
from campaigns.standings.selectors import EntryView, entries_of
from mordheim_site.operations.pages import carries_out, perform, user_of
from mordheim_site.refusals import Refusal

SHOWN = 40


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Matches by round: the requested round, or else the first with an open match. Challenges are below."""
    access = access_to_read(request.user, slug)
    rounds = rounds_of(access.campaign)
    chosen = request.GET.get("round", "")
    number = int(chosen) if chosen.isdecimal() and len(chosen) < 5 else 0
    if chosen != "free" and number not in {round_number for round_number, *_more in rounds}:
        number = next(
            (round_number for round_number, _name, waiting, _kind in rounds if waiting), rounds[-1][0] if rounds else 0
        )
    rows = matches(access.campaign)
    rows = rows.filter(round__number=number) if chosen != "free" and number else rows.filter(round__isnull=True)
    here = reverse("campaigns:matches", args=[slug])
    chips = [
        {
            "label": name or _("Round %(number)d") % {"number": round_number},
            "note": _("%(n)d open") % {"n": waiting} if waiting else _("played"),
            "url": f"{here}?round={round_number}",
            "chosen": chosen != "free" and round_number == number,
        }
        for round_number, name, waiting, _kind in rounds
    ]
    if chips:
        chips.append({"label": _("Challenges"), "url": f"{here}?round=free", "chosen": chosen == "free"})
    rows = rows.order_by("-pk") if chosen == "free" or not number else rows
    page = Paginator(rows, SHOWN).get_page(request.GET.get("page", "1")[:6])
    first = (page.number - 1) * SHOWN
    found = views_of(rows[first : first + SHOWN])
    groups = [(title, [view_data.card(match, access.asker) for match in listed]) for title, listed in by_round(found)]
    return view_data.league_page(
        request,
        "campaigns/matches/matches.html",
        access,
        "matches",
        chips=chips,
        groups=groups,
        back=request.get_full_path(),
        pages=page,
        round=chosen or number,
        has_bracket=any(kind in (RoundKind.KNOCK_OUT, RoundKind.GROUPS) for *_more, kind in rounds),
    )


def _render(request: HttpRequest, match: Match, access: CampaignAccess, **context: Any) -> HttpResponse:
    view = view_of(match)
    acts = view.acts_for(access.asker)
    forms: dict[str, Any] = {}
    if "report" in acts:
        forms["report"] = ResultForm(sides=view.sides, auto_id="report_%s")
    if "rule" in acts:
        forms["rule"] = ResultForm(sides=view.sides, with_reason=True, auto_id="rule_%s", initial=_standing(view))
    if "date" in acts:
        now = timezone.localtime(view.planned_for) if view.planned_for else None
        forms["date"] = DateForm(initial={"planned_for": now})
        if not view.scenario_code or not view.scenario_roll:
            chosen, pins = {"scenario": view.scenario_code}, match.campaign.packs
            forms["scenario"] = ScenarioForm(initial=chosen, pins=pins, sides=len(view.sides))
    return view_data.league_page(
        request,
        "campaigns/matches/match.html",
        access,
        "matches",
        match=view,
        card=view_data.card(view, access.asker),
        acts=acts,
        forms={**forms, **context.pop("forms", {})},
        board_section=_board_section(view),
        answers=_answers(view, access),
        stand_ins=_stand_ins(view, access) if "stand_in" in acts else [],
        prize=prize_card(view, access.campaign, may_choose="date" in acts),
        reports=reports_of(match.pk),
        comments=comments_of(access.user_id, runs_it=access.runs_it, is_member=access.is_member, match=match.pk),
        **context,
    )


def _answers(view: MatchView, access: CampaignAccess) -> dict[str, Any] | None:
    """Each side's answer about the date, and the answers that the reader can give; None if there is no date."""
    if view.planned_for is None or view.status != "planned" or view.is_bye:
        return None
    answers = [{"name": side.name, "word": Rsvp(side.rsvp).label if side.rsvp else ""} for side in view.sides]
    own = [side for side in view.sides if access.asker.speaks_for(side.player_id)]
    return {"said": answers, "choices": Rsvp.choices if own else [], "mine": own[0].rsvp if own else ""}


def _stand_ins(view: MatchView, access: CampaignAccess) -> list[SideView]:
    """The sides for which the reader can allow or end a stand-in."""
    played = [side for side in view.sides if side.player_id is not None]
    if access.runs_it:
        return played
    return [side for side in played if side.has_stand_in and side.player_id == access.user_id]


def _standing(view: MatchView) -> dict[str, Any]:
    """The current result, as initial values for the form of a ruling."""
    winner = next((side.public_id for side in view.sides if side.result == "win"), "")
    if not winner and any(side.result == "draw" for side in view.sides):
        winner = "draw"
    written = [side for side in view.sides if side.result]
    many = {}
    for side in written if view.has_many else ():
        place = side.finish or (2 if side.result == "loss" else 1)
        many |= {f"place_{side.public_id}": place, f"team_{side.public_id}": side.team}
        many[f"kills_{side.public_id}"] = side.kills
    return {"winner": winner, **many, **{f"losses_{side.public_id}": side.losses for side in written}}


def _board_section(view: MatchView) -> str:
    """HTML of the board about this match; empty on a site without a board."""
    try:
        return reverse("battles:match_section", args=[view.public_id])
    except NoReverseMatch:
        return ""


@require_safe
def match(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """One match with all its actions."""
    found, access = match_to_read(request.user, pid)
    if not has_address(found.campaign, slug):
        raise Http404
    return _render(request, found, access)


@carries_out(Report, Agree, Dispute, *MATCH_ACTS.values(), SetPrize)
@require_POST
@login_required
def act(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """Carry out one action on a match, named by `act`."""
    found, access = MatchOperation.target_for(user_of(request), slug=slug, pid=pid)
    handler = HANDLERS.get(request.POST.get("act", ""))
    if handler is None:
        raise Http404
    try:
        bad = handler(request, (found, access))
    except Refusal as refusal:
        return _render(request, match_as_stored(found.pk), access, refusal=refusal)
    if bad is not None:
        return _render(request, found, access, forms={request.POST["act"]: bad}, status=422)
    return redirect(return_address(request, reverse("campaigns:match", args=[slug, pid])))


Handler = Callable[[HttpRequest, MatchTarget], "ResultForm | DateForm | ScenarioForm | None"]


def _report(request: HttpRequest, target: MatchTarget) -> ResultForm | None:
    form = ResultForm(request.POST, sides=view_of(target[0]).sides, auto_id="report_%s")
    if not form.is_valid():
        return form
    after = perform(request, Report, target, values=form.result)
    if after.status != "reported":
        text = _("The result counts.")
    elif form.has_many:
        text = _("Sent. It counts once every other side confirms.")
    else:
        text = _("Sent. It counts once the other side confirms.")
    messages.success(request, text)
    return None


def _rule(request: HttpRequest, target: MatchTarget) -> ResultForm | None:
    form = ResultForm(request.POST, sides=view_of(target[0]).sides, with_reason=True, auto_id="rule_%s")
    if not form.is_valid():
        return form
    perform(request, DecideMatch, target, values=form.result)
    messages.success(request, _("Decided. Both sides can read your reason."))
    return None


def _date(request: HttpRequest, target: MatchTarget) -> DateForm | None:
    form = DateForm(request.POST)
    if not form.is_valid():
        return form
    when = form.cleaned_data["planned_for"]
    perform(request, SetDate, target, values={"planned_for": when})
    messages.success(request, _("The date is saved.") if when else _("The date is removed."))
    return None


def _rsvp(request: HttpRequest, target: MatchTarget) -> None:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise Http404
    perform(request, AnswerDate, target, values=form.cleaned_data)
    messages.success(request, _("Your answer is saved; the other side can see it."))


def _roll_scenario(request: HttpRequest, target: MatchTarget) -> None:
    after = perform(request, RollScenario, target, values={})
    name = view_of(after).scenario or _("the side with the lowest rating chooses")
    messages.success(request, _("%(roll)s: %(scenario)s.") % {"roll": after.scenario_roll, "scenario": name})


def _scenario(request: HttpRequest, target: MatchTarget) -> ScenarioForm | None:
    form = ScenarioForm(request.POST, pins=target[0].campaign.packs)
    if not form.is_valid():
        return form
    perform(request, ChooseScenario, target, values=form.cleaned_data)
    messages.success(request, _("The scenario is saved."))
    return None


def _district(request: HttpRequest, target: MatchTarget) -> None:
    match, access = target
    district = request.POST.get("district", "")
    prize = {"match": match.public_id, "district": district}
    perform(request, SetPrize, CampaignAccess(match.campaign, access.user_id, access.role), form=prize)
    messages.success(
        request, _("Saved. The winner gets the district.") if district else _("Saved. The match has no prize.")
    )


def _agree(request: HttpRequest, target: MatchTarget) -> None:
    after = perform(request, Agree, target, form={})
    if after.counts:
        messages.success(request, _("Confirmed. The result counts and the standings are updated."))
    else:
        messages.success(request, _("Confirmed. The result counts once the others confirm too."))


def _dispute(request: HttpRequest, target: MatchTarget) -> None:
    perform(request, Dispute, target, form={})
    messages.success(request, _("Rejected. The arbitrator will decide; both sides can also report again."))


def _take_back(request: HttpRequest, target: MatchTarget) -> None:
    perform(request, WithdrawReport, target, values={})
    messages.success(request, _("Your result is withdrawn."))


def _cancel(request: HttpRequest, target: MatchTarget) -> None:
    perform(request, CancelMatch, target, values={})
    messages.success(request, _("The match is cancelled."))


def _decline(request: HttpRequest, target: MatchTarget) -> None:
    perform(request, DeclineChallenge, target, form={"reason": request.POST.get("reason", "")})
    messages.success(request, _("Challenge declined. The match was cancelled and the challenger notified."))


def _stand_in(request: HttpRequest, target: MatchTarget) -> None:
    allows = request.POST.get("has_stand_in") == "on"
    values = {"entry": request.POST.get("entry", ""), "has_stand_in": allows}
    perform(request, SetStandIn, target, values=values)
    if allows:
        messages.success(request, _("Saved. A bot plays for them when the match is started on the board."))
    else:
        messages.success(request, _("Saved. No bot plays for this player."))


HANDLERS: dict[str, Handler] = {
    "report": _report, "rule": _rule, "date": _date, "agree": _agree, "dispute": _dispute, "take_back": _take_back,
    "cancel": _cancel, "rsvp": _rsvp, "draw": _roll_scenario, "scenario": _scenario, "district": _district,
    "stand_in": _stand_in, "decline": _decline,
}  # fmt: skip


@carries_out(Challenge)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Challenge warbands to a match."""
    access = access_to_read(request.user, slug)
    entries = [entry for entry in entries_of(access.campaign) if not (entry.is_withdrawn or entry.is_archived)]
    mine = [entry for entry in entries if access.runs_it or entry.player_id == access.user_id]
    form = ChallengeForm(
        request.POST if request.method == "POST" else None,
        pins=access.campaign.packs,
        districts=prize_choices(access.campaign, [entry.id for entry in entries]),
    )
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            made = _challenge(request, access, form)
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("Challenge sent. Arrange a time and play."))
            return redirect("campaigns:match", slug, made.public_id)
    own = [entry for entry in mine if entry.player_id == access.user_id] or mine
    rivals = [entry for entry in entries if entry.player_id != access.user_id or len(own) > 1]
    other = request.POST.get("other") or request.GET.get("other", "")
    if not other and len(rivals) == 1:
        other = rivals[0].public_id
    entry = request.POST.get("entry") or (own[0].public_id if own else "")
    also = request.POST.getlist("more")
    return view_data.league_page(
        request,
        "campaigns/matches/challenge.html",
        access,
        "matches",
        form=form,
        refusal=refusal,
        mine=[_chip(own_entry, entry) for own_entry in mine],
        others=[_chip(rival, other) for rival in rivals],
        more=[_chip(entry, "", also) for entry in entries] if len(entries) > 2 else [],
        key=request.POST.get("idempotency_key", "")[:64],
        status=refusal.status if refusal is not None else 422 if form.is_bound else 200,
    )


def _chip(entry: EntryView, chosen: str, also: Sequence[str] = ()) -> dict[str, Any]:
    is_chosen = entry.public_id == chosen or entry.public_id in also
    return {"label": entry.name, "note": entry.player_name, "value": entry.public_id, "chosen": is_chosen}


def _challenge(request: HttpRequest, access: CampaignAccess, form: ChallengeForm) -> Match:
    data = form.cleaned_data
    # The two warbands of the challenge are not counted again among the others.
    more = [
        fromkey
        for fromkey in dict.fromkeys(request.POST.getlist("more"))
        if fromkey not in (data["entry"], data["other"])
    ]
    values = {**data, "others": [data["other"], *more]}
    del values["other"]
    made: Match = perform(request, Challenge, access, values=values)
    return made
