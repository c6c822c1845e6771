"""Turns the signals of Django and allauth into entries of the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account import signals as account_signals
from allauth.mfa import signals as mfa_signals
from django.contrib.admin.models import LogEntry
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.db.models.signals import post_save

from accounts.audit.services import record
from accounts.models import AuditEvent, User


def connect() -> None:
    """Connect every listener; call it once, in AppConfig.ready."""
    user_logged_in.connect(_signed_in, dispatch_uid="audit.signed_in")
    user_login_failed.connect(_sign_in_failed, dispatch_uid="audit.sign_in_failed")
    for signal, event in (
        (account_signals.user_signed_up, AuditEvent.SIGNED_UP),
        (account_signals.password_changed, AuditEvent.PASSWORD),
        (account_signals.password_set, AuditEvent.PASSWORD),
        (account_signals.password_reset, AuditEvent.PASSWORD),
        (account_signals.email_added, AuditEvent.EMAIL),
        (account_signals.email_changed, AuditEvent.EMAIL),
        (account_signals.email_removed, AuditEvent.EMAIL),
        (mfa_signals.authenticator_added, AuditEvent.SECOND_FACTOR),
        (mfa_signals.authenticator_removed, AuditEvent.SECOND_FACTOR),
        (mfa_signals.authenticator_reset, AuditEvent.SECOND_FACTOR),
    ):
        signal.connect(_listener(event), dispatch_uid=f"audit.{event}.{id(signal)}", weak=False)
    post_save.connect(_changed_in_admin, sender=LogEntry, dispatch_uid="audit.admin")


def _signed_in(sender: Any, user: User, **_: Any) -> None:
    if not user.is_guest:
        record(AuditEvent.SIGNED_IN, user=user)


def _sign_in_failed(sender: Any, credentials: Mapping[str, Any], **_: Any) -> None:
    name = str(credentials.get("username") or credentials.get("email") or "")
    record(AuditEvent.SIGN_IN_FAILED, user=User.objects.filter(username__iexact=name).first(), name=name)


def _listener(event: AuditEvent) -> Any:
    def listen(sender: Any, user: User, **_: Any) -> None:
        record(event, user=user)

    return listen


def _changed_in_admin(sender: Any, instance: LogEntry, created: bool, **_: Any) -> None:
    if created:
        actor = User.objects.get(pk=instance.user_id)
        record(AuditEvent.ADMIN, user=actor, object=instance.object_repr, change=instance.get_action_flag_display())
