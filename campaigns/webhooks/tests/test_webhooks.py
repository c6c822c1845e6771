"""Webhooks: retried for a day, listed if they fail, repeated, tested, and used on the same machine."""

from __future__ import annotations

import datetime
import json
import logging
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from accounts.models import User
from campaigns.core.outgoing_requests import BadAddress
from campaigns.core.tests.factories import league
from campaigns.models import Campaign, Delivery, Webhook
from campaigns.webhooks import services
from jobs import runner
from jobs.models import Job, JobState
from mordheim_site import environment

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
RunJobs = Callable[[], list[Job]]
JSON = "application/json"


class Listener(HTTPServer):
    """A program on this machine that stores what it receives and responds as instructed, by default with 204."""

    got: list[dict[str, Any]]
    answers: list[int]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/events?x=1"


class Handler(BaseHTTPRequestHandler):
    server: Listener

    def do_POST(self) -> None:
        self.server.got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(self.server.answers.pop(0) if self.server.answers else 204)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        return


@pytest.fixture
def listener(settings: Any) -> Iterator[Listener]:
    settings.LOCAL_WEBHOOKS = True
    with Listener(("127.0.0.1", 0), Handler) as server:
        server.got, server.answers = [], []
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def campaign(arbitrator: User, owner: User, rival: User, run_jobs: RunJobs) -> Campaign:
    found = league(arbitrator, (owner, rival))
    run_jobs()
    return found


def added(campaign: Campaign, arbitrator: User, url: str, form: str = "") -> Webhook:
    return services.add(
        campaign_id=campaign.pk, actor_id=arbitrator.pk, url=url, form=form, kinds=[], now=timezone.now()
    )


def test_a_program_adds_and_tests_a_webhook_and_hears_of_it(
    campaign: Campaign, arbitrator: User, listener: Listener, client_of: ClientOf, run_jobs: RunJobs
) -> None:
    client, root = client_of(arbitrator), f"/api/v1/campaigns/{campaign.slug}/webhooks/"
    hook = client.post(root, {"url": listener.url}, content_type=JSON).json()
    sent = client.post(f"{root}{hook['id']}/test/", {}, content_type=JSON)
    assert (sent.status_code, sent.json()["state"], sent.json()["event"]) == (202, "waiting", "test")
    run_jobs()
    (data,) = listener.got
    assert (data["event"], data["league"]["slug"], data["id"]) == ("test", campaign.slug, sent.json()["id"])
    listed = client.get(f"{root}deliveries/?state=sent").json()
    assert [(result["id"], result["attempts"], result["answer"]) for result in listed["results"]] == [
        (data["id"], 1, "204 No Content")
    ]


def test_a_delivery_is_tried_for_more_than_a_day_without_a_traceback(
    campaign: Campaign, arbitrator: User, listener: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    hook = added(campaign, arbitrator, listener.url)
    services.request_test(campaign_id=campaign.pk, actor_id=arbitrator.pk, webhook=hook.public_id, now=timezone.now())
    listener.answers[:] = [503] * 20
    job, waited = Job.objects.get(kind=services.KIND), datetime.timedelta()
    with caplog.at_level(logging.INFO):
        while Delivery.objects.get().state == "waiting":
            before = timezone.now()
            runner.run(job_id=job.pk)
            job.refresh_from_db()
            if job.state == JobState.QUEUED:
                assert job.run_after is not None
                waited += job.run_after - before
                assert Delivery.objects.get().next_at is not None
                Job.objects.update(run_after=None)
    assert waited > datetime.timedelta(hours=24)
    assert list(services.PAUSES_S) == sorted(services.PAUSES_S)
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempts, delivery.next_at) == ("failed", 11, None)
    assert (len(listener.got), job.state) == (11, JobState.DONE)
    assert not [record for record in caplog.records if record.exc_info]
    assert caplog.messages.count("webhook given up") == 1


def test_a_failed_delivery_is_listed_and_sent_again(
    campaign: Campaign, arbitrator: User, owner: User, listener: Listener, client_of: ClientOf, run_jobs: RunJobs
) -> None:
    hook = added(campaign, arbitrator, listener.url)
    listener.answers[:] = [400]
    client, page = client_of(arbitrator), f"/campaigns/{campaign.slug}/manage/webhooks/"
    assert client.post(page, {"test": hook.public_id}).status_code == 302
    run_jobs()
    assert "Failed deliveries" in client.get(page).content.decode()
    root = f"/api/v1/campaigns/{campaign.slug}/webhooks/deliveries/"
    (failed,) = client.get(f"{root}?state=failed&webhook={hook.public_id}").json()["results"]
    assert failed["answer"] == "400 Bad Request"
    again = f"{root}{failed['id']}/send-again/"
    assert client_of(owner).post(again, {}, content_type=JSON).status_code == 403
    for _press in range(2):
        assert client.post(again, {}, content_type=JSON).json()["state"] == "waiting"
    run_jobs()
    assert [data["id"] for data in listener.got] == [failed["id"]] * 2
    assert client.post(again, {}, content_type=JSON).json()["code"] == "delivery_not_failed"
    assert client.post(page, {"again": failed["id"]}).status_code == 409
    assert client.post(f"{root}AAAAAAAAAAAA/send-again/", {}, content_type=JSON).json()["code"] == "no_such_delivery"
    assert "Failed deliveries" not in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("url", "form", "expected"),
    [
        ("https://discord.com/api/webhooks/1/abc", "", "discord"),
        ("https://discord.com/api/webhooks/1/abc", "generic", "generic"),
        ("https://example.org/api/webhooks/1/abc", "", "generic"),
        ("https://example.org/chat", "discord", "discord"),
    ],
)
def test_addresses_of_discord_are_recognised(
    campaign: Campaign, arbitrator: User, url: str, form: str, expected: str
) -> None:
    assert added(campaign, arbitrator, url, form).form == expected


def test_listeners_on_the_same_machine_need_a_setting_for_development(
    campaign: Campaign, arbitrator: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOCAL_WEBHOOKS = False
    with pytest.raises(BadAddress):
        added(campaign, arbitrator, "http://localhost:9000/")
    settings.LOCAL_WEBHOOKS = True
    assert added(campaign, arbitrator, "http://localhost:9000/").url == "http://localhost:9000/"
    with pytest.raises(BadAddress):
        added(campaign, arbitrator, "http://10.0.0.7:9000/")
    monkeypatch.setenv("LOCAL_WEBHOOKS", "1")
    assert environment.local_webhooks(is_public=False)
    with pytest.raises(ImproperlyConfigured):
        environment.local_webhooks(is_public=True)
