"""Command ids: they are used to recognise a command that is sent twice, and to distinguish different commands.

A player's id is compared only with the ids that the same player used in the same battle. The server's own ids (bots,
timeouts, undo, ...) belong to other issuers (`models.Issuer`), so no player can reserve one.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.utils.translation import gettext_lazy as _

from battles.models import Battle, BattleEvent, Issuer
from mordheim_site.refusals import Refusal
from mordheim_site.reuse.prepared_queries import PreparedQuery

LENGTH = 64
"""Number of characters of an id that are stored."""


_EARLIER = PreparedQuery(
    lambda battle_id, actor_id, command_id: BattleEvent.objects.filter(
        battle_id=battle_id, issuer=Issuer.PLAYER, actor_id=actor_id, command_id=command_id
    ),
    int,
    int,
    str,
)


class CommandIdUsed(Refusal):
    code = "command_id_used"
    about = ("command_id",)
    message = _(
        "Not carried out: you used this command id for another command in this battle. "
        "Send the command again with a new id."
    )
    status = 409


class UnreadableCommand(Refusal):
    code = "unreadable_command"
    about = ("command",)
    message = _("The command is invalid: its values are nested too deeply. Reload the board and try again.")
    status = 400


def digest_of(side: str, content: Any) -> str:
    """SHA-256 (hex) of the side in a request ("" for none) and its command. Raises UnreadableCommand."""
    try:
        text = json.dumps([side, content], sort_keys=True, separators=(",", ":"))
    except (RecursionError, TypeError, ValueError) as error:
        raise UnreadableCommand from error
    return hashlib.sha256(text.encode()).hexdigest()


def earlier_run(row: Battle, *, actor_id: int, side: str, command_id: str, asked: Any) -> BattleEvent | None:
    """The stored result of this player's command if it was sent before; None for a new command. `row` must be locked.
    Raises CommandIdUsed if the player used the id for a different command."""
    digest = digest_of(side, asked)
    run = _EARLIER.first(row.pk, actor_id, command_id[:LENGTH])
    if run is None:
        return None
    if run.request_digest:
        is_same = run.request_digest == digest
    else:
        # Stored before there were digests, so compare with the log.
        is_same = side in ("", run.side) and run.command == asked
    if not is_same:
        raise CommandIdUsed
    return run
