"""The chat of a battle."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.models import Battle, BattleSide, ChatLine
from battles.play.live import broadcast
from mordheim_site.refusals import Refusal


class EmptyMessage(Refusal):
    code = "nothing_said"
    about = ("text",)
    message = _("The message is empty. Write something first.")


class GuestsCannotChat(Refusal):
    code = "guests_do_not_talk"
    message = _("You need an account to chat in battles. After signing up you return to this board.")
    status = 403


@transaction.atomic
def post_message(*, battle_id: int, author_id: int, text: str) -> ChatLine:
    """Store a chat line of at most 500 characters. Players write as their side, others as spectators. Raises
    EmptyMessage and GuestsCannotChat."""
    words = " ".join(text.split())[:500]
    if not words:
        raise EmptyMessage
    side = BattleSide.objects.filter(battle_id=battle_id, player_id=author_id).first()
    if not author_id or (side is None and _is_guest(author_id)):
        raise GuestsCannotChat
    line = ChatLine.objects.create(
        battle=Battle.objects.defer("setup", "table").get(pk=battle_id),
        author=User.objects.get(pk=author_id),
        side=side.letter if side else "",
        text=words,
    )
    broadcast.chat_after_commit(line)
    return line


def _is_guest(user_id: int) -> bool:
    return User.objects.filter(pk=user_id, is_guest=True).exists()
