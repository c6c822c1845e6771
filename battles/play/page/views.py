"""Views of the board: the page, changed fragments, the choices of one model, and the path to a selected position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_safe

from accounts.limits import limited
from accounts.models import User
from accounts.settings.board_settings import Confirm, Speed
from battles.board.options import model_options
from battles.board.previews import odds as previews_odds
from battles.board.reach import drawing
from battles.board.screen_svg import numbered_spots
from battles.board.sight import from_spot
from battles.board.sight import lines as sight_lines
from battles.board.text.scripts import BOARD, label_of_board, texts_for_page
from battles.core import dice_preparation
from battles.core.permissions import battle_to_read, sides_of
from battles.core.refusals import NotPlaying, NotYourSide, RefusedByRules, UnreadablePosition
from battles.core.selectors import title_of
from battles.core.viewers import current_user, number
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.errors import IllegalAction
from battles.models import Battle, BattleStatus
from battles.play.page import screen as board_screen
from battles.play.page.model_card import card_of
from mordheim_site.refusals import Refusal

MOST_COMMAND = 2000
"""Maximum length of a command that is read, in characters."""


@require_safe
def board(request: HttpRequest, pid: str) -> HttpResponse:
    """The board, for anyone who has its address. An open invitation redirects to its own page."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if battle.is_on_paper and battle.status != BattleStatus.ABANDONED:
        return redirect("battles:sheet", pid=pid)
    if battle.status in (BattleStatus.MUSTERING, BattleStatus.ABANDONED):
        return redirect("battles:join", pid=pid) if battle.status == BattleStatus.MUSTERING else _gone(request, battle)
    if battle.status == BattleStatus.PREPARING:
        return render_preparing(request, battle, user)
    return render_page(request, battle, user)


def _gone(request: HttpRequest, battle: Battle) -> HttpResponse:
    return render(request, "battles/withdrawn.html", {"battle": battle}, status=410)


def render_page(
    request: HttpRequest,
    battle: Battle,
    user: User | None,
    refusal: Refusal | None = None,
    suggestion: Mapping[str, object] | None = None,
) -> HttpResponse:
    """The page. A refusal is shown next to the action that caused it; `suggestion` is the hint that was requested."""
    query = request.POST if request.method == "POST" else request.GET
    screen = board_screen.board(
        battle,
        user,
        model_id=str(suggestion["who"]) if suggestion is not None else query.get("who", ""),
        level=query.get("level", ""),
        view=query.get("view", ""),
        close="close" in query,
        opened=query.get("verb", ""),
        odds=query.get("odds", ""),
        weapon=query.get("weapon", ""),
        place=query.get("place", ""),
        with_reach="reach" in query,
        with_sight="sight" in query,
        spot=query.dict() if query.get("sight") == "spot" else None,
    )
    context = {
        "screen": screen,
        "battle": battle,
        "refusal": refusal,
        "suggestion": suggestion,
        "words": texts_for_page(BOARD),
        "settings": settings_of(user),
        "speeds": Speed.choices,
        "confirms": Confirm.choices,
        "board_label": label_of_board({key.code: key.shown for key in screen.keys}),
    }
    return render(request, "battles/board.html", context, status=refusal.status if refusal else 200)


def settings_of(user: User | None) -> dict[str, Any]:
    """The reader's settings for the scripts: those of the account, and the address to which changes are sent (""
    without an account)."""
    if user is None:
        return {"own": {}, "api": ""}
    return {"own": user.board_settings, "api": reverse("api-account-board")}


def render_preparing(
    request: HttpRequest, battle: Battle, user: User | None, refusal: Refusal | None = None
) -> HttpResponse:
    """The page of a battle whose dice are being prepared."""
    if battle.status != BattleStatus.PREPARING:
        return redirect("battles:board", pid=battle.public_id)
    stage = dice_preparation.stage_of(battle, timezone.now())
    context = {
        "battle": battle,
        "title": title_of(battle),
        "stage": stage,
        "is_mine": user is not None and any(side.player_id == user.pk for side in stage.contributors),
        "is_alone": len(stage.contributors) == 1,
        "refusal": refusal,
    }
    return render(request, "battles/preparing.html", context, status=refusal.status if refusal else 200)


@require_GET
def state(request: HttpRequest, pid: str) -> HttpResponse:
    """The changed fragments, for a script. `who` is the selected model, `after` the event up to which the log is
    known, `shown` the versions of the fragments that are shown."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if battle.started_at is None:
        raise NotPlaying
    return JsonResponse(
        board_screen.board_state(
            request,
            battle,
            user,
            model_id=request.GET.get("who", ""),
            acted=request.GET.get("acted", ""),
            log_after=number(request.GET.get("after", "")),
            shown=request.GET.get("shown", ""),
        )
    )


@require_GET
@limited("previews")
def choices(request: HttpRequest, pid: str, model_id: str) -> HttpResponse:
    """What one model may do now, with the score and odds of each action, and its reach as a drawing. `moves` returns
    the destinations of a manner of moving."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    engine = board_screen.engine_of(battle)
    found = model_options.for_model(engine, _own_side(user, battle, engine, model_id), model_id, opened="")
    places = render_to_string("battles/_distances.html", {"reach": board_screen.reach_rows(found)}, request)
    return JsonResponse({"seq": battle.seq, **found.as_json(), "places": places})


def _own_side(user: User | None, battle: Battle, engine: EngineBattle, model_id: str) -> str:
    """The letter of the reader's side that this model belongs to, or "". Raises NotYourSide for a model that does not
    exist."""
    if model_id not in engine.state.models:
        raise NotYourSide
    return model_id[0] if model_id[0] in [side.letter for side in sides_of(user, battle)] else ""


