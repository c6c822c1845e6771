"""A web server that can be killed during players' requests, and the client that sends them, for `kill_aftermath.py`."""

import contextlib
import os
import subprocess
import sys
import time
from typing import Any

from tools.killer import ROOT, Killer


class Web:
    """The site's web process, with a client for every player. It can be killed in the middle of a request."""

    def __init__(self) -> None:
        from tests_support.processes import free_port

        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.cookies: dict[int, dict[str, str]] = {}
        self.takes_seconds = 0.1
        self.refused: list[str] = []
        """Requests that got a 4xx response: what the choice was about, and the response."""
        self.start()

    def start(self) -> None:
        from tests_support.processes import listens, wait_until

        command = [sys.executable, "-m", "mordheim_site.serve.web", "--port", str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, start_new_session=True, stdout=sys.stderr)
        wait_until(lambda: listens(self.port), seconds=60, what="the web answers")

    def stop(self) -> None:
        import signal

        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def press(self, line: Any, option: str, killer: Killer) -> None:
        """Send one choice until it is carried out. While kills are left, the web server is killed at a random moment
        during the request. Every third attempt is not killed: it measures how long a request takes on this machine, so
        that kills happen during requests. If the rules refuse the answer (4xx), the last option is sent instead; after
        a server error (5xx), the request is repeated."""
        from battles.models import AftermathLine

        for number in range(50):
            dies = killer.left > 0 and number % 3 < 2
            began = time.monotonic()
            sent = self._send(line, option)
            status = 0
            if not dies:
                status = self._end(sent)
                self.takes_seconds = time.monotonic() - began
            else:
                time.sleep(killer.moments.uniform(0, self.takes_seconds))
                self._strike(sent, killer)
            if AftermathLine.objects.get(pk=line.pk).answer:
                return
            if 400 <= status < 500:
                self.refused.append(f"{line.kind} {option}: {status}")
                option = str(line.options[-1]["key"])
        raise RuntimeError(f"line {line.pk} was never answered")

    def _strike(self, sent: Any, killer: Killer) -> None:
        """At every fourth kill, kill the database server if there is one; otherwise kill the web server."""
        if killer.strike_database():
            self._end(sent)
            return
        self.stop()
        killer.strike("web")
        self._end(sent)
        self.start()

    def _send(self, line: Any, option: str) -> Any:
        """Send a request without reading the response yet."""
        import http.client
        from urllib.parse import urlencode

        from django.urls import reverse

        cookies = self._signed_in(line.aftermath.warband.owner)
        battle = line.aftermath.side.battle.public_id
        body = urlencode({"line": line.public_id, "option": option, "csrfmiddlewaretoken": cookies["csrftoken"]})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
        }
        connection.request("POST", reverse("battles:aftermath_choose", args=[battle]), body, headers)
        return connection

    def _end(self, connection: Any) -> int:
        """The status of the response; 0 if the web server was killed before it responded."""
        import http.client

        status = 0
        with contextlib.suppress(OSError, http.client.HTTPException):
            answer = connection.getresponse()
            answer.read()
            status = int(answer.status)
        connection.close()
        return status

    def _signed_in(self, owner: Any) -> dict[str, str]:
        from django.conf import settings
        from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
        from django.contrib.sessions.backends.db import SessionStore
        from django.middleware.csrf import _get_new_csrf_string

        if owner.pk not in self.cookies:
            session = SessionStore()
            session[SESSION_KEY] = str(owner.pk)
            session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
            session[HASH_SESSION_KEY] = owner.get_session_auth_hash()
            session.save()
            names = {settings.SESSION_COOKIE_NAME: session.session_key, "csrftoken": _get_new_csrf_string()}
            self.cookies[owner.pk] = {name: str(value) for name, value in names.items()}
        return self.cookies[owner.pk]
