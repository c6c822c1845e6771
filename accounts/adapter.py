"""Customises allauth. Guest names are reserved, a guest who signs up keeps the same user row, and a guest who signs in
to another account is asked what to do with the guest data."""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.email_verification import consume_email_verification_rate_limit
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts.addresses import address_of_request
from accounts.guests import services as guests_services
from accounts.mail import is_verified
from accounts.models import User
from accounts.names import GUEST_PREFIX, LEFT_PREFIX

# When this session's person signed in or signed up, in seconds since 1970.
SIGNED_IN_KEY = "signed_in_at"
CONFIRMATIONS = ("account/email/email_confirmation", "account/email/email_confirmation_signup")
# The purpose that the page for API keys gives when it asks for the password.
API_KEYS_APP = "accounts.api_keys.services"


def shown_name(user: User) -> str:
    """The name by which allauth's messages address a person."""
    return user.shown_name


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def clean_username(self, username: str, shallow: bool = False) -> str:
        if username.lower().startswith(GUEST_PREFIX):
            raise ValidationError(_("Names that begin with “guest-” are reserved for guests. Choose another."))
        if username.lower().startswith(LEFT_PREFIX):
            raise ValidationError(_("Names that begin with “left-” are reserved for deleted accounts. Choose another."))
        cleaned: str = super().clean_username(username, shallow=shallow)
        return cleaned

    def new_user(self, request: HttpRequest) -> User:
        """The row for a visitor who signs up: their guest user, or a new user."""
        guest_id = getattr(request, "guest_user_id", None)
        guest = User.objects.filter(pk=guest_id, is_guest=True, is_active=True).first() if guest_id else None
        return guest or User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        if user.is_guest:
            user.is_guest = False
            user.guest_expires_at = None
            user.date_joined = timezone.now()
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in, and store the id of the previous guest in the new session."""
        guest_id = getattr(request, "guest_user_id", None)
        super().login(request, user)
        request.session[SIGNED_IN_KEY] = time.time()
        if guest_id and guest_id != user.pk:
            request.session[guests_services.HAND_OVER_KEY] = guest_id

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """People who just signed in are not asked for the password again, except before they make an API key."""
        if app == API_KEYS_APP:
            return True
        signed_in_at = self.request.session.get(SIGNED_IN_KEY, 0.0)
        if time.time() - signed_in_at < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send only to confirmed addresses, except for the mail that asks for confirmation.

        A request to reset a password through an unconfirmed address gets the confirmation mail instead.
        """
        user: User | None = context.get("user")
        context = {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL, **context}
        if template_prefix in CONFIRMATIONS or is_verified(email, user):
            super().send_mail(template_prefix, email, context)
        elif template_prefix == "account/email/password_reset_key" and user is not None:
            address, _is_new = EmailAddress.objects.get_or_create(user=user, email=email.lower())
            if consume_email_verification_rate_limit(self.request, address.email):
                address.send_confirmation(self.request, signup=False)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The client's IP address, as used by all rate limits."""
        return address_of_request(request)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        target: str = super().get_login_redirect_url(request)
        return self.by_way_of_hand_over(request, target)

    def by_way_of_hand_over(self, request: HttpRequest, target: str) -> str:
        """The address to redirect to: the page that asks what to do with the guest data if there is any, else
        `target`."""
        guest_id = request.session.get(guests_services.HAND_OVER_KEY)
        if not guest_id or not guests_services.describe_data(guest_id):
            return target
        return f"{reverse('accounts:hand_over')}?{urlencode({'next': target})}"
