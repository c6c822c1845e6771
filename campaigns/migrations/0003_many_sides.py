from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0002_league_life"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchside",
            name="finish",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="matchside",
            name="team",
            field=models.CharField(blank=True, max_length=1),
        ),
    ]
