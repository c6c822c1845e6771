"""Models of rounds and matches."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from campaigns.models.campaign import Campaign
from campaigns.models.membership import Entry
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class RoundKind(models.TextChoices):
    ROUND_ROBIN = "round_robin", _("Round robin")
    SWISS = "swiss", _("Swiss")
    LADDER = "ladder", _("Ladder: adjacent rungs play")
    KNOCK_OUT = "knock_out", _("Knock-out")
    GROUPS = "groups", _("Groups, with finals later")
    CATCH_UP = "catch_up", _("Pairings not played yet")
    LOTS = "lots", _("Random")


class Round(models.Model):
    """A round of the schedule, numbered from 1."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = NameField(max_length=60, blank=True)
    kind = models.CharField(max_length=11, choices=RoundKind.choices, default=RoundKind.ROUND_ROBIN)
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["campaign", "number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.campaign_id} round {self.number}"


KINDS_OF_RESULT: Final = ("board", "tracked", "reported")
"""How a match was played: on the board, with miniatures and tracked turn by turn, or reported by its players."""


class MatchStatus(models.TextChoices):
    PLANNED = "planned", _("Planned")
    PLAYING = "playing", _("Being played")
    REPORTED = "reported", _("Reported")
    AGREED = "agreed", _("Confirmed")
    DISPUTED = "disputed", _("Disputed")
    VOID = "void", _("Void")


class Match(models.Model):
    """A planned pairing. Its result counts once it is confirmed by the other side, an arbitrator, or the board."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.SET_NULL, related_name="matches")
    status = models.CharField(max_length=8, choices=MatchStatus.choices, default=MatchStatus.PLANNED)
    scenario_code = models.CharField(max_length=60, blank=True)
    scenario_roll = models.CharField(max_length=120, blank=True)
    """The dice that decided the scenario, such as "5 + 2". Rolls that did not count come first: "3 + 1, 5 + 2". Empty
    if the scenario was chosen."""
    district_code = models.CharField(max_length=40, blank=True)
    """The prize: a district of the league's map, or ""."""
    group = models.CharField(max_length=20, blank=True)
    series = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True)
    """Public id of the first match of the series; empty if the match is not part of one."""
    best_of = models.PositiveSmallIntegerField(default=1)
    game_number = models.PositiveSmallIntegerField(default=1)
    is_bye = models.BooleanField(default=False)
    played_at = models.DateTimeField(null=True, blank=True)
    planned_for = models.DateTimeField(null=True, blank=True)
    how = models.CharField(max_length=10, blank=True)
    """How the match was played, one of KINDS_OF_RESULT; "" without a result."""
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reported_at = models.DateTimeField(null=True, blank=True)
    ruling = models.CharField(max_length=300, blank=True)
    note = models.TextField(blank=True, max_length=2000)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["campaign", "round__number", "pk"]
        indexes = [
            models.Index(fields=["campaign", "status"], name="matches_by_status"),
            models.Index(fields=["series"], name="matches_by_series", condition=~models.Q(series="")),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} match {self.pk}"

    @property
    def counts(self) -> bool:
        return self.status == MatchStatus.AGREED


class SideResult(models.TextChoices):
    WIN = "win", _("Win")
    DRAW = "draw", _("Draw")
    LOSS = "loss", _("Loss")


class Rsvp(models.TextChoices):
    YES = "yes", _("Yes")
    MAYBE = "maybe", _("Maybe")
    NO = "no", _("No")


class MatchSide(models.Model):
    """One warband's part in a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="match_sides")
    place = models.PositiveSmallIntegerField(default=0)
    result = models.CharField(max_length=4, choices=SideResult.choices, blank=True)
    kills = models.PositiveSmallIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    rating_before = models.PositiveIntegerField(default=0)
    rsvp = models.CharField(max_length=5, choices=Rsvp.choices, blank=True)
    """Whether the player can play on the planned date."""
    agreed_at = models.DateTimeField(null=True, blank=True)
    finish = models.PositiveSmallIntegerField(default=0)
    """The place in a battle with three or more sides, starting at 1; 0 if there are no places."""
    team = models.CharField(max_length=1, blank=True)
    """Sides with the same letter fought together; empty for a side that fought alone."""
    has_stand_in = models.BooleanField(default=False, db_default=False)
    """Whether an arbitrator lets a bot play the side on the board, because its player cannot come."""

    class Meta:
        verbose_name = _("match side")
        verbose_name_plural = _("match sides")
        ordering = ["match", "place"]
        constraints = [models.UniqueConstraint(fields=["match", "entry"], name="a_warband_once_per_match")]

    def __str__(self) -> str:
        return f"{self.entry_id} in match {self.match_id}"
