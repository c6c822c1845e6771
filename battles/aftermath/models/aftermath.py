"""Rows of an aftermath and of its lines."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from battles.core.models import BattleSide
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class AftermathStatus(models.TextChoices):
    RUNNING = "running", _("Rolling")
    WAITING = "waiting", _("Waiting for choices")
    DONE = "done", _("Done")
    BACK = "back", _("Reverted")


class Aftermath(models.Model):
    """What follows a battle for one warband. The job walks through its stages step by step and stores each step here.

    `dice_position` counts the faces taken from the aftermath's own stream, which is keyed by its seed.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    side = models.OneToOneField(BattleSide, on_delete=models.CASCADE, related_name="aftermath")
    warband = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="aftermaths")
    status = models.CharField(max_length=8, choices=AftermathStatus.choices, default=AftermathStatus.RUNNING)
    facts = models.JSONField(default=dict)
    """`engine.aftermath.facts.SideFacts` as plain values."""
    stage = models.CharField(max_length=20, default="injuries")
    """The stage the walk stands at (`services.aftermath.walk.STAGES`), and the place within it."""
    place = models.PositiveIntegerField(default=0)
    seed_number = models.PositiveSmallIntegerField(default=0)
    """The seed it rolls from: 0 for the battle's, else that of `AftermathSeed`. Rule: AF-DICE-03"""
    dice_position = models.PositiveIntegerField(default=0)
    rating_before = models.PositiveIntegerField(default=0)
    rating_after = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    """After this the simple rule makes what choices are left, and confirms."""
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    attempt = models.PositiveIntegerField(default=0)
    """Counts what was taken back, so that doing it again is another entry of the ledger."""
    hand_dice = models.BooleanField(default=False)
    """Dice fall on the player's own table and are typed in."""
    asked = models.JSONField(null=True, blank=True)
    """The dice the walk waits for: purpose, who, dice, and the line and option of a choice that rolls them."""
    faces = models.JSONField(default=list, blank=True)
    """[face, "typed" or "rolled"] given for the step under way, in order."""

    class Meta:
        verbose_name = _("aftermath")
        verbose_name_plural = _("aftermaths")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.warband_id} after {self.side_id}"


class AftermathLine(models.Model):
    """One line of the account: the stage, whom it is about, every roll, what it came to; and a choice if one is open.

    `options` are plain values by key; `answer` the key chosen. A line without options waits for nothing.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    aftermath = models.ForeignKey(Aftermath, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    stage = models.CharField(max_length=20)
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True)
    subject_name = NameField(max_length=120, blank=True)
    rolls = models.JSONField(default=list)
    """[purpose, faces, result] in order."""
    data = models.JSONField(default=dict)
    options = models.JSONField(default=list)
    answer = models.CharField(max_length=120, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    turn = models.PositiveIntegerField(default=0)
    """The answers of an aftermath in the order they were given; 0 for lines that nobody answered."""
    before = models.JSONField(default=dict, blank=True)
    """What taking the answer back returns to: versions of the warbands, the last line, the walk's place."""

    class Meta:
        verbose_name = _("aftermath line")
        verbose_name_plural = _("aftermath lines")
        ordering = ["aftermath", "number"]
        constraints = [models.UniqueConstraint(fields=["aftermath", "number"], name="one_line_per_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    @property
    def is_open(self) -> bool:
        return bool(self.options) and not self.answer
