from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def move_out_of_requests(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The moment before the last typed dice was stored in the request for the next ones."""
    for row in apps.get_model("battles", "Aftermath").objects.filter(asked__isnull=False):
        previous = row.asked.pop("previous", None)
        if previous:
            lines = row.lines.aggregate(line=models.Max("number"), turn=models.Max("turn"))
            row.last_typed = _with_ends(previous, [lines["line"] or 0, lines["turn"] or 0])
            row.save(update_fields=["asked", "last_typed"])


def _with_ends(moment: dict[str, Any], end: list[int]) -> dict[str, Any]:
    """Each moment with what had been written when its dice had been used; no choice was made in between."""
    earlier = moment.get("previous")
    return {**moment, "after": end, "previous": _with_ends(earlier, [moment["last"], end[1]]) if earlier else None}


class Migration(migrations.Migration):
    dependencies = [("battles", "0015_plain_labels")]

    operations = [
        migrations.AddField(
            model_name="aftermath",
            name="last_typed",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.RunPython(move_out_of_requests, migrations.RunPython.noop),
    ]
