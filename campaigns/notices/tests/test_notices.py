"""Notices: who gets which, only once; mails at once or daily, with a link to stop them; webhooks signed and safe."""

import datetime
import hashlib
import hmac
import ipaddress
import json
import socket
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core import mail

from campaigns import tasks
from campaigns.core import outgoing_requests
from campaigns.core.outgoing_requests import BadAddress, CannotReach, NoAnswer
from campaigns.core.tests.factories import league, match_between, now, won
from campaigns.matches import results
from campaigns.models import Delivery, Match, Notice, NoticeChoice
from campaigns.notices import delivery
from campaigns.notices import mail as notices_mail
from campaigns.rounds import scheduling
from campaigns.webhooks import services as webhooks_services
from jobs import outgoing, runner
from jobs.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def ashes(arbitrator, owner, rival, run_jobs):
    campaign = league(arbitrator, [owner, rival])
    run_jobs()
    return campaign


def lines(person) -> list[str]:
    return list(Notice.objects.filter(user=person).order_by("pk").values_list("sentence", flat=True))


def test_everyone_hears_what_concerns_them_once(ashes, arbitrator, owner, rival, stranger, run_jobs) -> None:
    assert [line for line in lines(arbitrator) if line.endswith("joined.")] == lines(arbitrator)
    match = match_between(ashes, owner, rival)
    results.report(match_id=match.pk, actor_id=owner.pk, winner_entry_id=None, now=now())
    run_jobs()
    assert lines(rival)[0].startswith("A challenge: ")
    assert lines(rival)[1].endswith("Confirm or reject it.")
    assert lines(owner) == []
    results.dispute(match_id=match.pk, actor_id=rival.pk, now=now())
    run_jobs()
    assert lines(arbitrator)[-1].endswith("You decide.")
    before = Notice.objects.count()
    for event in ashes.events.all():
        delivery.deliver(event_id=event.pk, now=now())
    assert Notice.objects.count() == before
    assert lines(stranger) == []


def test_an_answer_that_is_no_longer_missing_is_not_asked_for(ashes, owner, rival, run_jobs) -> None:
    won(ashes, owner, rival)
    run_jobs()
    assert not [line for line in lines(owner) if line.endswith("Confirm or reject it.")]
    assert [line for line in lines(rival) if line.endswith("the result counts.")]


def test_muted_notices_are_not_sent(ashes, owner, rival, run_jobs) -> None:
    notices_mail.choose(user_id=rival.pk, muted=["match"], rhythm="off")
    match_between(ashes, owner, rival)
    run_jobs()
    assert lines(rival) == []


def test_matches_of_the_next_day_are_reminded_of_once(ashes, owner, rival) -> None:
    match = match_between(ashes, owner, rival)
    moment = now()
    when = moment + datetime.timedelta(hours=20)
    scheduling.set_date(match_id=match.pk, actor_id=owner.pk, planned_for=when, now=moment)
    assert [delivery.send_reminders(now=moment), delivery.send_reminders(now=moment)] == [2, 0]
    assert delivery.send_reminders(now=moment - datetime.timedelta(days=3)) == 0


@pytest.fixture
def wrote(rival):
    rival.email = "rival@example.org"
    rival.save(update_fields=["email"])
    rival.emailaddress_set.create(email=rival.email, verified=True, primary=True)
    return rival


def test_after_a_restore_daily_mails_and_due_reminders_are_not_sent_again(ashes, owner, wrote, run_jobs) -> None:
    """They stay in the inbox; what happens after the restore is mailed as usual."""
    notices_mail.choose(user_id=wrote.pk, muted=[], rhythm="daily")
    match, moment = match_between(ashes, owner, wrote), now()
    when = moment + datetime.timedelta(hours=20)
    scheduling.set_date(match_id=match.pk, actor_id=owner.pk, planned_for=when, now=moment)
    run_jobs()
    before = len(lines(wrote))
    assert outgoing.hold_back(now=moment) >= 3, "waiting notices, and two reminders"
    assert len(lines(wrote)) == before + 1
    assert delivery.send_reminders(now=moment) == 0
    notices_mail.request_digests(now=moment + datetime.timedelta(days=2))
    run_jobs()
    assert mail.outbox == []
    match_between(ashes, owner, wrote)
    run_jobs()
    notices_mail.request_digests(now=moment + datetime.timedelta(days=2))
    run_jobs()
    assert len(mail.outbox) == 1


def test_a_mail_at_once_and_one_press_that_stops_them(ashes, owner, wrote, run_jobs, client_of) -> None:
    notices_mail.choose(user_id=wrote.pk, muted=[], rhythm="at_once")
    match_between(ashes, owner, wrote)
    run_jobs()
    (sent,) = mail.outbox
    assert sent.to == ["rival@example.org"]
    assert sent.subject.startswith("A challenge: ")
    key = NoticeChoice.objects.get(user=wrote).stop_key
    assert sent.extra_headers["List-Unsubscribe"].endswith(f"/inbox/stop/{key}/>")
    visitor = client_of(None)
    visitor.handler.enforce_csrf_checks = True
    assert visitor.get(f"/inbox/stop/{key}/").status_code == 200
    assert NoticeChoice.objects.get(user=wrote).rhythm == "at_once"
    assert visitor.post(f"/inbox/stop/{key}/", {"List-Unsubscribe": "One-Click"}).status_code == 200
    match_between(ashes, owner, wrote)
    run_jobs()
    assert len(mail.outbox) == 1
    assert visitor.get(f"/inbox/stop/{'x' * 12}/").status_code == 404


