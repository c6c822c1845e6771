"""The inbox, how one is told, and the link that stops mails."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.forms import NoticeChoiceForm
from campaigns.models import NoticeChoice
from campaigns.selectors.inbox import choice_of, inbox_of
from campaigns.services import mailing


def _page(request: HttpRequest, form: NoticeChoiceForm, status: int = 200) -> HttpResponse:
    asked = request.GET.get("before", "")
    before = int(asked) if asked.isdecimal() and len(asked) < 18 else 0
    notices, older = inbox_of(request.user.pk, before)
    context = {"notices": notices, "older": older, "form": form, "has_unread": any(not one.read_at for one in notices)}
    return render(request, "campaigns/inbox.html", context, status=status)


@require_safe
@login_required
def inbox(request: HttpRequest) -> HttpResponse:
    """What happened that concerns me."""
    choice = choice_of(request.user.pk)
    return _page(request, NoticeChoiceForm.showing(choice.muted, choice.rhythm))


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """All of it has been seen."""
    mailing.mark_read(user_id=request.user.pk, now=timezone.now())
    return redirect("campaigns:inbox")


@require_POST
@login_required
def choices(request: HttpRequest) -> HttpResponse:
    """Keep what I am told of, and whether by mail."""
    form = NoticeChoiceForm(request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    mailing.choose(user_id=request.user.pk, muted=form.muted, rhythm=form.cleaned_data["rhythm"])
    messages.success(request, _("Kept."))
    return redirect("campaigns:inbox")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """No more mails. Mail programs post here by themselves; a person presses once."""
    if not NoticeChoice.objects.filter(stop_key=key).exists():
        raise Http404
    if request.method == "POST":
        mailing.stop(stop_key=key)
    return render(request, "campaigns/stop_mail.html", {"is_done": request.method == "POST"})
