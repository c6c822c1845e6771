from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


def close_read_ones(apps, schema_editor):
    """Invitations and offers that were read before they could be declined stay closed."""
    offers = Q(source_key__startswith="invited:") | Q(source_key__startswith="rematch:")
    notices = apps.get_model("campaigns", "Notice").objects
    notices.filter(offers, read_at__isnull=False).update(answered_at=F("read_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0013_stand_ins"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="answered_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="notice",
            name="asked_by",
            field=models.ForeignKey(
                null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.RunPython(close_read_ones, migrations.RunPython.noop),
    ]
