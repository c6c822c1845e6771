"""Transfer of a guest's battles to an account."""

from __future__ import annotations

from battles.models import Battle, BattleSide, ChatLine, TrackPhoto


def hand_over(guest_id: int, user_id: int) -> None:
    """Move a guest's sides, invitations, chat lines and photos to an account. A second run finds nothing to move."""
    BattleSide.objects.filter(player_id=guest_id).update(player_id=user_id)
    Battle.objects.filter(created_by_id=guest_id).update(created_by_id=user_id)
    ChatLine.objects.filter(author_id=guest_id).update(author_id=user_id)
    TrackPhoto.objects.filter(uploader_id=guest_id).update(uploader_id=user_id)
