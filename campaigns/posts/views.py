"""Pages of news, battle reports, comments and pictures."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.core.permissions import CampaignAccess, access_to_read
from campaigns.core.refusals import NothingWritten
from campaigns.matches import view_data
from campaigns.matches.selectors import view_of
from campaigns.models import Audience, Post
from campaigns.notices.forms import CommentForm, PostForm
from campaigns.posts.match_photos import photos_offered
from campaigns.posts.operations import MODERATION, EditPost, Publish, WriteComment
from campaigns.posts.permissions import post_to_read
from campaigns.posts.selectors import SHOWN, comments_of, match_named, picture_named, posts_of
from mordheim_site.look.prose import prose
from mordheim_site.operations.pages import carries_out, perform, user_of
from mordheim_site.refusals import Refusal


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """News and reports, newest first."""
    access = access_to_read(request.user, slug)
    posts = posts_of(access.campaign, sees_hidden=access.runs_it)[:SHOWN]
    return view_data.league_page(request, "campaigns/posts/list.html", access, "posts", posts=posts)


@carries_out(Publish)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a report of the match `?match=`, or news."""
    access = access_to_read(request.user, slug)
    public_id = (request.POST if request.method == "POST" else request.GET).get("match", "")[:12]
    match = match_named(access.campaign, public_id) if public_id else None
    form, refusal = PostForm(request.POST if request.method == "POST" else None, request.FILES or None), None
    if request.method == "POST" and form.is_valid():
        try:
            values = {
                "title": form.cleaned_data["title"],
                "body": form.cleaned_data["body"],
                "match": match.public_id if match is not None else "",
                "match_photos": request.POST.getlist("match_photo"),
                "photos": [{"content": content, "description": words} for content, words in form.photos],
            }
            post = perform(request, Publish, access, values=values)
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("Published. The chronicle shows it."))
            return redirect("campaigns:post", slug, post.public_id)
    return _form_page(
        request,
        access,
        form,
        refusal,
        match=view_of(match) if match is not None else None,
        match_photos=photos_offered(match.pk, user_of(request).pk) if match is not None else [],
        chosen_photos=request.POST.getlist("match_photo"),
    )


def _form_page(
    request: HttpRequest, access: CampaignAccess, form: PostForm, refusal: Refusal | None, **context: Any
) -> HttpResponse:
    status = refusal.status if refusal is not None else 422 if form.is_bound else 200
    key = request.POST.get("idempotency_key", "")[:64]
    return view_data.league_page(
        request,
        "campaigns/posts/form.html",
        access,
        "posts",
        form=form,
        refusal=refusal,
        status=status,
        key=key,
        **context,
    )


@require_safe
def post(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """One post with its pictures and comments."""
    access = access_to_read(request.user, slug)
    return _render(request, access, post_to_read(access, pid))


def _render(request: HttpRequest, access: CampaignAccess, found: Post, **context: Any) -> HttpResponse:
    return view_data.league_page(
        request,
        "campaigns/posts/post.html",
        access,
        "posts",
        post=found,
        html=prose(found.body),
        comments=comments_of(access.user_id, runs_it=access.runs_it, is_member=access.is_member, post=found),
        is_own=access.user_id is not None and found.author_id == access.user_id,
        **context,
    )


@carries_out(EditPost)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """Edit a post as its author."""
    access = access_to_read(request.user, slug)
    found = post_to_read(access, pid)
    query = request.POST if request.method == "POST" else None
    form, refusal = PostForm(query, initial={"title": found.title, "body": found.body}), None
    if query is not None and form.is_valid():
        try:
            words = {name: form.cleaned_data[name] for name in ("title", "body")}
            perform(request, EditPost, found, values=words)
        except Refusal as error:
            refusal = error
        else:
            return redirect("campaigns:post", slug, pid)
    return _form_page(request, access, form, refusal, editing=found)


@carries_out(WriteComment)
@require_POST
@login_required
def comment(request: HttpRequest, slug: str) -> HttpResponse:
    """Comment on a post or a match."""
    access = access_to_read(request.user, slug)
    about_post = request.POST.get("post", "")[:12]
    found = post_to_read(access, about_post) if about_post else None
    match = match_named(access.campaign, request.POST.get("match", "")[:12]) if found is None else None
    if found is None and match is None:
        raise Http404
    form = CommentForm(request.POST)
    if not form.is_valid():
        raise NothingWritten
    about = {"post": found.public_id} if found is not None else {"match": match.public_id if match is not None else ""}
    perform(request, WriteComment, access, values={"body": form.cleaned_data["body"], **about})
    messages.success(request, _("Your comment is published."))
    if found is not None:
        return redirect(reverse("campaigns:post", args=[slug, found.public_id]) + "#comments")
    assert match is not None
    return redirect(reverse("campaigns:match", args=[slug, match.public_id]) + "#comments")


@carries_out(*MODERATION.values())
@require_POST
@login_required
def moderate(request: HttpRequest, slug: str) -> HttpResponse:
    """Hide a comment, show it again, or report it to the arbitrator."""
    access = access_to_read(request.user, slug)
    is_flag = request.POST.get("act") == "flag"
    perform(request, MODERATION["flag" if is_flag else "hide"], access)
    if is_flag:
        messages.success(request, _("Thank you. The arbitrator will look at it."))
    else:
        messages.success(request, _("Done. Its author can still see it, with the reason."))
    return redirect("campaigns:posts", slug)


@require_safe
def picture(request: HttpRequest, slug: str, pid: str) -> HttpResponse:
    """A re-encoded picture. The picture at an address never changes, so it may be cached permanently."""
    access = access_to_read(request.user, slug)
    found = picture_named(access.campaign, pid)
    if found.post is not None and found.post.hidden_at is not None and not access.runs_it:
        raise Http404
    answer = HttpResponse(bytes(found.content), content_type=found.media_type)
    is_public = access.campaign.audience == Audience.PUBLIC
    patch_cache_control(answer, public=is_public, private=not is_public, max_age=31536000, immutable=True)
    return answer
