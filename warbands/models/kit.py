"""Equipment of a warrior or in the stash."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class Kit(models.Model):
    """`count` of one item, carried by each model of `warrior`, or in the stash if `warrior` is empty. `material_code`
    is the material if it changes the price (gromril). `paid_gc` is the total that was paid."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    warband = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="kit")
    warrior = models.ForeignKey("warbands.Warrior", on_delete=models.CASCADE, related_name="kit", null=True, blank=True)
    item_code = models.CharField(max_length=64)
    material_code = models.CharField(max_length=64, blank=True)
    count = models.PositiveSmallIntegerField(default=1)
    paid_gc = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("kit")
        verbose_name_plural = _("kit")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(count__gte=1), name="kit_count_at_least_one"),
            models.UniqueConstraint(
                fields=["warrior", "item_code", "material_code"],
                condition=models.Q(warrior__isnull=False),
                name="kit_one_line_a_warrior",
            ),
            models.UniqueConstraint(
                fields=["warband", "item_code", "material_code"],
                condition=models.Q(warrior__isnull=True),
                name="kit_one_line_in_stash",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} {self.item_code}"
