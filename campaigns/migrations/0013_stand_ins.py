from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0012_solo_campaigns"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchside",
            name="has_stand_in",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
