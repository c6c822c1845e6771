"""Every page as visitor and owner see it: headers, scripts, styles, addresses, the unofficial notice."""

import html
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from tests.shell.answers import ANSWERS
from tests.shell.markup import faults
from tests.shell.world import Town, signed_in
from tests_support.prepared import prepare
from tests_support.processes import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

NOTICE = re.compile(r"unofficial site made by players", re.IGNORECASE)
# The API page has its own policy (mordheim_site/api/reference.py).
OWN_POLICY = "/api/v1/"
# XML namespaces of drawings: they look like addresses, but nothing requests them.
NAMES = ("http://www.w3.org/",)
DATA_SCRIPTS = {"application/json", "application/ld+json", "importmap"}


class Page(HTMLParser):
    """Collects what a page loads, links to, and writes inline."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.inline_scripts: list[dict[str, str | None]] = []
        self.inline_styles: list[str] = []
        self.handlers: list[str] = []
        self.loads: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        data = dict(attrs)
        if tag == "script" and "src" not in data and data.get("type") not in DATA_SCRIPTS:
            self.inline_scripts.append(data)
        if tag == "style" and not data.get("nonce"):
            self.inline_styles.append(f"<{tag}>")
        if "style" in data:
            self.inline_styles.append(f"<{tag} style={data['style']!r}>")
        self.handlers += [f"<{tag} {name}>" for name in data if name.startswith("on")]
        for name in ("src", "srcset", "poster", "data", "action", "formaction", "hx-get", "hx-post", "xlink:href"):
            self.loads += [data[name] or ""] if data.get(name) else []
        if data.get("href"):
            (self.links if tag == "a" else self.loads).append(data["href"] or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)


@dataclass(frozen=True)
class Seen:
    """A response, and what was requested."""

    url: str
    answer: HttpResponse

    @property
    def text(self) -> str:
        return str(self.answer.content.decode())

    @property
    def is_page(self) -> bool:
        """Whether the response is a whole page, not a fragment or data."""
        return self.answer["Content-Type"].startswith("text/html") and "<html" in self.text


def everything(town: Town) -> Iterator[Seen]:
    """Every address that may be requested with GET, twice; then the error pages."""
    for person in (signed_in(None), signed_in(town.owner)):
        for address, stated in ANSWERS.items():
            if stated[2] == 405:
                continue
            url = town.url(address)
            yield Seen(url, person.get(url))
    visitor, careless = signed_in(None), Client(enforce_csrf_checks=True)
    visitor.raise_request_exception = False
    yield Seen("no such address", visitor.get("/nothing/here/"))
    yield Seen("no such host", visitor.get("/", headers={"Host": "evil.example"}))
    yield Seen("no token", careless.post("/theme/", {"theme": "dark"}))
    yield Seen("a refusal", visitor.post("/theme/", {"theme": "pink"}))


def faulty(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """The page for a server error."""

    def fails(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("mordheim_site.pages.views.render", fails)
    return Seen("our fault", signed_in(None).get("/help/"))


@pytest.mark.slow
def test_every_page_has_headers_notice_and_allowed_addresses(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[str] = []
    count = 0
    for seen in [*everything(town), faulty(monkeypatch)]:
        problems = [*_headers(seen)]
        if seen.answer["Content-Type"].startswith(("text/html", "image/svg")):
            problems += [*_inside(seen)]
        if seen.is_page:
            count += 1
            problems += [] if NOTICE.search(seen.text) else ["no unofficial notice"]
            problems += [] if _names_the_site(seen.text) else ["a title that does not name the site"]
            problems += [] if seen.url == OWN_POLICY else list(faults(seen.text))
        wrong += [f"{seen.url}: {what}" for what in problems]
    assert count > 120
    assert not wrong, f"{len(wrong)} breaches:\n" + "\n".join(sorted(set(wrong))[:60])


def _names_the_site(text: str) -> bool:
    found = re.search(r"<title>(.*?)</title>", text, re.DOTALL)
    return found is not None and settings.SITE_NAME in html.unescape(found[1])


def _headers(seen: Seen) -> Iterator[str]:
    answer = seen.answer
    if answer.get("X-Content-Type-Options") != "nosniff":
        yield "no X-Content-Type-Options"
    if answer.get("Referrer-Policy") != "same-origin":
        yield "no Referrer-Policy"
    if answer.get("X-Frame-Options") != "DENY":
        yield "may be framed"
    policy = answer.get("Content-Security-Policy", "")
    if "frame-ancestors 'none'" not in policy or "object-src 'none'" not in policy:
        yield f"a weak policy: {policy!r}"
    if "unsafe" in policy and seen.url != OWN_POLICY:
        yield f"an unsafe policy: {policy!r}"
    if re.search(r"https?:|\*", policy):
        yield f"a policy that names others: {policy!r}"


def _inside(seen: Seen) -> Iterator[str]:
    page = Page(seen.text)
    if seen.url != OWN_POLICY:
        yield from (f"an inline script {script}" for script in page.inline_scripts if not script.get("nonce"))
        yield from (f"an inline style {style[:120]}" for style in page.inline_styles)
        yield from (f"an inline handler {handler}" for handler in page.handlers)
    for address in page.loads:
        if urlsplit(address).netloc not in ("", "testserver") and not address.startswith(NAMES):
            yield f"loads from elsewhere: {address}"
        if address.startswith("javascript:"):
            yield f"a script as an address: {address[:60]}"
    for address in page.links:
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.netloc != "testserver":
            yield f"leads elsewhere: {address}"
        elif parts.scheme in ("", "http") and parts.path.startswith("/") and not _leads_somewhere(parts.path):
            yield f"leads nowhere: {address}"


def _leads_somewhere(path: str) -> bool:
    if path.startswith(("/static/", "/media/")):
        return True
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def test_a_nonce_is_drawn_again_for_every_page(client: Client) -> None:
    nonces = [re.findall(r"'nonce-([^']+)'", client.get("/help/")["Content-Security-Policy"]) for _ in range(2)]
    assert nonces[0] != nonces[1] or not nonces[0]
    page = client.get("/help/")
    for nonce in re.findall(r'nonce="([^"]+)"', page.content.decode()):
        assert f"'nonce-{nonce}'" in page["Content-Security-Policy"]


COOKIES = """
import django; django.setup()
from django.test import Client
from django.test.utils import setup_test_environment
setup_test_environment()
client = Client()
plain = client.get("/accounts/login/")
print(plain.status_code, plain.get("Location", ""))
answer = client.get("/accounts/login/", secure=True)
print(answer.status_code, answer.get("Strict-Transport-Security", ""))
signed = client.post("/accounts/signup/", {"username": "otto", "password1": "a-long-password-for-tests"}, secure=True)
dark = client.post("/theme/", {"theme": "dark"}, secure=True)
for answer in (answer, signed, dark):
    for name, cookie in answer.cookies.items():
        print(name, bool(cookie["secure"]), bool(cookie["httponly"]), cookie["samesite"])