@require_GET
@limited("previews")
def moves(request: HttpRequest, pid: str, model_id: str, code: str) -> HttpResponse:
    """Destinations of one manner of moving: `verb` as in the choices, the form as `html`, and `spots` as a layer."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    engine = board_screen.engine_of(battle)
    side = _own_side(user, battle, engine, model_id)
    found = model_options.for_model(engine, side, model_id, with_reach=False, opened=code)
    verb = next((verb for verb in found.verbs if verb.code == code and verb.options), None)
    if verb is None:
        raise Refusal("nothing_listed", _("There is nothing to choose here now."), status=404)
    context = {"verb": verb, "battle": battle, "side": side, "name": found.name, "view": request.GET.get("view", "")}
    return JsonResponse(
        {
            "seq": battle.seq,
            "verb": next(entry for entry in found.as_json()["verbs"] if entry["code"] == code),
            "html": render_to_string("battles/_options.html", context, request),
            "spots": numbered_spots(verb, engine.game.table.length / 100),
        }
    )


@require_GET
@limited("previews")
def odds(request: HttpRequest, pid: str, model_id: str, target: str) -> HttpResponse:
    """Exact odds of a model against one enemy (`weapon` is the index of the weapon for a shot; `place` the index among
    its options): a `short` text, `html`, and for a charge its route as a `drawing`."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    engine = board_screen.engine_of(battle)
    side = _own_side(user, battle, engine, model_id)
    found = model_options.for_model(engine, side, model_id, with_reach=False, opened="")
    question = board_screen.question_of(
        previews_odds.questions(engine, model_id, found),
        target,
        request.GET.get("weapon", ""),
        request.GET.get("place", ""),
    )
    if question is None:
        raise Refusal("nothing_to_foresee", _("There are no odds to show here now."), status=404)
    answer = previews_odds.answer(engine, question)
    html = render_to_string("battles/_odds_preview.html", {"odds_preview": answer}, request)
    return JsonResponse({"seq": battle.seq, "short": answer["short"], "html": html, "drawing": answer["drawing"]})


@require_GET
@limited("previews")
def sight(request: HttpRequest, pid: str, model_id: str) -> HttpResponse:
    """What a model sees of each enemy, or with `x` and `y` (inches) or a `piece`, what is seen from there: `lines` as a
    layer of the drawing, and `html` as a list."""
    battle = battle_to_read(current_user(request), pid)
    engine = board_screen.engine_of(battle)
    if model_id not in engine.state.models:
        raise NotYourSide
    is_spot = bool(request.GET.keys() & {"x", "y", "piece"})
    look = board_screen.view_of(engine, model_id, request.GET.dict() if is_spot else None)
    context = {
        "sight": look.lines,
        "title": look.title,
        "spot": look.is_from_spot,
        "places": from_spot.named_places(engine),
        "who": model_id,
        "view": request.GET.get("view", ""),
    }
    html = render_to_string("battles/_sight.html", context, request)
    return JsonResponse(
        {"seq": battle.seq, "lines": sight_lines.lines_svg(look.lines, engine.game.table.length / 100), "html": html}
    )


@require_GET
@limited("previews")
def card(request: HttpRequest, pid: str, model_id: str) -> HttpResponse:
    """The card of any model as `html`, with the odds between it and the selected model (`from`) in both directions."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    engine = board_screen.engine_of(battle)
    if model_id not in engine.state.models:
        raise NotYourSide
    figure = board_screen.figure_of(engine, user, battle, model_id)
    context = {"card": card_of(engine, figure, request.GET.get("from", ""))}
    return JsonResponse({"seq": battle.seq, "html": render_to_string("battles/_model_card.html", context, request)})


@require_GET
@limited("previews")
def way(request: HttpRequest, pid: str, model_id: str) -> HttpResponse:
    """The path of a model to the selected position `x`, `y` (inches), as a command to send or to confirm.

    A position that the rules forbid is a normal response: `refused` has code, message and rule.
    """
    user = current_user(request)
    battle = battle_to_read(user, pid)
    engine = board_screen.engine_of(battle)
    if model_id[0] not in [side.letter for side in sides_of(user, battle)] or model_id not in engine.state.models:
        raise NotYourSide
    if model_id[0] not in engine.awaiting():
        raise NotPlaying
    try:
        x, y = (round(float(request.GET[name]) * 100) for name in ("x", "y"))
        found = drawing.way_to(
            engine, model_id, x, y, manner=request.GET.get("manner", "walk"), level=_level(request.GET.get("level", ""))
        )
    except (KeyError, ValueError, OverflowError) as fault:
        raise UnreadablePosition from fault
    except IllegalAction as error:
        return JsonResponse({"seq": battle.seq, "refused": RefusedByRules(error).as_json()})
    return JsonResponse({"seq": battle.seq, **found.as_json()})


@require_GET
@limited("previews")
def check(request: HttpRequest, pid: str, model_id: str) -> HttpResponse:
    """Whether the rules allow a model to carry out `command` (JSON) now. Nothing is carried out. A command that is not
    allowed is a normal response: `refused` has code, message and rule."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    engine = board_screen.engine_of(battle)
    side = _own_side(user, battle, engine, model_id)
    if not side:
        raise NotYourSide
    try:
        command = commands.from_data(json.loads(request.GET.get("command", "")[:MOST_COMMAND]))
        if getattr(command, "who", "") != model_id:
            raise NotYourSide
        engine.validate(side, command)
    except (ValueError, RecursionError) as fault:
        raise UnreadablePosition from fault
    except IllegalAction as error:
        return JsonResponse({"seq": battle.seq, "refused": RefusedByRules(error).as_json()})
    return JsonResponse({"seq": battle.seq})


def _level(text: str) -> int | None:
    return int(text) if text.isdigit() and len(text) < 6 else None
