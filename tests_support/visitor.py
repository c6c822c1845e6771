"""A visitor of a site at some address: keeps cookies, fills in forms, and sees every status."""

from __future__ import annotations

import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from email.message import Message
from http.cookiejar import CookieJar


@dataclass(frozen=True)
class Answer:
    """What the site responded, after redirects. Names of headers are in lower case."""

    status: int
    text: str
    headers: dict[str, str]
    url: str


def lower(headers: Message) -> dict[str, str]:
    """Headers by their names in lower case: nginx and uvicorn write them differently."""
    return {name.lower(): value for name, value in headers.items()}


@dataclass
class Visitor:
    """One browser without JavaScript."""

    site: str
    opener: urllib.request.OpenerDirector = field(init=False)

    def __post_init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str, **headers: str) -> Answer:
        return self._open(urllib.request.Request(self.site + path, headers=headers))

    def submit(self, page: str, **fields: str) -> Answer:
        """Open a page and send its form to the same address."""
        return self.post(page, self.get(page), **fields)

    def post(self, path: str, page: Answer, **fields: str) -> Answer:
        """Send fields to an address, with the token of the page that has the form."""
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert token is not None, page.text[:500]
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        headers = {"Referer": page.url, "Origin": self.site}
        return self._open(urllib.request.Request(self.site + path, data=data, headers=headers))

    def _open(self, request: urllib.request.Request) -> Answer:
        try:
            with self.opener.open(request, timeout=60) as answer:
                return Answer(answer.status, answer.read().decode(), lower(answer.headers), answer.url)
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read().decode(), lower(error.headers), error.url or "")
