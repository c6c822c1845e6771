"""Reports of problems: anyone can send one, staff find it with the page and the version."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.api_keys import services as api_keys
from accounts.dashboard.lines import dashboard_lines
from accounts.data_export.registry import files_of
from accounts.models import ProblemReport, User
from accounts.problem_reports import services
from accounts.tasks import sweep_guests
from mordheim_site.version import commit_of, version

NOON = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)


def staff_member() -> User:
    user = User.objects.create_user("Wilhelmina", password="a long password", is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename__endswith="problemreport"))
    return User.objects.get(pk=user.pk)


def sent(user: User, text: str = "The rating is wrong.", page: str = "/odds/", at: datetime = NOON) -> ProblemReport:
    return services.send(user_id=user.pk, text=text, page=page, browser="Firefox", at=at)


@pytest.mark.django_db
def test_a_visitor_reports_a_problem_from_any_page_and_returns_to_it(client: Client) -> None:
    page = client.get("/odds/").content.decode()
    assert 'href="/report/?page=/odds/"' in page
    assert "<code>/odds/</code>" in client.get("/report/?page=/odds/").content.decode()
    response = client.post(
        "/report/", {"text": " The rating is wrong. ", "page": "/odds/?key=secret"}, HTTP_USER_AGENT="Firefox"
    )
    assert (response.status_code, response["Location"]) == (302, "/odds/")
    report = ProblemReport.objects.get()
    assert (report.text, report.page, report.browser) == ("The rating is wrong.", "/odds/", "Firefox")
    assert report.version == version() != ""
    assert report.user is not None
    assert report.user.is_guest


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_an_empty_or_endless_report_is_refused_and_creates_no_guest(client: Client, text: str) -> None:
    response = client.post("/report/", {"text": text, "page": "/odds/"})
    assert response.status_code == 422
    assert "up to 2,000 characters" in response.content.decode()
    assert not ProblemReport.objects.exists()
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "page", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/a\nb"]
)
def test_a_report_never_leads_to_another_site(client: Client, page: str) -> None:
    assert "<code>" not in client.get("/report/", {"page": page}).content.decode()
    response = client.post("/report/", {"text": "Wrong.", "page": page})
    assert response["Location"] == "/"
    assert ProblemReport.objects.get().page == ""


@pytest.mark.django_db
def test_the_page_comes_from_the_link_that_was_followed(client: Client) -> None:
    page = client.get("/report/", HTTP_REFERER="http://testserver/rules/?q=charge").content.decode()
    assert "<code>/rules/</code>" in page
    assert "<code>" not in client.get("/report/", HTTP_REFERER="http://elsewhere.example/rules/").content.decode()


@pytest.mark.django_db
def test_a_report_sent_twice_is_one(owner: User) -> None:
    assert sent(owner) == sent(owner, at=NOON + timedelta(minutes=5))
    sent(owner, at=NOON + timedelta(hours=2))
    sent(owner, page="/rules/")
    assert ProblemReport.objects.count() == 3


@pytest.mark.django_db
def test_a_program_reports_a_problem(client: Client, owner: User) -> None:
    key = api_keys.create_key(user_id=owner.pk)
    for _again in range(2):
        response = client.post(
            "/api/v1/problem-reports/",
            json.dumps({"text": "The schema lacks a field.", "page": "/api/v1/schema/"}),
            content_type="application/json",
            HTTP_AUTHORIZATION=f"Bearer {key}",
            HTTP_IDEMPOTENCY_KEY="one",
        )
        assert response.status_code == 201, response.content
    assert response.json()["page"] == "/api/v1/schema/"
    assert ProblemReport.objects.count() == 1


@pytest.mark.django_db
def test_staff_find_reports_on_their_dashboard_and_mark_them_as_done(owner: User, client: Client) -> None:
    staff = staff_member()
    assert dashboard_lines(staff) == []
    sent(owner)
    (line,) = dashboard_lines(staff)
    assert "1 problem report" in str(line.sentence)
    client.force_login(staff)
    assert "The rating is wrong." in client.get(line.url).content.decode()
    report = ProblemReport.objects.get()
    client.post(f"/admin/accounts/problemreport/{report.pk}/change/", {"note": "Fixed.", "text": "changed"})
    report.refresh_from_db()
    assert (report.note, report.text) == ("Fixed.", "The rating is wrong.")
    client.post("/admin/accounts/problemreport/", {"action": "mark_as_done", "_selected_action": [report.pk]})
    report.refresh_from_db()
    assert report.done_at is not None
    assert dashboard_lines(staff) == []


@pytest.mark.django_db
def test_players_see_no_reports_of_others(
    owner: User, rival: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    sent(rival)
    with django_assert_num_queries(0):
        assert list(services.reports_to_read(owner)) == []


@pytest.mark.django_db
def test_a_report_is_part_of_the_data_of_its_user(owner: User, rival: User) -> None:
    sent(owner, "Mine.")
    sent(rival, "Not mine.")
    (file,) = [file for file in files_of(owner) if file.path == "problem-reports.json"]
    assert b"Mine." in file.content
    assert b"Not mine." not in file.content
    services.delete_user_data(owner, NOON)
    assert [report.text for report in ProblemReport.objects.all()] == ["Not mine."]


@pytest.mark.django_db
def test_reports_are_deleted_a_year_after_they_were_done(owner: User) -> None:
    old, recent, still_open = sent(owner, "Old."), sent(owner, "Recent."), sent(owner, "Open.")
    services.finish([old], at=timezone.now() - services.KEPT - timedelta(days=1))
    services.finish([recent], at=timezone.now() - services.KEPT + timedelta(days=1))
    sweep_guests()
    assert set(ProblemReport.objects.all()) == {recent, still_open}


def test_the_version_of_a_checkout_is_its_commit(tmp_path: Path) -> None:
    assert commit_of(tmp_path) == ""
    git = tmp_path / ".git"
    git.mkdir()
    (git / "HEAD").write_text("0123456789abcdef0123456789abcdef01234567\n")
    assert commit_of(tmp_path) == "0123456789ab"
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "packed-refs").write_text("# pack-refs\nfedcba9876543210fedcba9876543210fedcba98 refs/heads/main\n")
    assert commit_of(tmp_path) == "fedcba987654"
    (git / "refs/heads").mkdir(parents=True)
    (git / "refs/heads/main").write_text("aaaabbbbccccdddd\n")
    assert commit_of(tmp_path) == "aaaabbbbcccc"
