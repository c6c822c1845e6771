from django.db import migrations, models


def count_luck(apps, schema_editor):
    """Count the luck of the battles that are over. A battle whose events cannot be read has none and stops no other."""
    from battles.engine import events
    from battles.log.luck import COUNTED, luck_of

    side_model, run_model = apps.get_model("battles", "BattleSide"), apps.get_model("battles", "BattleEvent")
    battles = apps.get_model("battles", "Battle").objects.filter(status="finished")
    for battle in battles.exclude(opponent__in=("reported", "tracked")).only("pk").iterator():
        runs = run_model.objects.filter(battle=battle, is_undone=False, has_dice=True).order_by("seq").only("data")
        happened = (events.from_data(data) for run in runs for data in run.data if data[0] in COUNTED)
        sides = list(side_model.objects.filter(battle=battle).only("pk", "letter"))
        try:
            found = luck_of([side.letter for side in sides], happened)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            continue
        for side in sides:
            rolled = found[side.letter].whole
            side.luck = [rolled.rolls, rolled.successes, round(rolled.expected, 3)]
            side.save(update_fields=["luck"])


class Migration(migrations.Migration):
    dependencies = [("battles", "0019_no_empty_commands")]

    operations = [
        migrations.AddField(
            model_name="battleside",
            name="luck",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.RunPython(count_luck, migrations.RunPython.noop),
    ]