def test_one_mail_a_day_holds_everything_and_comes_once(ashes, owner, wrote, run_jobs) -> None:
    notices_mail.choose(user_id=wrote.pk, muted=[], rhythm="daily")
    for _number in range(3):
        match_between(ashes, owner, wrote)
    run_jobs()
    assert mail.outbox == []
    moment = now()
    for _hour in range(2):
        notices_mail.request_digests(now=moment)
        run_jobs()
    (sent,) = mail.outbox
    assert sent.subject == "3 notifications"
    assert sent.body.count("A challenge") == 3
    notices_mail.request_digests(now=moment + datetime.timedelta(days=2))
    run_jobs()
    assert len(mail.outbox) == 1


def test_a_mail_server_that_fails_is_asked_again_and_a_dead_worker_sends_nothing_twice(
    ashes, owner, wrote, run_jobs, monkeypatch
) -> None:
    notices_mail.choose(user_id=wrote.pk, muted=[], rhythm="at_once")
    match_between(ashes, owner, wrote)
    fails = [OSError("the server is away")] * 2

    class Flaky:
        def send(self):
            if fails:
                raise fails.pop()
            mail.outbox.append(self)

    monkeypatch.setattr(notices_mail, "message_of", lambda user_id, notice_ids: Flaky())
    run_jobs()
    assert len(mail.outbox) == 1
    Job.objects.filter(kind=notices_mail.KIND).update(state="queued", attempts=1, error="", finished_at=None)
    job = Job.objects.get(kind=notices_mail.KIND)
    assert tasks.died_while_sending(Job(attempts=2, error=""))
    assert not tasks.died_while_sending(Job(attempts=2, error="OSError"))
    runner.run(job_id=job.pk)
    assert len(mail.outbox) == 1


class Listener(HTTPServer):
    """A server on this machine that stores what it receives and responds as instructed."""

    got: list
    answers: list


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((dict(self.headers), body))
        status = self.server.answers.pop(0) if self.server.answers else 204
        if status == 0:
            self.connection.close()
            return
        self.send_response(status)
        self.send_header("Location", "https://elsewhere.example/")
        self.end_headers()

    def log_message(self, *args) -> None:
        return


@pytest.fixture
def listener(tmp_path, monkeypatch):
    """TLS on 127.0.0.1 under the name hook.example. Only in this test may the site call it."""
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hook.example"]
    more = ["-addext", "subjectAltName=DNS:hook.example", "-keyout", f"{tmp_path}/key.pem", "-out", f"{tmp_path}/c.pem"]
    subprocess.run([*made, *more], check=True, capture_output=True, timeout=60)
    server = Listener(("127.0.0.1", 0), Handler)
    server.got, server.answers = [], []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{tmp_path}/c.pem", f"{tmp_path}/key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    trusted = ssl.create_default_context(cafile=f"{tmp_path}/c.pem")
    real = socket.create_connection
    monkeypatch.setattr(outgoing_requests, "addresses_of", lambda host, port: ["127.0.0.1"])
    monkeypatch.setattr(
        socket, "create_connection", lambda address, timeout: real(("127.0.0.1", server.server_port), timeout)
    )
    monkeypatch.setattr(ssl, "create_default_context", lambda: trusted)
    yield server
    server.shutdown()
    server.server_close()


def hook(campaign, arbitrator, form="generic", kinds=()):
    return webhooks_services.add(
        campaign_id=campaign.pk,
        actor_id=arbitrator.pk,
        url="https://hook.example/in?x=1",
        form=form,
        kinds=list(kinds),
        now=now(),
    )


