"""Checks which mail addresses the site may write to: only those that their owner has confirmed."""

from allauth.account.models import EmailAddress

from accounts.models import User


def is_verified(email: str, user: User | None = None) -> bool:
    """Whether this user, or without one any user, has confirmed this address as theirs."""
    rows = EmailAddress.objects.filter(email__iexact=email, verified=True)
    return bool(rows.filter(user=user).exists() if user is not None else rows.exists())


def verified_address_of(user_id: int) -> str:
    """The address to write to; "" when the user has no confirmed address. One query."""
    rows = EmailAddress.objects.filter(user_id=user_id, verified=True).order_by("-primary", "pk")
    return rows.values_list("email", flat=True).first() or ""
