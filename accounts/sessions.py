"""Sessions in the database, read by a query whose SQL is built once: every request of a signed-in user reads one."""

from __future__ import annotations

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from mordheim_site.reuse.prepared_queries import PreparedQuery

_BY_KEY = PreparedQuery(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(DatabaseStore):
    """Django's store, with the same rows."""

    def _get_session_from_db(self) -> Session | None:
        row = _BY_KEY.first(self.session_key) if self.session_key else None
        if row is not None and row.expire_date > timezone.now():
            return row
        self._session_key = None
        return None
