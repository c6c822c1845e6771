"""Views to start a battle: the form, the button on the front page, and joining an invitation."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests.services import current_or_new_guest
from accounts.models import User
from battles.board.ruleset_badge import ruleset_badge
from battles.core.permissions import battle_to_read, may_join, may_play_on, sides_of
from battles.core.refusals import DidNotPlay, NotPlaying
from battles.core.selectors import cards, open_challenges, title_of
from battles.core.viewers import current_user
from battles.models import Battle, BattleStatus
from battles.play.command_views import carried_out
from battles.play.turn_notices import is_rematch_offered
from battles.setup.forms import JoinForm, PlayForm, army_of
from battles.setup.operations import (
    DeclineRematch,
    JoinBattle,
    PlaceModels,
    PlayOn,
    Rematch,
    SaveWarband,
    StartBattle,
    WithdrawInvitation,
)
from battles.setup.practice import NothingToPlayFrom
from battles.setup.rematch import rules_of
from battles.setup.saved_warbands import NothingToSave
from battles.setup.table_choice import table_cards
from campaigns.core.responses import return_address
from campaigns.notices.questions import NotInvited
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal

QUICK: Final = {"ruleset": "mordheim", "house_rules": {"free_measuring": True}}
"""Ruleset options of a battle that is started with one click: the values of the 1999 rulebook, but distances may be
measured."""
FROM_PAGES: Final = {"prepares": True, "ends_own_turns": True}
"""Fields shared by all operations that start a battle."""


@require_http_methods(["GET", "HEAD", "POST"])
@carries_out(StartBattle)
def play(request: HttpRequest) -> HttpResponse:
    """The form to start a battle. Its defaults need no change; after a refusal it keeps its values."""
    user = current_user(request)
    query = {name: request.GET[name][:80] for name in ("table", "scenario", "army") if name in request.GET}
    form = PlayForm(request.POST if request.method == "POST" else None, user=user, initial=query)
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            actor = current_or_new_guest(request)
            battle = perform(request, StartBattle, None, actor=actor, values={**form.terms(), **FROM_PAGES})
        except Refusal as error:
            refusal = error
        else:
            if battle.status == BattleStatus.MUSTERING:
                return redirect("battles:join", pid=battle.public_id)
            return redirect("battles:board", pid=battle.public_id)
    tables = table_cards(form.tables)
    context = {"form": form, "refusal": refusal, "tables": tables, "challenges": cards(open_challenges(), user)}
    status = refusal.status if refusal is not None else 422 if form.errors else 200
    return render(request, "battles/setup/new.html", context, status=status)


@require_POST
@carries_out(StartBattle)
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a battle with one click: two suggested warbands, a small table, the bot as opponent, all models set up, and
    the rules of the 1999 rulebook with free measuring. If `like` names a battle that the reader may see, its ruleset
    and house rules are used instead."""
    actor = current_or_new_guest(request)
    like = request.POST.get("like", "")[:40]
    rules = rules_of(battle_to_read(actor, like)) if like else QUICK
    battle = perform(request, StartBattle, None, actor=actor, values={**rules, **FROM_PAGES})
    return redirect("battles:board", pid=battle.public_id)


def _for_user(request: HttpRequest, pid: str, refusal: type[Refusal]) -> tuple[Battle, User]:
    """The battle and the user of a request, before something is done in it. Raises `refusal` for visitors, and Http404
    for a battle that they may not view."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if user is None:
        raise refusal
    return battle, user


@require_POST
@carries_out(PlaceModels)
def place(request: HttpRequest, pid: str) -> HttpResponse:
    """Set up all models of a side as the engine suggests."""
    return carried_out(request, pid, PlaceModels)


@require_POST
@carries_out(Rematch)
def rematch_battle(request: HttpRequest, pid: str) -> HttpResponse:
    """Play a finished battle again with the same sides, table and rules."""
    battle, user = _for_user(request, pid, DidNotPlay)
    again = perform(request, Rematch, battle, actor=user)
    return redirect("battles:join" if again.status == BattleStatus.MUSTERING else "battles:board", pid=again.public_id)


@require_POST
@carries_out(SaveWarband)
def save_warband(request: HttpRequest, pid: str) -> HttpResponse:
    """Save a suggested warband of a finished battle as a draft, and open it."""
    battle, user = _for_user(request, pid, NothingToSave)
    values = {"side": request.POST["side"]} if request.POST.get("side") else {}
    draft = perform(request, SaveWarband, battle, actor=user, values=values)
    return redirect("warbands:roster", pid=draft.public_id)


@require_POST
@carries_out(PlayOn)
def play_on_from(request: HttpRequest, pid: str) -> HttpResponse:
    """Play on from a moment of a battle, as practice against a bot, a friend, or with two players at one screen."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if not may_play_on(user, battle):  # Checked before a guest is created for a visitor.
        raise NothingToPlayFrom
    values = {name: request.POST[name] for name in ("event", "side", "opponent", "bot") if request.POST.get(name)}
    copy = perform(request, PlayOn, battle, actor=current_or_new_guest(request), values=values)
    return redirect("battles:join" if copy.status == BattleStatus.MUSTERING else "battles:board", pid=copy.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@carries_out(JoinBattle)
def join(request: HttpRequest, pid: str) -> HttpResponse:
    """The page of an invitation with its author and its terms. The author sees the link to send; other users can
    join."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if battle.status != BattleStatus.MUSTERING or battle.is_on_paper:
        return redirect("battles:board", pid=pid)
    form = JoinForm(request.POST if request.method == "POST" else None, user=user)
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            actor = current_or_new_guest(request)
            army = army_of(form.cleaned_data["army"])
            values = {"warband": army.warband, "warband_type": army.warband_type, "prepares": True}
            battle = perform(request, JoinBattle, battle, actor=actor, values=values)
        except Refusal as error:
            refusal = error
        else:
            return redirect("battles:board", pid=pid)
    context = {
        "battle": battle,
        "title": title_of(battle),
        "form": form,
        "refusal": refusal,
        "is_author": bool(sides_of(user, battle)),
        "may_join": may_join(user, battle),
        "may_decline": user is not None and is_rematch_offered(battle, user.pk),
        "link": request.build_absolute_uri(request.path),
        "ruleset": ruleset_badge(battle, plays=False),
        "side": next(iter(battle.sides.all()), None),
    }
    return render(request, "battles/setup/join.html", context, status=422 if refusal else 200)


@require_POST
@carries_out(WithdrawInvitation)
def withdraw(request: HttpRequest, pid: str) -> HttpResponse:
    """Withdraw an invitation that has no opponent yet."""
    battle, user = _for_user(request, pid, NotPlaying)
    perform(request, WithdrawInvitation, battle, actor=user)
    return redirect("battles:play")


@require_POST
@carries_out(DeclineRematch)
def decline(request: HttpRequest, pid: str) -> HttpResponse:
    """Decline the offer of a rematch, then return to the page of the button."""
    battle, user = _for_user(request, pid, NotInvited)
    perform(request, DeclineRematch, battle, actor=user)
    messages.success(request, _("Invitation declined."))
    return redirect(return_address(request, reverse("accounts:front")))


@require_safe
def resign(request: HttpRequest, pid: str) -> HttpResponse:
    """The page on which a player confirms that they concede a battle, for readers without JavaScript."""
    battle = battle_to_read(current_user(request), pid)
    context = {"battle": battle, "title": _("Concede this battle?")}
    return render(request, "battles/resign.html", context)
