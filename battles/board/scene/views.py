"""The fragment of the page that the 3D view of a battle needs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.board.scene.text import SCENE
from battles.board.text.scripts import texts_for_page
from battles.core.permissions import battle_to_read
from battles.core.viewers import current_user


@require_safe
def scene(request: HttpRequest, pid: str) -> HttpResponse:
    """Canvas, tools and texts. They are loaded when the view is opened for the first time."""
    battle_to_read(current_user(request), pid)
    return render(request, "battles/board/scene/_scene.html", {"words": texts_for_page(SCENE)})
