from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0005_tracked_battles"),
        ("warbands", "0001_first_rosters"),
    ]

    operations = [
        migrations.AddField(
            model_name="track",
            name="others",
            field=models.ManyToManyField(blank=True, related_name="+", to="warbands.warband"),
        ),
    ]
