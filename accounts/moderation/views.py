"""The page where staff remove and restore content, and the page that shows users what was removed from them and why."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.moderation import selectors, services
from accounts.moderation.operations import ReadRemoval, RemoveContent, RestoreContent
from accounts.problem_reports.views import path_of
from mordheim_site.operations.messages import NotUnderstood
from mordheim_site.operations.pages import carries_out, perform, user_of

PER_PAGE = 50


@carries_out(RemoveContent)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def moderate(request: HttpRequest) -> HttpResponse:
    """List what can be removed on the page `?page=`, and what was removed so far."""
    RemoveContent.target_for(user_of(request))
    page, refusal = path_of((request.POST if request.method == "POST" else request.GET).get("page", "")), None
    if request.method == "POST":
        kind, _space, key = request.POST.get("item", "").partition(" ")
        form = {"kind": kind, "key": key, "reason": request.POST.get("reason", ""), "page": page}
        try:
            removal = perform(request, RemoveContent, None, form=form)
        except (NotUnderstood, services.NothingToRemove) as error:
            refusal = error
        else:
            messages.success(request, _("Removed: %(title)s") % {"title": removal.item})
            return redirect(f"{reverse('accounts:moderate')}?{urlencode({'page': page})}")
    context = {
        "page_address": page,
        "items": services.items_at(page) if page else [],
        "removals": Paginator(selectors.all_removals(), PER_PAGE).get_page(request.GET.get("number")),
        "refusal": refusal,
        "chosen": request.POST.get("item", ""),
        "reason": request.POST.get("reason", "")[:500],
    }
    status = refusal.status if refusal is not None else 200
    return render(request, "accounts/moderation/moderate.html", context, status=status)


@carries_out(RestoreContent)
@require_POST
@login_required
def restore(request: HttpRequest, pid: str) -> HttpResponse:
    """Restore an item, then show the moderation page again."""
    removal = perform(request, RestoreContent, RestoreContent.target_for(user_of(request), pid=pid))
    messages.success(request, _("Restored: %(title)s") % {"title": removal.item})
    return redirect("accounts:moderate")


@require_safe
@never_cache
@login_required
def removals(request: HttpRequest) -> HttpResponse:
    """What staff removed from the user, with the reasons."""
    rows = selectors.removals_from(user_of(request))[:PER_PAGE]
    return render(request, "accounts/moderation/removals.html", {"removals": rows})


@carries_out(ReadRemoval)
@require_POST
@login_required
def mark_read(request: HttpRequest, pid: str) -> HttpResponse:
    """Mark a notice as read, which removes it from the dashboard."""
    perform(request, ReadRemoval, ReadRemoval.target_for(user_of(request), pid=pid))
    return redirect("accounts:removals")
