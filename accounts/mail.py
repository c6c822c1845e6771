"""Which mail addresses may be written to: those whose owner has confirmed them."""

from allauth.account.models import EmailAddress

from accounts.models import User


def is_verified(email: str, user: User | None = None) -> bool:
    """Whether this person, or without one anybody, has confirmed that this address is theirs."""
    rows = EmailAddress.objects.filter(email__iexact=email, verified=True)
    return bool(rows.filter(user=user).exists() if user is not None else rows.exists())


def verified_address_of(user_id: int) -> str:
    """Where a person may be written to; "" when no address of theirs is confirmed. One query."""
    rows = EmailAddress.objects.filter(user_id=user_id, verified=True).order_by("-primary", "pk")
    return rows.values_list("email", flat=True).first() or ""
