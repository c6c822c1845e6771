import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import mordheim_site.public_ids


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0003_many_sides"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PushDevice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=mordheim_site.public_ids.new_public_id, editable=False, max_length=12, unique=True
                    ),
                ),
                ("endpoint", models.CharField(max_length=400, unique=True)),
                ("point", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=40)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("made_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "device that is told",
                "verbose_name_plural": "devices that are told",
                "ordering": ["made_at", "pk"],
            },
        ),
    ]
