"""Models of an aftermath and of its lines."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from battles.aftermath.stored.facts import StoredFacts
from battles.core.models import BattleSide
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class AftermathStatus(models.TextChoices):
    RUNNING = "running", _("Rolling")
    WAITING = "waiting", _("Waiting for choices")
    DONE = "done", _("Done")
    BACK = "back", _("Reverted")


class Aftermath(models.Model):
    """The aftermath of a battle for one warband. A job runs its stages step by step and stores each step here.

    `dice_position` counts the dice taken from the aftermath's own stream, which is keyed by its seed.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    side = models.OneToOneField(BattleSide, on_delete=models.CASCADE, related_name="aftermath")
    warband = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="aftermaths")
    status = models.CharField(max_length=8, choices=AftermathStatus.choices, default=AftermathStatus.RUNNING)
    facts = models.JSONField(default=dict)
    """`StoredFacts` as plain values; read them with `battle_facts`."""
    stage = models.CharField(max_length=20, default="injuries")
    """The current stage (`stages.runner.STAGES`), and the position in it."""
    place = models.PositiveIntegerField(default=0)
    seed_number = models.PositiveSmallIntegerField(default=0)
    """The number of the seed in use: 0 is the battle's seed, others are `AftermathSeed` rows. Rule: AF-DICE-03"""
    dice_position = models.PositiveIntegerField(default=0)
    rating_before = models.PositiveIntegerField(default=0)
    rating_after = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    """Deadline. After it the default rule answers the open choices and the aftermath is confirmed."""
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    attempt = models.PositiveIntegerField(default=0)
    """Number of reverts. It is part of ledger keys, so that a step that is repeated after a revert writes a new
    entry."""
    hand_dice = models.BooleanField(default=False)
    """Whether the player rolls dice at the table and types them in."""
    asked = models.JSONField(null=True, blank=True)
    """The requested dice: purpose, warrior, dice, and the line and option of the choice that needs them."""
    faces = models.JSONField(default=list, blank=True)
    """Faces entered for the current step: [face, "typed" or "rolled"] in order."""
    last_typed = models.JSONField(null=True, blank=True)
    """The request that the player answered last with typed dice, and the data to return to it
    (`typed_corrections.py`)."""

    class Meta:
        verbose_name = _("aftermath")
        verbose_name_plural = _("aftermaths")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.warband_id} after {self.side_id}"

    @property
    def battle_facts(self) -> StoredFacts:
        """The facts of the battle for this side."""
        return StoredFacts.read(self.facts)


class AftermathLine(models.Model):
    """One line of an aftermath: the stage, the subject, its rolls and its result, and possibly a choice. `options` are
    plain values by key; `answer` is the chosen key. A line without options needs no answer."""

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
    """The position of this answer among all answers; 0 for lines without an answer."""
    before = models.JSONField(default=dict, blank=True)
    """Undo point before the answer: versions of the warbands, the last line, and the position in the dice."""

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
