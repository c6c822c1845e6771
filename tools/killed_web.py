"""A web server to kill during players' requests, and the client that sends them. For `kill_aftermath.py`."""

import contextlib
import os
import subprocess
import sys
import time
from typing import Any

from tools.killer import ROOT, Killer


class Web:
    """The site's web process with a client that knows every player; killed in the middle of a request when asked to."""

    def __init__(self) -> None:
        from tests_support.processes import free_port

        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.cookies: dict[int, dict[str, str]] = {}
        self.takes_seconds = 0.1
        self.refused: list[str] = []
        """Requests that were answered with 4xx: what the choice was about, and the answer."""
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
        """Send one choice until it is made; while kills are left the web dies at a random moment of it.

        Every third try lives: it shows how long a request takes here, so that the blows fall within one on any machine.
        What the rules refuse there (4xx) is settled by the last option; a server that stumbles (5xx) is asked again.
        """
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
        """The database dies where there is one, at every fourth kill; else the web."""
        if killer.strike_database():
            self._end(sent)
            return
        self.stop()
        killer.strike("web")
        self._end(sent)
        self.start()

    def _send(self, line: Any, option: str) -> Any:
        """A pending request: it is sent, its answer not yet read."""
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
        """The status of the answer, 0 if the web no longer lives to give one."""
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
