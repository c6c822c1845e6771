"""The ledger: every change of a warband, in order. Entries are never altered, and totals are computed from them."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class EntryKind(models.TextChoices):
    STARTED = "started", _("Draft started")
    COPIED = "copied", _("Copied")
    ENTERED = "entered", _("Entered from a paper roster")
    IMPORTED = "imported", _("Imported from a file")
    SUGGESTED = "suggested", _("Suggested warband")
    ARMED = "armed", _("Standard equipment")
    FOUNDED = "founded", _("Founded")
    HIRED = "hired", _("Hired")
    REINFORCED = "reinforced", _("Reinforced")
    DISMISSED = "dismissed", _("Dismissed")
    RENAMED = "renamed", _("Renamed")
    ARRANGED = "arranged", _("Reordered")
    MUTATED = "mutated", _("Mutated")
    BOUGHT = "bought", _("Bought")
    SOLD = "sold", _("Sold")
    GIVEN = "given", _("Transferred")
    GAINED_GOLD = "gained_gold", _("Gold gained")
    SPENT_GOLD = "spent_gold", _("Gold spent")
    GAINED_SHARDS = "gained_shards", _("Shards found")
    SOLD_SHARDS = "sold_shards", _("Shards sold")
    FOUND_ITEM = "found_item", _("Item found")
    LOST_ITEM = "lost_item", _("Item lost")
    EXPERIENCE = "experience", _("Experience")
    ADVANCED = "advanced", _("Advance")
    PROMOTED = "promoted", _("Promoted")
    INJURED = "injured", _("Serious injury")
    KILLED = "killed", _("Killed")
    CAPTURED = "captured", _("Captured")
    RELEASED = "released", _("Released")
    MISSES = "misses", _("Misses battles")
    RETURNED = "returned", _("Recovered")
    LEADER = "leader", _("New leader")
    UPKEEP = "upkeep", _("Upkeep")
    LEARNED = "learned", _("Learned")
    FOUGHT = "fought", _("Fought a battle")
    CORRECTED = "corrected", _("Corrected")
    REPACKED = "repacked", _("Pack updated")
    ARCHIVED = "archived", _("Archived")
    RESTORED = "restored", _("Restored")
    UNDONE = "undone", _("Undone")


class LedgerEntry(models.Model):
    """One change. `changes` has every field touched, with its old and new value (warbands.core.ledger).

    `source_key` identifies the request or the job step that caused it; each key writes only once. `reverted_by` is the
    entry that undid this one.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    warband = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="ledger")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=EntryKind.choices)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    gold_delta_gc = models.IntegerField(default=0)
    shards_delta = models.IntegerField(default=0)
    experience_delta = models.IntegerField(default=0)
    subject = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True)
    arguments: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    changes: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    is_reversible = models.BooleanField(default=False)
    reverts = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="reverted_by")
    source_key = models.CharField(max_length=160, null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger entries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["warband", "number"], name="ledger_number_once"),
            models.UniqueConstraint(fields=["warband", "source_key"], name="ledger_source_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
