"""Pictures of warriors. They are stored separately from the roster, so that an undo never deletes one."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class Portrait(models.Model):
    """The picture of one warrior, re-encoded by the site. `warrior_key` is the warrior's public id; `public_id` changes
    with every picture, so that browsers may cache it permanently."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    warband = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="portraits")
    warrior_key = models.CharField(max_length=PUBLIC_ID_LENGTH)
    content = models.BinaryField()
    media_type = models.CharField(max_length=20)
    brought_at = models.DateTimeField()

    class Meta:
        verbose_name = _("portrait")
        verbose_name_plural = _("portraits")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["warband", "warrior_key"], name="one_portrait_a_warrior")]

    def __str__(self) -> str:
        return self.public_id
