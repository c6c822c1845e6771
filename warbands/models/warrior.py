"""All members of a roster: one table for heroes, henchman groups, hired swords, dramatis personae and animals."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class WarriorKind(models.TextChoices):
    HERO = "hero", _("Hero")
    HENCHMAN_GROUP = "henchman_group", _("Henchman group")
    HIRED_SWORD = "hired_sword", _("Hired sword")
    DRAMATIS_PERSONA = "dramatis_persona", _("Dramatis persona")
    ANIMAL = "animal", _("Animal")


class WarriorStatus(models.TextChoices):
    ACTIVE = "active", _("Active")
    CAPTURED = "captured", _("Captured")
    DEAD = "dead", _("Dead")
    RETIRED = "retired", _("Left the warband")


class Warrior(models.Model):
    """One line of the roster. Its fields from `kind` on are those of `warbands.core.state.Member`.

    `experience_at_start`: experience at recruitment (thresholds up to it give no advance). `increases`: characteristic
    -> points gained by advances. `injuries`: list of {"code", "detail", "effects"}.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    warband = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="warriors")
    kind = models.CharField(max_length=16, choices=WarriorKind.choices)
    warrior_type_code = models.CharField(max_length=64)
    name = NameField(_("name"), max_length=80)
    position = models.PositiveIntegerField(default=0)
    headcount = models.PositiveSmallIntegerField(default=1)
    paid_gc = models.PositiveIntegerField(default=0)
    experience = models.PositiveIntegerField(default=0)
    experience_at_start = models.PositiveIntegerField(default=0)
    advances_taken = models.PositiveSmallIntegerField(default=0)
    increases = models.JSONField(default=dict, blank=True)
    skills = models.JSONField(default=list, blank=True)
    skill_lists = models.JSONField(default=list, blank=True)
    spells = models.JSONField(default=list, blank=True)
    mutations = models.JSONField(default=list, blank=True)
    injuries = models.JSONField(default=list, blank=True)
    status = models.CharField(max_length=8, choices=WarriorStatus.choices, default=WarriorStatus.ACTIVE)
    misses_battles = models.PositiveSmallIntegerField(default=0)
    is_leader = models.BooleanField(default=False)
    kills = models.PositiveIntegerField(default=0)
    battles_fought = models.PositiveIntegerField(default=0)
    notes = models.TextField(blank=True, max_length=2000)
    crest = models.CharField(max_length=80, blank=True)

    class Meta:
        verbose_name = _("warrior")
        verbose_name_plural = _("warriors")
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(headcount__gte=1) & (models.Q(kind="henchman_group") | models.Q(headcount=1)),
                name="warrior_headcount_fits_kind",
            ),
            models.UniqueConstraint(
                fields=["warband"], condition=models.Q(is_leader=True, status="active"), name="warrior_one_leader"
            ),
        ]

    def __str__(self) -> str:
        return self.name
