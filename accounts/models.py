"""A user of the site, with an account or as a guest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.auth import models as auth_models
from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import LEFT_PREFIX, NameField, username_validators
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id
from mordheim_site.reuse.prepared_queries import PreparedQuery


class Theme(models.TextChoices):
    DEVICE = "device", _("Same as device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class UserManager(auth_models.UserManager["User"]):
    """Django's manager of users. A user is read by key with SQL that is built once, since every request of a signed-in
    user does that."""

    use_in_migrations = False

    def get(self, *args: Any, **kwargs: Any) -> User:
        # Managers of relations are subclasses and filter by their relation.
        if type(self) is UserManager and not args and kwargs.keys() == {"pk"} and type(kwargs["pk"]) is int:
            user = _BY_KEY.first(kwargs["pk"], using=self.db)
            if user is None:
                raise User.DoesNotExist("There is no user with this key.")
            return user
        return super().get(*args, **kwargs)


class User(AbstractUser):
    """One row per user. A guest who signs up keeps the row, so every id and address stays. A guest has a generated
    username, no usable password, and a value in `guest_expires_at`, which is None for a full account."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = NameField(
        _("name"),
        max_length=40,
        unique=True,
        validators=username_validators,
        error_messages={"unique": _("This name is already taken. Choose another.")},
    )
    email = models.EmailField(_("email"), blank=True)
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    display_name = NameField(_("display name"), max_length=60, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    guest_expires_at = models.DateTimeField(null=True, blank=True)
    theme = models.CharField(_("theme"), max_length=6, choices=Theme.choices, default=Theme.DEVICE)
    timezone = models.CharField(_("time zone"), max_length=64, default="UTC")
    board_keys: models.JSONField[dict[str, Any]] = models.JSONField(default=dict, blank=True)
    """Board keys that differ from the default, as `accounts.settings.board_keys` reads them."""
    board_settings: models.JSONField[dict[str, Any]] = models.JSONField(
        default=dict, db_default=models.Value({}, models.JSONField()), blank=True
    )
    """Settings of the board that the user chose, as `accounts.settings.board_settings` reads them."""
    favourite_lists: models.JSONField[list[str]] = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField()), blank=True
    )
    """Codes of the warband lists that the user marked, in the order in which they were marked."""
    closed_at = models.DateTimeField(null=True, blank=True)
    """When the account was closed. Signing in reopens it until `left_at` is set."""
    left_at = models.DateTimeField(null=True, blank=True)
    """When the account deletion became final. The row stays because others refer to it, without personal data."""
    signed_out_at = models.DateTimeField(null=True, blank=True)
    """Sessions that began before this time are invalid."""

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(is_guest=False, guest_expires_at__isnull=True)
                | models.Q(is_guest=True, guest_expires_at__isnull=False),
                name="guest_has_an_end",
            )
        ]
        indexes = [models.Index(fields=["guest_expires_at"], name="guest_end", condition=models.Q(is_guest=True))]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name that other players see. That an account was deleted is visible from the username alone, so lists of
        names need to load no other columns."""
        if self.username.startswith(LEFT_PREFIX):
            return gettext("Deleted account")
        return self.display_name or (str(_("Guest")) if self.is_guest else self.username)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row. A new password revokes the account's API keys, regardless of the page or command that set
        it."""
        # Django clears this flag before it only rehashes the same password.
        is_new_password = getattr(self, "_password", None) is not None and not self._state.adding
        with transaction.atomic(using=kwargs.get("using")):
            super().save(*args, **kwargs)
            if is_new_password:
                ApiKey.objects.filter(user_id=self.pk).delete()

    def get_session_auth_hash(self) -> str:
        """Hash that a session must contain to be valid. Signing out everywhere changes it."""
        return self._since_sign_out(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        return (self._since_sign_out(known) for known in super().get_session_auth_fallback_hash())

    def _since_sign_out(self, known: str) -> str:
        if self.signed_out_at is None:
            return known
        return salted_hmac("accounts.signed_out_at", f"{known}{self.signed_out_at.timestamp():.6f}").hexdigest()

    def get_full_name(self) -> str:
        return self.shown_name

    def get_short_name(self) -> str:
        return self.shown_name


class ApiKey(models.Model):
    """A key that lets a program of its owner use the API. The key itself is not stored."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_keys")
    name = NameField(_("purpose"), max_length=60, blank=True)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or self.public_id


class RequestKey(models.Model):
    """An idempotency key that was used: `digest` identifies the request, "" for a form of a page.

    `status` and `response` are stored if the service itself does not record what it did under the key.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=160)
    digest = models.CharField(max_length=64, blank=True)
    status = models.PositiveSmallIntegerField(null=True, editable=False)
    response = models.JSONField(null=True, editable=False)
    claimed_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="a_request_key_is_claimed_once")]

    def __str__(self) -> str:
        return self.key


