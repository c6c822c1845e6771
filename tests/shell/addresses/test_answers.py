"""Headers of every response, the form of refusals, and the content of the health pages."""

import json
import logging
import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client, RequestFactory
from django.utils import timezone
from rest_framework import exceptions, serializers

from accounts.models import User
from jobs import services
from jobs.models import Job
from mordheim_site.api.errors import exception_handler
from mordheim_site.middleware.refusals import render_refusal
from mordheim_site.monitoring.logs import JsonFormatter, current_request_id
from mordheim_site.public_ids import ALPHABET, PUBLIC_ID_LENGTH, new_public_id
from mordheim_site.refusals import Fix, Refusal

REFUSAL = Refusal("too_poor", "The treasury holds 3 gc.", rule_id="AF-BUY-01", remedies=[Fix("Sell shards", "/sell/")])


def test_a_public_id_cannot_be_counted_through() -> None:
    drawn = {new_public_id() for _ in range(500)}
    assert len(drawn) == 500
    assert all(len(name) == PUBLIC_ID_LENGTH and set(name) <= set(ALPHABET) for name in drawn)


def test_the_request_id_is_taken_or_made(client: Client) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "abcdef123456"})["X-Request-ID"] == "abcdef123456"
    hostile = client.get("/healthz", headers={"X-Request-ID": "a b\tc"})["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{32}", hostile)


def test_a_log_line_is_json_with_the_request_id() -> None:
    token = current_request_id.set("abcdef123456")
    try:
        record = logging.makeLogRecord({"msg": "hired %s", "args": ("Otto",), "name": "x", "warband": "Rats"})
        line = json.loads(JsonFormatter().format(record))
    finally:
        current_request_id.reset(token)
    assert (line["message"], line["warband"], line["request_id"]) == ("hired Otto", "Rats", "abcdef123456")


def test_pages_allow_no_inline_script(client: Client, db: None) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    assert "object-src 'none'" in policy


def test_a_host_that_is_not_ours_is_refused_for_someone_signed_in_too(client: Client, owner: User) -> None:
    """The page of the refusal used to count the dashboard lines of a user that had not been loaded yet, and returned
    500."""
    client.force_login(owner)
    client.raise_request_exception = False
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert b"Invalid request" in answer.content


def test_the_api_page_has_its_own_policy_and_no_one_elses_scripts(client: Client, db: None) -> None:
    answer = client.get("/api/v1/")
    assert answer.status_code == 200
    scripts = re.search(r"script-src ([^;]*)", answer["Content-Security-Policy"])
    assert scripts
    assert scripts[1] == "'self'"
    assert not re.search(r'(src|href)="https?://', answer.content.decode())


def test_health_readiness_and_metrics(client: Client, db: None, settings) -> None:
    assert client.get("/healthz").content == b"ok\n"
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json()["database"], ready.json()["broker"]) == (503, True, True)
    assert ready.json()["worker_heartbeat_age_seconds"] is None, "no worker has ever worked"
    services.beat(host="worker-1", now=timezone.now())
    assert client.get("/readyz").status_code == 200
    services.beat(host="worker-1", now=timezone.now() - timedelta(minutes=2))
    assert client.get("/readyz").status_code == 503
    services.beat(host="worker-1", now=timezone.now())
    job = services.enqueue(kind="mail", key="late", payload={"to": []})
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(minutes=10))
    late = client.get("/readyz")
    assert (late.status_code, late.json()["ready"]) == (503, False)
    assert 600 <= late.json()["oldest_waiting_job_seconds"] < 660
    assert b"mordheim_jobs_oldest_waiting_seconds 6" in client.get("/metrics").content
    assert b"mordheim_requests_total" in client.get("/metrics").content
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 404
    settings.METRICS_TOKEN = "a-token"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer a-token"}).status_code == 200


def test_a_refusal_is_a_page_a_fragment_or_json() -> None:
    page = render_refusal(RequestFactory().get("/"), REFUSAL)
    assert page.status_code == 422
    assert "<html" in page.content.decode()
    fragment = render_refusal(RequestFactory().get("/", headers={"HX-Request": "true"}), REFUSAL).content.decode()
    assert "The treasury holds 3 gc." in fragment
    assert "AF-BUY-01" in fragment
    assert 'href="/sell/"' in fragment
    assert "<html" not in fragment
    answer = render_refusal(RequestFactory().get("/", headers={"Accept": "application/json"}), REFUSAL)
    assert json.loads(answer.content) == {
        "code": "too_poor", "message": "The treasury holds 3 gc.", "fields": {}, "rule": "AF-BUY-01",
    }  # fmt: skip


def test_a_refusal_class_can_define_code_message_and_status() -> None:
    class Full(Refusal):
        code, message, status = "full", "The boat is full.", 409

    refusal = Full(fields={"name": ["Too long."]})
    assert (str(refusal), refusal.status) == ("The boat is full.", 409)
    assert refusal.as_json() == {"code": "full", "message": "The boat is full.", "fields": {"name": ["Too long."]}}


def test_the_api_has_one_shape_for_every_error() -> None:
    for error, status, code in (
        (REFUSAL, 422, "too_poor"),
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "permission_denied"),
        (exceptions.NotAuthenticated(), 401, "not_authenticated"),
    ):
        answer = exception_handler(error, {})
        assert answer is not None
        assert (answer.status_code, answer.data["code"]) == (status, code)
        assert {"code", "message", "fields"} <= set(answer.data)
    assert exception_handler(ZeroDivisionError(), {}) is None


def test_nested_field_errors_are_flattened() -> None:
    class Kit(serializers.Serializer):
        count = serializers.IntegerField()

    class Order(serializers.Serializer):
        kit = Kit(many=True)

    order = Order(data={"kit": [{"count": 1}, {"count": "many"}]})
    with pytest.raises(exceptions.ValidationError) as raised:
        order.is_valid(raise_exception=True)
    answer = exception_handler(raised.value, {})
    assert answer is not None
    assert list(answer.data["fields"]) == ["kit.1.count"]


def test_an_unknown_address_is_a_page_of_the_site(client: Client, db: None) -> None:
    answer = client.get("/nothing/here/")
    assert answer.status_code == 404
    assert "no page at this address" in answer.content.decode()


def test_an_expired_form_is_refused_with_an_explanation(db: None, owner) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    answer = client.post("/accounts/settings/", {})
    assert answer.status_code == 403
    assert "nothing was changed" in answer.content.decode()
