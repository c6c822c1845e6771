from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0011_board_settings"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="favourite_lists",
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list),
        ),
    ]