"""


def test_behind_tls_cookies_are_for_tls_alone(tmp_path) -> None:
    inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    environment = {
        **inherited, "HTTPS": "1", "SITE_URL": "https://league.example.org", "VAR_DIR": str(tmp_path),
        "ALLOWED_HOSTS": "league.example.org,localhost,testserver", "DJANGO_SETTINGS_MODULE": "mordheim_site.settings",
    }  # fmt: skip
    prepare(str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", COOKIES], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    lines = done.stdout.splitlines()
    assert lines[0].startswith("301 https://")
    assert lines[1] == "200 max-age=31536000"
    cookies = {line.split()[0]: line.split()[1:] for line in lines[2:]}
    assert {"csrftoken", "sessionid", "theme"} <= set(cookies)
    assert all(secure == "True" and samesite == "Lax" for secure, _http, samesite in cookies.values()), cookies
    assert cookies["sessionid"][1] == "True"


def test_the_deployment_check_is_content(tmp_path) -> None:
    environment = {
        **os.environ, "HTTPS": "1", "SITE_URL": "https://league.example.org", "EMAIL_URL": "smtp://localhost",
        "ALLOWED_HOSTS": "league.example.org", "DEBUG": "0", "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "Zk3" + os.urandom(40).hex(), "DJANGO_SETTINGS_MODULE": "mordheim_site.settings",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
