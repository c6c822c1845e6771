from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0010_ids_of_notices")]

    operations = [
        migrations.AlterField(
            model_name="webhook",
            name="form",
            field=models.CharField(
                choices=[("generic", "Signed JSON"), ("discord", "Chat message (Discord format)")],
                default="generic",
                max_length=7,
            ),
        ),
    ]
