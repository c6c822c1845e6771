from django.db import migrations


def delete_empty_ones(apps, schema_editor):
    """A stored command without events has the number of the next one, so that the battle accepted no more commands."""
    apps.get_model("battles", "BattleEvent").objects.filter(count=0).delete()


class Migration(migrations.Migration):
    dependencies = [("battles", "0018_line_ups_and_saved_deployments")]

    operations = [migrations.RunPython(delete_empty_ones, migrations.RunPython.noop)]