def test_an_event_is_sent_once_signed_and_retried_until_it_arrives(
    ashes, owner, rival, arbitrator, listener, run_jobs
) -> None:
    row = hook(ashes, arbitrator, kinds=["match_played"])
    listener.answers[:] = [503, 429]
    won(ashes, owner, rival)
    run_jobs()
    assert len(listener.got) == 3
    assert len({headers["X-Mordheim-Delivery"] for headers, _body in listener.got}) == 1
    headers, body = listener.got[-1]
    moment, mac = headers["X-Mordheim-Signature"].removeprefix("t=").split(",v1=")
    assert mac == hmac.new(row.secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    data = json.loads(body)
    assert (data["event"], data["league"]["slug"]) == ("match_played", ashes.slug)
    assert data["url"].startswith("http://localhost")
    assert data["text"]
    assert Delivery.objects.get().state == "sent"
    for event in ashes.events.all():
        webhooks_services.request_deliveries(event, now())
    run_jobs()
    assert len(listener.got) == 3


def test_chat_messages_mention_nobody(ashes, owner, rival, arbitrator, listener, run_jobs) -> None:
    hook(ashes, arbitrator, form="discord")
    won(ashes, owner, rival)
    run_jobs()
    data = [json.loads(body) for _headers, body in listener.got]
    assert len(data) == 2
    assert all(one["allowed_mentions"] == {"parse": []} and one["content"] for one in data)


def test_deliveries_that_may_have_arrived_and_redirects_are_not_repeated(
    ashes, owner, rival, arbitrator, listener, run_jobs
) -> None:
    hook(ashes, arbitrator, kinds=["match_played"])
    listener.answers[:] = [0, 302]
    for _battle in range(2):
        won(ashes, owner, rival)
        run_jobs()
    assert len(listener.got) == 2
    lost, moved = Delivery.objects.order_by("pk")
    assert (lost.state, moved.state) == ("failed", "failed")
    assert "not sent again" in lost.answer
    assert moved.answer.startswith("302")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://", "https://localhost/", "https://127.0.0.1/",
        "https://10.0.0.7/x", "https://192.168.1.1/", "https://169.254.169.254/latest/", "https://[::1]/",
        "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://user:pw@example.org/",
        "https://example.org:22/", "https://example.org:99999/", "https://intranet/", "https://db.internal/",
        "https://exa mple.org/", "https://example.org/\r\nX: y", "https://[2002:7f00:1::]/", "https://0.0.0.0/",
        "nonsense",
    ],
)  # fmt: skip
def test_addresses_that_are_refused_at_once(url, ashes, arbitrator) -> None:
    with pytest.raises(BadAddress):
        webhooks_services.add(
            campaign_id=ashes.pk, actor_id=arbitrator.pk, url=url, form="generic", kinds=[], now=now()
        )


@pytest.mark.parametrize(
    "number", ["127.0.0.1", "10.1.1.1", "::1", "fe80::1", "fd00::1", "100.64.0.1", "224.0.0.1", "2001:0:7f00:1::"]
)
def test_a_name_with_a_private_address_is_never_called(number, monkeypatch) -> None:
    assert not outgoing_requests.is_public(ipaddress.ip_address(number))
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    both = [(family, 1, 6, "", (number, 443)), (socket.AF_INET, 1, 6, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: both)

    def called(*args, **kwargs):
        raise AssertionError("called")

    monkeypatch.setattr(socket, "create_connection", called)
    with pytest.raises(CannotReach):
        outgoing_requests.post("https://hook.example/", b"{}", {})


def test_public_addresses_pass_and_unknown_hosts_differ_from_unreachable_ones(monkeypatch) -> None:
    assert outgoing_requests.is_public(ipaddress.ip_address("93.184.216.34"))
    assert outgoing_requests.is_public(ipaddress.ip_address("2606:2800:220:1::1"))

    def away(*args, **kwargs):
        raise OSError("refused")

    monkeypatch.setattr(outgoing_requests, "addresses_of", lambda host, port: ["93.184.216.34"])
    monkeypatch.setattr(socket, "create_connection", away)
    with pytest.raises(CannotReach):
        outgoing_requests.post("https://hook.example/", b"{}", {})
    assert not issubclass(NoAnswer, CannotReach)


def test_the_inbox_shows_notices_and_marks_them_as_read(ashes, arbitrator, owner, rival, run_jobs, client_of) -> None:
    match_between(ashes, owner, rival)
    run_jobs()
    client = client_of(rival)
    assert "A challenge" in client.get("/inbox/").content.decode()
    assert "Inbox, 1 new" in client.get("/dashboard/campaigns/").content.decode()
    assert client.post("/inbox/read/").status_code == 302
    assert "Mark all as read" not in client.get("/inbox/").content.decode()
    assert client.post("/inbox/choices/", {"wanted": ["answer"], "rhythm": "daily"}).status_code == 302
    assert NoticeChoice.objects.get(user=rival).muted == [
        "decide", "result", "match", "reminder", "battle", "league", "comment",
    ]  # fmt: skip
    assert client.post("/inbox/choices/", {"rhythm": "hourly"}).status_code == 422
    url, desk = f"/campaigns/{ashes.slug}/manage/webhooks/", client_of(arbitrator)
    assert client.get(url).status_code == 403
    sent = {"url": "https://example.org/x", "form": "generic"}
    assert desk.post(url, sent).status_code == 302
    assert desk.post(url, {**sent, "url": "https://127.0.0.1/"}).status_code == 422
    row = ashes.webhooks.get()
    assert row.secret in desk.get(url).content.decode()
    assert desk.post(url, {"off": row.public_id}).status_code == 302
    assert not ashes.webhooks.get().is_on
    assert desk.post(url, {"on": "x"}).status_code == 404
    assert desk.post(url, {"remove": row.public_id}).status_code == 302
    assert not ashes.webhooks.exists()
    assert Match.objects.exists()
