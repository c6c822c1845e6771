"""Store the ruleset of its league on every warband that plays in one."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def store_rulesets(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Copy `Campaign.ruleset` to the warbands that have not withdrawn."""
    entries = apps.get_model("campaigns", "Entry").objects.filter(withdrawn_at__isnull=True)
    warbands = apps.get_model("warbands", "Warband").objects.filter(pk__in=entries.values("warband"))
    ruleset = entries.filter(warband=OuterRef("pk")).values("campaign__ruleset")[:1]
    warbands.update(league_ruleset=Subquery(ruleset))


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0006_reasons_of_pauses"),
        ("warbands", "0008_league_ruleset"),
    ]

    operations = [migrations.RunPython(store_rulesets, migrations.RunPython.noop)]
