"""Fill in the optional fields that files of tables left out, because the editor reads them."""

from django.db import migrations


def fill_in_defaults(apps, schema_editor):
    from battles.tables.defaults import with_defaults

    for name in ("DrawnTable", "TableStep"):
        for row in apps.get_model("battles", name).objects.only("data").iterator(chunk_size=50):
            complete = with_defaults(row.data)
            if complete != row.data:
                row.data = complete
                row.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [("battles", "0022_photos_of_rosters")]

    operations = [migrations.RunPython(fill_in_defaults, migrations.RunPython.noop)]
