"""Annotations on the board: the model, and their SVG layer. They disappear when the turn ends, are drawn below the
models, and have no effect on the rules."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from mordheim_site.look.svg.elements import circle, joined, line_through, path


class MarkKind(models.TextChoices):
    ARROW = "arrow", _("Arrow")
    RING = "ring", _("Ring")


class BoardMark(models.Model):
    """One arrow or ring, in hundredths of an inch from the south-west corner. The second point of a ring is on its
    rim."""

    battle = models.ForeignKey("battles.Battle", on_delete=models.CASCADE, related_name="marks")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=1, blank=True)
    """The author's side; empty for spectators, whose annotations players can see only after the battle."""
    kind = models.CharField(max_length=5, choices=MarkKind.choices)
    x0 = models.PositiveIntegerField()
    y0 = models.PositiveIntegerField()
    x1 = models.PositiveIntegerField()
    y1 = models.PositiveIntegerField()
    turn = models.CharField(max_length=8)
    """Number and side of the turn in which it was made."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("annotation")
        verbose_name_plural = _("annotations")
        ordering = ["pk"]
        indexes = [models.Index(fields=["battle", "turn"], name="mark_of_turn")]

    def __str__(self) -> str:
        return f"{self.kind} {self.turn}"


def marks_svg(marks: Iterable[BoardMark], length: float) -> SafeString:
    """The annotations as an SVG layer. One unit is an inch; y is flipped as in the rest of the board (`length` is in
    inches)."""
    return joined(_mark_svg(mark, length) for mark in marks)


def _mark_svg(mark: BoardMark, length: float) -> SafeString:
    x0, y0, x1, y1 = mark.x0 / 100, length - mark.y0 / 100, mark.x1 / 100, length - mark.y1 / 100
    where = f"side-{mark.side}" if mark.side else "side-none"
    if mark.kind == MarkKind.RING:
        radius = max(0.5, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
        return circle((x0, y0), radius, class_=f"mark {where}")
    far = max(0.01, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    ux, uy = (x1 - x0) / far, (y1 - y0) / far
    left = (x1 - 0.9 * ux + 0.5 * uy, y1 - 0.9 * uy - 0.5 * ux)
    right = (x1 - 0.9 * ux - 0.5 * uy, y1 - 0.9 * uy + 0.5 * ux)
    arrow = line_through(((x0, y0), (x1, y1))) + line_through((left, (x1, y1), right))
    return path(arrow, class_=f"mark {where}")
