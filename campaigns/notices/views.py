"""The inbox, notification settings, push devices, and the unsubscribe link."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.mail import verified_address_of
from campaigns.notices import mail, push, selectors
from campaigns.notices.forms import NoticeChoiceForm
from campaigns.notices.operations import AddDevice, ChooseNotices, MarkRead, RemoveDevice
from campaigns.notices.questions import open_questions
from campaigns.notices.selectors import choice_of, inbox_of
from mordheim_site.operations.pages import carries_out, perform


def _page(request: HttpRequest, form: NoticeChoiceForm, status: int = 200) -> HttpResponse:
    older_than = request.GET.get("before", "")
    before = int(older_than) if older_than.isdecimal() and len(older_than) < 18 else 0
    notices, older = inbox_of(request.user.pk, before)
    declinable = {question.notice.pk: question.decline_url for question in open_questions(request.user.pk)}
    context = {
        "notices": [(notice, declinable.get(notice.pk, "")) for notice in notices],
        "older": older,
        "form": form,
        "has_unread": any(not notice.read_at for notice in notices),
        "push_key": push.public_key(),
        "devices": push.devices_of(request.user.pk),
        "mail_address": verified_address_of(request.user.pk),
    }
    return render(request, "campaigns/notices/inbox.html", context, status=status)


@require_safe
@login_required
def inbox(request: HttpRequest) -> HttpResponse:
    """The user's inbox."""
    choice = choice_of(request.user.pk)
    return _page(request, NoticeChoiceForm.showing(choice.muted, choice.rhythm))


@carries_out(MarkRead)
@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read."""
    perform(request, MarkRead, None, form={})
    return redirect("campaigns:inbox")


@carries_out(ChooseNotices)
@require_POST
@login_required
def choices(request: HttpRequest) -> HttpResponse:
    """Save which notices the user wants, and whether by mail."""
    form = NoticeChoiceForm(request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    chosen = {"muted": form.muted, "rhythm": form.cleaned_data["rhythm"]}
    perform(request, ChooseNotices, None, values=chosen)
    messages.success(request, _("Your notification settings are saved."))
    return redirect("campaigns:inbox")


@carries_out(AddDevice)
@require_POST
@login_required
def device_on(request: HttpRequest) -> HttpResponse:
    """Subscribe this browser to push notifications: its endpoint and its two keys."""
    data = {name: request.POST.get(name, "")[:600] for name in ("endpoint", "point", "auth", "name")}
    perform(request, AddDevice, None, form=data)
    return HttpResponse(status=204)


@carries_out(RemoveDevice)
@require_POST
@login_required
def device_off(request: HttpRequest) -> HttpResponse:
    """Remove a device: by its `endpoint` from the browser itself, or by `device` from the list."""
    endpoint, device = request.POST.get("endpoint", "")[:600], request.POST.get("device", "")[:12]
    if endpoint:
        device = push.device_with(request.user.pk, endpoint)
    perform(request, RemoveDevice, device, form={})
    if endpoint:
        return HttpResponse(status=204)
    messages.success(request, _("Notifications are off for that device."))
    return redirect("campaigns:inbox")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """Unsubscribe from mail. Mail programs send a POST automatically; in a browser, the user confirms it first."""
    if not selectors.is_stop_key(key):
        raise Http404
    if request.method == "POST":
        mail.stop(stop_key=key)
    return render(request, "campaigns/notices/stop_mail.html", {"is_done": request.method == "POST"})
