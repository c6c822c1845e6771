"""Separate the command ids of players from those of the server."""

from typing import Any

import django.db.models as models
from django.conf import settings
from django.db import migrations
from django.db.models import CharField, F, Q, Value
from django.db.models.functions import Cast, Concat

BEFORE = Cast(F("seq") - 1, CharField())
"""The server's ids named the event before the run, which no player's run could fake once it was written."""


def say_who_issued(apps: Any, schema_editor: Any) -> None:
    """Mark the runs that the server issued; every other run stays a player's."""
    runs = apps.get_model("battles", "BattleEvent").objects.using(schema_editor.connection.alias)
    by_nobody = runs.filter(actor__isnull=True)
    by_nobody.filter(command_id="begin", command__isnull=True).update(issuer="start")
    by_nobody.filter(command_id__startswith="set-up-", command__kind="place_all").update(issuer="setup")
    by_nobody.filter(command_id__startswith="season-").update(issuer="season")
    by_nobody.filter(command_id=Concat(Value("bot-"), BEFORE)).update(issuer="bot")
    by_nobody.filter(command_id=Concat(Value("silence-"), BEFORE), reason="Time is out").update(issuer="timeout")
    runs.filter(command_id=Concat(Value("claim-"), BEFORE), reason="Claimed: time was out twice").update(issuer="claim")
    runs.filter(command_id=Concat(Value("standing-"), BEFORE), reason="By standing order").update(issuer="standing")
    runs.filter(command_id__startswith="draw-", reason__startswith="Offered by ").update(issuer="draw")
    runs.filter(command_id__startswith="undo-", command__kind="undo").update(issuer="undo")


class Migration(migrations.Migration):
    dependencies = [
        ("battles", "0012_nonces_of_players"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="trackstep", name="a_press_happens_once"),
        migrations.AddConstraint(
            model_name="trackstep",
            constraint=models.UniqueConstraint(
                fields=("track", "actor", "command_id"), name="one_step_per_player_command"
            ),
        ),
        migrations.RemoveConstraint(model_name="battleevent", name="an_order_happens_once"),
        migrations.AddField(
            model_name="battleevent",
            name="issuer",
            field=models.CharField(
                choices=[
                    ("player", "Player"),
                    ("start", "Start of the battle"),
                    ("setup", "Automatic set-up"),
                    ("bot", "Bot"),
                    ("season", "Battle between bots"),
                    ("timeout", "Timeout"),
                    ("claim", "Claimed victory"),
                    ("standing", "Default decision"),
                    ("draw", "Agreed tie"),
                    ("undo", "Undo"),
                ],
                default="player",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="battleevent",
            name="request_digest",
            field=models.CharField(blank=True, max_length=64, default=""),
            preserve_default=False,
        ),
        migrations.RunPython(say_who_issued, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="battleevent",
            constraint=models.UniqueConstraint(
                condition=Q(issuer="player"),
                fields=("battle", "actor", "command_id"),
                name="one_run_per_player_command",
            ),
        ),
        migrations.AddConstraint(
            model_name="battleevent",
            constraint=models.UniqueConstraint(
                condition=~Q(issuer="player"),
                fields=("battle", "issuer", "command_id"),
                name="one_run_per_server_command",
            ),
        ),
    ]
