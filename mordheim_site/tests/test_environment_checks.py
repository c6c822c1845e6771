"""Settings that cannot work are refused at the start, each with a message that names the setting."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from mordheim_site import environment, environment_checks
from mordheim_site.checks import mails_are_sent
from tests_support.processes import ROOT

PUBLIC = {"HTTPS": "1", "SITE_URL": "https://league.example.org", "ALLOWED_HOSTS": "league.example.org"}
REFUSED = {
    "debug pages on a public site": ({**PUBLIC, "DEBUG": "1"}, "DEBUG=1"),
    "every host on a public site": ({**PUBLIC, "ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS=*"),
    "a host with a scheme": ({"ALLOWED_HOSTS": "https://league.example.org"}, "ALLOWED_HOSTS contains"),
    "an address of another host": ({**PUBLIC, "ALLOWED_HOSTS": "other.example.org"}, "SITE_URL has the host"),
    "an address with a path": ({**PUBLIC, "SITE_URL": "https://league.example.org/site"}, "SITE_URL="),
    "an address with a bad port": ({"SITE_URL": "http://localhost:99999"}, "SITE_URL has an invalid port"),
    "an origin without a scheme": ({"CSRF_TRUSTED_ORIGINS": "league.example.org"}, "CSRF_TRUSTED_ORIGINS contains"),
    "Redis at a bad port": ({"REDIS_URL": "redis://localhost:many/0"}, "REDIS_URL has an invalid port"),
    "a database without a name": ({"DATABASE_URL": "postgres://user@localhost:5432/"}, "DATABASE_URL names no"),
    "no address of a sender": ({"DEFAULT_FROM_EMAIL": "Mordheim"}, "DEFAULT_FROM_EMAIL="),
    "a mail server of an unknown kind": ({"EMAIL_URL": "mail.example.org"}, "EMAIL_URL begins with"),
    "a mail server at a bad port": ({"EMAIL_URL": "smtp://localhost:many"}, "EMAIL_URL has an invalid port"),
    "an unknown level of the log": ({"LOG_LEVEL": "CHATTY"}, "LOG_LEVEL="),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", REFUSED)
def test_the_check_before_the_start_names_the_setting(what: str, tmp_path: Path) -> None:
    given, message = REFUSED[what]
    settings = {**given, "VAR_DIR": str(tmp_path), "SECRET_KEY": "k" * 50}
    settings |= {"DJANGO_SETTINGS_MODULE": "mordheim_site.settings"}
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--tag", "start_up"],
        env={**inherited, **settings}, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert done.stderr.startswith("The site cannot start: "), done.stderr[-2000:]
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_command_without_its_database_says_so_in_one_line(tmp_path: Path) -> None:
    settings = {"VAR_DIR": str(tmp_path), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "LOG_LEVEL": "CRITICAL"}
    settings |= {"DJANGO_SETTINGS_MODULE": "mordheim_site.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate"],
        env={**os.environ, **settings}, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("The database does not respond: ")
    assert "DATABASE_URL" in line


@pytest.mark.parametrize("host", ["league.example.org", ".example.org", "localhost", "127.0.0.1", "[::1]", "my_host"])
def test_names_of_hosts_are_accepted(host: str) -> None:
    environment_checks.check_hosts([host], https=True)


def test_every_host_may_be_accepted_at_home() -> None:
    environment_checks.check_hosts(["*"], https=False)
    environment_checks.check_site_url("http://192.168.1.20:8000", ["*"], is_given=True)


@pytest.mark.parametrize("hosts", [["league.example.org"], [".example.org"], ["*"]])
def test_the_address_of_the_site_is_one_of_its_hosts(hosts: list[str]) -> None:
    environment_checks.check_site_url("https://League.example.org:8443", hosts, is_given=True)


@pytest.mark.parametrize("address", ["redis://localhost:6379/0", "rediss://user:word@host", "unix:///run/redis.sock"])
def test_addresses_of_redis_are_accepted(address: str) -> None:
    environment_checks.check_redis_url(address)


@pytest.mark.parametrize("address", ["redis://", "redis://host/zero", "unix://"])
def test_incomplete_addresses_of_redis_are_refused(address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        environment_checks.check_redis_url(address)


@pytest.mark.parametrize("address", ["Mordheim <noreply@localhost>", "league@example.org", "A League <a@b.example>"])
def test_addresses_of_a_sender_are_accepted(address: str) -> None:
    assert environment_checks.from_address(address) == address


def test_a_mail_server_is_read_into_the_settings_of_django() -> None:
    config = environment_checks.email_config("smtp+tls://user:pass%20word@mail.example.org:587")
    assert (config["EMAIL_HOST"], config["EMAIL_PORT"], config["EMAIL_USE_TLS"]) == ("mail.example.org", 587, True)


def test_a_database_without_a_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://user@localhost/")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL names no database"):
        environment.database(tmp_path)


@pytest.mark.parametrize(
    ("backend", "https", "warns"), [("filebased", True, True), ("filebased", False, False), ("smtp", True, False)]
)
def test_a_public_site_whose_mails_are_files_is_warned_at_start(
    backend: str, https: bool, warns: bool, settings: Any
) -> None:
    settings.MAIL_DELIVERY_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
    settings.EMAIL_FILE_PATH = "/srv/mail"
    settings.HTTPS, settings.EMBEDDED = https, True
    messages = [message for message in mails_are_sent(None) if message.id == "mordheim.W001"]
    assert bool(messages) is warns
    assert all("Set EMAIL_URL" in str(message.hint) for message in messages)


@pytest.mark.slow
@pytest.mark.parametrize(("given", "preloads"), [({}, "False False"), ({"HSTS_PRELOAD": "1"}, "True False")])
def test_browsers_are_not_told_to_preload_by_default(given: dict[str, str], preloads: str, tmp_path: Path) -> None:
    code = "from django.conf import settings as s; print(s.SECURE_HSTS_PRELOAD, s.SECURE_HSTS_INCLUDE_SUBDOMAINS)"
    settings = {**PUBLIC, **given, "VAR_DIR": str(tmp_path), "SECRET_KEY": "k" * 50}
    settings |= {"DJANGO_SETTINGS_MODULE": "mordheim_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **settings}, cwd=ROOT, capture_output=True, text=True, timeout=200, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == preloads
