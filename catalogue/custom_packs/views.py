"""Pages of custom packs: the lists, one pack with its versions, and its file."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.guests.services import AccountNeeded
from accounts.models import User
from catalogue.custom_packs import operations, selectors
from catalogue.custom_packs.library import book_of_release
from catalogue.custom_packs.permissions import pack_to_edit, pack_to_read
from catalogue.custom_packs.replacements import replaced_by
from catalogue.models import CustomPack, PackVisibility
from catalogue.packs.schema import json_schema
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


def author_of(request: HttpRequest) -> User:
    """The signed-in user with an account. Raises AccountNeeded for a guest."""
    if not isinstance(request.user, User) or request.user.is_guest:
        raise AccountNeeded
    return request.user


def crumbs(*more: tuple[str, str]) -> list[dict[str, str]]:
    """Breadcrumbs of custom pack pages."""
    first = [(_("Packs"), reverse("catalogue:packs")), (_("Custom packs"), reverse("catalogue:custom_packs"))]
    return [{"label": label, "url": url} for label, url in (*first, *more)]


@require_safe
def custom_pack_list(request: HttpRequest) -> HttpResponse:
    """The user's packs, then the public ones."""
    query = request.GET.get("q", "").replace("\x00", "").strip()[:60]
    mine = list(selectors.packs_of(request.user.pk)) if request.user.is_authenticated else []
    context = {
        "mine": mine,
        "shared": selectors.public_packs(query)[: selectors.SHOWN],
        "query": query,
        "crumbs": crumbs()[:1],
    }
    return render(request, "catalogue/custom_packs/list.html", context)


@require_safe
def custom_pack_page(request: HttpRequest, pid: str) -> HttpResponse:
    """One pack: the version `v` (by default the newest), its contents, and actions on it."""
    return drawn(request, pack_to_read(request.user, pid))


def drawn(request: HttpRequest, pack: CustomPack, refusal: Refusal | None = None) -> HttpResponse:
    """Render the page of a pack, with the error of a refused action if there is one."""
    releases = selectors.releases_of(pack)
    number = request.GET.get("v", "")
    shown = next((release for release in releases if str(release.number) == number), releases[0] if releases else None)
    contents = None
    if shown is not None:
        contents = selectors.contents_of(book_of_release(shown.code), shown.code)
    context = {
        "pack": pack,
        "is_mine": request.user.is_authenticated and request.user.pk == pack.owner_id,
        "releases": releases,
        "shown": shown,
        "contents": contents,
        "replaced": replaced_by(shown.code) if shown is not None else (),
        "visibilities": PackVisibility.choices,
        "play_url": _play_url(),
        "address": request.build_absolute_uri(reverse("catalogue:own_pack", args=[pack.public_id])),
        "refusal": refusal,
        "crumbs": crumbs(),
    }
    return render(
        request, "catalogue/custom_packs/pack.html", context, status=refusal.status if refusal is not None else 200
    )


def _play_url() -> str:
    """The URL at which a scenario can be played; empty on a site without a board."""
    try:
        return reverse("battles:play")
    except NoReverseMatch:
        return ""


@require_safe
def download(request: HttpRequest, pid: str, number: int) -> HttpResponse:
    """Download the file of a version. The author can also download the draft (version 0)."""
    pack = pack_to_read(request.user, pid)
    if number == 0:
        pack = pack_to_edit(request.user, pid)
        text = pack.text
    else:
        row = selectors.release_numbered(pack, number)
        if row is None:
            raise Http404
        text = row.text
    answer = HttpResponse(text, content_type="application/yaml; charset=utf-8")
    stem = slugify(pack.name)[:60] or "pack"
    answer["Content-Disposition"] = f'attachment; filename="{stem}-{number}.yaml"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_safe
def schema_file(request: HttpRequest) -> JsonResponse:
    """The JSON Schema of a pack file."""
    return JsonResponse(json_schema(), json_dumps_params={"indent": 1})


@carries_out(operations.SharePack, operations.DeletePack)
@require_POST
@login_required
def share(request: HttpRequest, pid: str) -> HttpResponse:
    """Set the visibility of the pack, archive it, restore it, or delete it if it was never released."""
    pack = pack_to_edit(request.user, pid)
    verb = request.POST.get("do", "share")
    try:
        if verb == "delete":
            perform(request, operations.DeletePack, pack)
            messages.success(request, _("%(name)s is deleted.") % {"name": pack.name})
            return redirect("catalogue:custom_packs")
        if verb in ("away", "back"):
            perform(request, operations.SharePack, pack, values={"is_put_away": verb == "away"})
        else:
            chosen = request.POST.get("visibility")
            known = chosen if chosen in PackVisibility.values else None
            perform(request, operations.SharePack, pack, values={"visibility": known})
    except Refusal as refusal:
        return drawn(request, pack, refusal)
    return redirect("catalogue:own_pack", pid)


@carries_out(operations.ForkPack)
@require_POST
@login_required
def fork(request: HttpRequest, pid: str) -> HttpResponse:
    """Copy a version as a new pack of the user."""
    pack = pack_to_read(request.user, pid)
    try:
        made = perform(request, operations.ForkPack, pack, actor=author_of(request))
    except Refusal as refusal:
        return drawn(request, pack, refusal)
    return redirect("catalogue:own_edit", made.public_id)
