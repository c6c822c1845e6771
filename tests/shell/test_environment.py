"""Environment variables are either read or refused with a sentence."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from campaigns.notices import push_encryption
from mordheim_site import environment

DEPLOY = Path(__file__).parents[2] / "docs/operators/deploy.md"


def test_a_flag_variable_must_be_yes_or_no(monkeypatch) -> None:
    for text, means in (("1", True), ("yes", True), ("off", False), ("", True)):
        monkeypatch.setenv("SOME_FLAG", text)
        assert environment.flag("SOME_FLAG", default=True) is means
    monkeypatch.setenv("SOME_FLAG", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="neither yes nor no"):
        environment.flag("SOME_FLAG", default=True)


@pytest.mark.parametrize("said", ["many", "0", "70000"])
def test_a_number_out_of_bounds_is_refused(said: str, monkeypatch) -> None:
    monkeypatch.setenv("PORT", said)
    with pytest.raises(ImproperlyConfigured, match="PORT"):
        environment.whole_number("PORT", 8000, lowest=1, highest=65535)


def test_a_secret_key_is_made_once_and_kept(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    first = environment.secret_key(tmp_path, must_be_given=False)
    assert environment.secret_key(tmp_path, must_be_given=False) == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY must be set"):
        environment.secret_key(tmp_path, must_be_given=True)


@pytest.mark.parametrize("url", ["mysql://a:b@c/d", "nonsense", "oracle://x"])
def test_another_database_is_refused(url: str, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environment.database(tmp_path)


def test_sqlite_and_postgresql_get_their_options(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert environment.database(tmp_path)["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    monkeypatch.setenv("DATABASE_URL", "postgres://u:p@%2Ftmp%2Fsock:5432/site")
    config = environment.database(tmp_path)
    assert (config["HOST"], config["NAME"], config["CONN_MAX_AGE"]) == ("/tmp/sock", "site", 0)
    assert config["OPTIONS"]["pool"]


@pytest.mark.parametrize("given", ["", "http://localhost:8000", "https://127.0.0.1", "http://league.example.org"])
def test_a_public_site_needs_its_public_address(given: str, monkeypatch) -> None:
    monkeypatch.setenv("SITE_URL", given)
    with pytest.raises(ImproperlyConfigured, match="SITE_URL must be the site's public address"):
        environment.site_url(must_be_public=True)
    assert environment.site_url(must_be_public=False) == (given or "http://localhost:8000")


def test_the_address_of_the_site_is_checked(monkeypatch) -> None:
    monkeypatch.setenv("SITE_URL", "https://league.example.org/")
    assert environment.site_url(must_be_public=True) == "https://league.example.org"
    monkeypatch.setenv("SITE_URL", "league.example.org")
    with pytest.raises(ImproperlyConfigured, match="is not a web address"):
        environment.site_url(must_be_public=False)


def test_a_redis_url_of_another_kind_is_refused(monkeypatch) -> None:
    monkeypatch.setenv("REDIS_URL", "http://somewhere")
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        environment.redis_url()


def test_a_variable_is_also_read_under_its_earlier_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIMIT_COMMANDS", raising=False)
    monkeypatch.setenv("LIMIT_ORDERS", "7/60")
    assert environment.rate("LIMIT_COMMANDS", (300, 60)) == (7, 60)
    monkeypatch.setenv("LIMIT_COMMANDS", "9/60")
    assert environment.rate("LIMIT_COMMANDS", (300, 60)) == (9, 60)


def test_the_documented_command_creates_a_push_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [command] = re.findall(r'^\| `PUSH_KEY` .*`python -c "(.+?)"`', DEPLOY.read_text(encoding="utf-8"), re.MULTILINE)
    key = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout
    monkeypatch.setenv("PUSH_KEY", key)
    assert environment.push_key(tmp_path, is_alone=False) == key.strip()
    assert len(push_encryption.public_text(key.strip())) == 87
    monkeypatch.setenv("PUSH_KEY", key.strip()[:-2])
    with pytest.raises(ImproperlyConfigured, match="PUSH_KEY"):
        environment.push_key(tmp_path, is_alone=False)
