"""Correct the status of aftermaths that were stored as running after typed dice, although nothing is left to roll."""

from typing import Any

from django.db import migrations
from django.utils import timezone


def correct_status(apps: Any, _schema_editor: Any) -> None:
    """Store `waiting` if dice or a choice are missing, otherwise `done`."""
    lines = apps.get_model("battles", "AftermathLine").objects
    for row in apps.get_model("battles", "Aftermath").objects.filter(stage="over", status="running"):
        is_open = lines.filter(aftermath=row, answer="").exclude(options=[]).exists()
        row.status = "waiting" if is_open or row.asked is not None else "done"
        row.done_at = None if row.status == "waiting" else row.done_at or timezone.now()
        row.save(update_fields=["status", "done_at"])


class Migration(migrations.Migration):
    dependencies = [("battles", "0023_tables_with_defaults")]
    operations = [migrations.RunPython(correct_status, migrations.RunPython.noop)]
