"""The dashboard lists what needs attention, oldest first, and shows visitors nothing."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.dashboard import lines as dashboard_lines
from accounts.dashboard.lines import DashboardLine
from mordheim_site.registry import Registry

pytestmark = pytest.mark.django_db


@pytest.fixture
def providers(monkeypatch) -> None:
    for name in ("PROVIDERS", "SECTIONS", "SHOWCASES"):
        monkeypatch.setattr(dashboard_lines, name, Registry(name, is_open=lambda: True))


def test_dashboard_lines_are_listed_oldest_first(owner, client_of, providers: None) -> None:
    now = timezone.now()

    def new(user):
        return [DashboardLine(now, "Your turn against the Rats.", "Play", "/battles/x/")]

    def old(user):
        return [DashboardLine(now - datetime.timedelta(days=1), "An advance waits.", "Choose", "/warbands/x/")]

    dashboard_lines.PROVIDERS.add("new", new)
    dashboard_lines.PROVIDERS.add("old", old)
    dashboard_lines.SECTIONS.add("settings", dashboard_lines.Section(2, "accounts:settings", "Show the settings"))
    dashboard_lines.SECTIONS.add("sign-in", dashboard_lines.Section(1, "account_login", "Show the sign-in"))
    answer = client_of(owner).get(reverse("accounts:front"))
    assert [line.sentence for line in answer.context["waiting"]] == ["An advance waits.", "Your turn against the Rats."]
    assert [section.url for section in answer.context["sections"]] == [
        reverse("account_login"), reverse("accounts:settings"),
    ]  # fmt: skip
    assert client_of(None).get(reverse("accounts:front")).context["waiting"] == []


def test_every_part_of_the_dashboard_has_a_link_of_its_own(owner, client_of) -> None:
    """Until the parts were loaded, three links said "Show what is saved here"."""
    text = client_of(owner).get(reverse("accounts:front")).content.decode()
    links = re.findall(r'<section hx-get="([^"]+)"[^>]*>\s*<p><a href="([^"]+)">([^<]+)</a>', text)
    assert len(links) >= 3
    assert all(fetched == address for fetched, address, _words in links)
    assert len({words for _fetched, _address, words in links}) == len(links)


def test_the_headers_count_is_remembered_for_a_while(owner, client_of, providers: None) -> None:
    calls = []

    def one(user):
        calls.append(user.pk)
        return [DashboardLine(timezone.now(), "A turn waits.", "Play", "/battles/x/")]

    dashboard_lines.PROVIDERS.add("one", one)

    client = client_of(owner)
    for _visit in range(3):
        assert b"1 waiting" in client.get(reverse("accounts:settings")).content
    assert len(calls) == 1
    dashboard_lines.clear_count(owner.pk)
    client.get(reverse("accounts:settings"))
    assert len(calls) == 2
    client.get(reverse("accounts:front"))
    assert len(calls) == 3
    dashboard_lines.clear_count(None)


def test_a_users_act_clears_the_count_unless_it_is_refused(owner, client_of, providers: None) -> None:
    calls: list[object] = []
    dashboard_lines.PROVIDERS.add("counted", lambda user: calls.append(user) or [])
    client = client_of(owner)
    for address, statuses, times in (("/nowhere/", {404}, 1), ("/theme/", {200, 204, 302}, 2)):
        client.get(reverse("accounts:settings"))
        assert client.post(address, {"theme": "dark"}).status_code in statuses
        client.get(reverse("accounts:settings"))
        assert len(calls) == times
