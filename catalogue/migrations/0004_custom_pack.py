from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0003_plain_labels"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelTable(name="ownpack", table="catalogue_ownpack"),
        migrations.RenameModel(old_name="OwnPack", new_name="CustomPack"),
        migrations.AlterField(
            model_name="custompack",
            name="owner",
            field=models.ForeignKey(
                null=True,
                on_delete=models.deletion.SET_NULL,
                related_name="custom_packs",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