class AuditEvent(models.TextChoices):
    """Kinds of events in the audit log."""

    SIGNED_UP = "signed_up", _("Signed up")
    SIGNED_IN = "signed_in", _("Signed in")
    SIGN_IN_FAILED = "sign_in_failed", _("Sign-in failed")
    PASSWORD = "password", _("Password changed")
    EMAIL = "email", _("Email address changed")
    SECOND_FACTOR = "second_factor", _("Second factor or passkey changed")
    KEY_CREATED = "key_created", _("API key created")
    KEY_REVOKED = "key_revoked", _("API key revoked")
    ROLE = "role", _("Role in a campaign changed")
    EXPORT = "export", _("Data export requested")
    CLOSED = "closed", _("Account closed")
    ADMIN = "admin", _("Changed in the admin")
    REMOVED = "removed", _("Removed by staff")
    RESTORED = "restored", _("Restored by staff")


class AuditEntry(models.Model):
    """One security event. Only `accounts.audit.services` writes it; nobody changes it."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    event = models.CharField(max_length=20, choices=AuditEvent.choices)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    actor = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    user_name = models.CharField(max_length=40, blank=True)
    """The user's name at that time, or the name entered in a failed sign-in."""
    address = models.CharField(max_length=45, blank=True)
    request_id = models.CharField(max_length=64, blank=True)
    detail: models.JSONField[dict[str, str]] = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.get_event_display()}: {self.user_name}"


class ProblemReport(models.Model):
    """A report of a user to the site's staff that something is wrong; `page` is a path of the site, "" if unknown."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    at = models.DateTimeField(db_index=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    page = models.CharField(_("page"), max_length=300, blank=True)
    text = models.TextField(_("text"), max_length=2000)
    browser = models.CharField(_("browser"), max_length=200, blank=True)
    version = models.CharField(_("version"), max_length=40, blank=True)
    note = models.TextField(_("note of the staff"), max_length=2000, blank=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True, db_index=True)

    class Meta:
        verbose_name = _("problem report")
        verbose_name_plural = _("problem reports")
        ordering = ["-at"]

    def __str__(self) -> str:
        return self.text[:60]


class Removal(models.Model):
    """A name, picture or pack that staff removed, with the reason. `stored` and `content` hold the removed data, so
    that it can be restored; the owner sees the other fields."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    at = models.DateTimeField(db_index=True)
    kind = models.CharField(max_length=20)
    """A key of `accounts.moderation.kinds.KINDS`."""
    key = models.CharField(max_length=64)
    """Identifies the item within its kind."""
    item = models.CharField(max_length=200)
    """What was removed, as text."""
    page = models.CharField(max_length=300, blank=True)
    owner = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.TextField(_("reason"), max_length=500)
    stored: models.JSONField[dict[str, str]] = models.JSONField(default=dict, editable=False)
    content = models.BinaryField(null=True, editable=False)
    seen_at = models.DateTimeField(null=True, blank=True)
    """When the owner confirmed that they have read the notice."""
    restored_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("removal")
        verbose_name_plural = _("removals")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["kind", "key"], name="removal_item")]

    def __str__(self) -> str:
        return self.item


_BY_KEY = PreparedQuery(lambda pk: User.objects.filter(pk=pk), int)
