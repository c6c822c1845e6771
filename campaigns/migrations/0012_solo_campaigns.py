from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0011_plain_webhook_label"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="is_solo",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
