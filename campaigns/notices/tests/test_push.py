"""Web push: encryption as in the standards, devices turned on and off, one message per notice, and dead devices
deleted."""

import base64
import json
import re

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse

from campaigns.core.tests.factories import league, now, won
from campaigns.matches.references import references
from campaigns.models import Campaign, Notice, PushDevice
from campaigns.notices import delivery, mail, push, push_encryption
from campaigns.notices.tests.test_notices import listener  # noqa: F401 - a fixture
from jobs import runner
from jobs.models import Job
from mordheim_site import environment

SECRET = "BTBZMqHH6r4Tts7J_aSIgg"


def opened(body: bytes, key: ec.EllipticCurvePrivateKey) -> bytes:
    """Decrypt a message as the browser does."""
    return http_ece.decrypt(body, private_key=key, auth_secret=push_encryption.bytes_of(SECRET), version="aes128gcm")


class Browser:
    """A browser with its own keys at an address of the push service."""

    def __init__(self, number: int = 1) -> None:
        self.key = ec.generate_private_key(push_encryption.CURVE)
        self.said = {
            "endpoint": f"https://hook.example/push/{number}",
            "point": push_encryption.text_of(push_encryption.point_of(self.key)),
            "auth": SECRET,
            "name": "Lantern",
        }

    def on(self, user) -> PushDevice:
        return push.switch_on(user_id=user.pk, now=now(), **self.said)

    def can_read(self, body: bytes) -> bool:
        try:
            return bool(self.read(body))
        except http_ece.ECEException:
            return False

    def read(self, body: bytes) -> dict[str, str]:
        return json.loads(opened(body, self.key))


@pytest.fixture
def ashes(db, arbitrator, owner, rival) -> Campaign:
    return league(arbitrator, [owner, rival])


def test_the_worked_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    own = push_encryption.private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    words = b"When I grow up, I want to be a watermelon"
    body = push_encryption.seal(words, point, SECRET, salt=push_encryption.bytes_of("DGv6ra1nlYgDCS1FRnbzlw"), own=own)
    assert push_encryption.text_of(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    theirs = push_encryption.private_key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    assert opened(body, theirs) == words
    assert push_encryption.seal(words, point, SECRET) != push_encryption.seal(words, point, SECRET)
    with pytest.raises(ValueError, match="at most"):
        push_encryption.seal(b"x" * 4000, point, SECRET)


@pytest.mark.parametrize(("point", "auth"), [("", SECRET), ("BCVx", SECRET), ("B" * 87, SECRET), ("?", "x")])
def test_invalid_push_keys_are_refused(point: str, auth: str) -> None:
    with pytest.raises(push_encryption.BadKey):
        push_encryption.checked_keys(point, auth)


def test_the_token_says_who_sends_and_is_signed() -> None:
    text = push_encryption.signed(
        settings.PUSH_KEY, audience="https://hook.example", contact="https://site.example", expires=1_800_000_000
    )
    token, key = re.fullmatch(r"vapid t=([^, ]+),k=(\S+)", text).groups()
    assert key == push.public_key()
    head, claims, signature = token.split(".")
    assert json.loads(push_encryption.bytes_of(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(push_encryption.bytes_of(claims)) == {
        "aud": "https://hook.example", "exp": 1_800_000_000, "sub": "https://site.example"
    }  # fmt: skip
    raw = push_encryption.bytes_of(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(push_encryption.CURVE, push_encryption.bytes_of(key))
    found = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(found, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def test_the_sites_key_is_made_once_or_given(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("PUSH_KEY", raising=False)
    first = environment.push_key(tmp_path, is_alone=True)
    assert environment.push_key(tmp_path, is_alone=True) == first
    assert (tmp_path / "push_key").stat().st_mode & 0o777 == 0o600
    assert len(push_encryption.bytes_of(push_encryption.public_text(first))) == 65
    assert environment.push_key(tmp_path, is_alone=False) == ""
    given = base64.urlsafe_b64encode(b"\x01" * 32).decode().rstrip("=")
    monkeypatch.setenv("PUSH_KEY", given)
    assert environment.push_key(tmp_path, is_alone=False) == given
    monkeypatch.setenv("PUSH_KEY", "short")
    with pytest.raises(ImproperlyConfigured):
        environment.push_key(tmp_path, is_alone=False)


def test_every_device_hears_of_a_notice_once(ashes, owner, rival, listener, run_jobs) -> None:  # noqa: F811
    phone, desk = Browser(1), Browser(2)
    phone.on(owner)
    desk.on(owner)
    listener.answers[:] = [503, 201, 429]
    won(ashes, rival, owner)
    run_jobs()
    notices = list(Notice.objects.filter(user=owner).order_by("pk"))
    assert notices
    arrived = [one for one in listener.got if one[0]["TTL"]]
    assert len(arrived) == 2 * len(notices) + 2
    headers, body = next((headers, body) for headers, body in reversed(arrived) if desk.can_read(body))
    data = desk.read(body)
    assert data["title"] == "Ashes"
    assert data["url"].startswith("/campaigns/")
    assert data["body"] in {row.sentence for row in notices}
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Authorization"].startswith("vapid t=")
    for row in notices:
        push.request_push(row)
    for event in ashes.events.all():
        delivery.deliver(event_id=event.pk, now=now())
    run_jobs()
    assert len(listener.got) == len(arrived)


def notice_for(user, campaign) -> Notice:
    delivery.write_notices(
        {user.pk},
        campaign=campaign,
        kind="league",
        sentence="The gates are shut.",
        url="/",
        source="x",
        now=now(),
        about=references(campaign),
    )
    return Notice.objects.get(source_key="x")


def test_a_device_that_is_gone_is_forgotten_and_others_are_not(ashes, owner, listener, run_jobs) -> None:  # noqa: F811
    first, second = Browser(1).on(owner), Browser(2).on(owner)
    listener.answers[:] = [410, 413]
    notice_for(owner, ashes)
    run_jobs()
    assert list(PushDevice.objects.all()) == [second]
    assert len(listener.got) == 2
    assert {job.result["sent"] for job in Job.objects.filter(kind=push.KIND)} == {False}
    assert push.message_of(notice_for(owner, ashes).pk, first.public_id) is None


def test_a_device_with_an_invalid_key_is_deleted_at_once(ashes, owner, listener, run_jobs) -> None:  # noqa: F811
    """The job of such a message used to fail nine times first."""
    broken, good = Browser(1).on(owner), Browser(2).on(owner)
    PushDevice.objects.filter(pk=broken.pk).update(point="not a key")
    notice_for(owner, ashes)
    run_jobs()
    assert [device.pk for device in PushDevice.objects.filter(user=owner)] == [good.pk]
    assert set(Job.objects.filter(kind=push.KIND).values_list("state", "error")) == {("done", "")}
    assert len(listener.got) == 1


def test_push_messages_are_not_repeated_after_a_crash_or_once_read(ashes, owner, listener, run_jobs) -> None:  # noqa: F811
    Browser().on(owner)
    notice_for(owner, ashes)
    job = Job.objects.get(kind=push.KIND)
    Job.objects.filter(pk=job.pk).update(attempts=1, error="")
    runner.run(job_id=job.pk)
    assert listener.got == []
    assert Job.objects.get(pk=job.pk).result["sent"] is False
    Notice.objects.all().delete()
    notice_for(owner, ashes)
    mail.mark_read(user_id=owner.pk, now=now())
    run_jobs()
    assert listener.got == []


def test_switching_on_and_off_by_the_page(ashes, owner, rival, client_of) -> None:
    mine, on, off = client_of(owner), reverse("campaigns:device_on"), reverse("campaigns:device_off")
    page = mine.get(reverse("campaigns:inbox"))
    assert push.public_key() in page.content.decode()
    assert "worker-src 'self'" in page.headers["Content-Security-Policy"]
    browser = Browser()
    assert mine.post(on, browser.said).status_code == 204
    assert mine.post(on, browser.said).status_code == 204
    device = PushDevice.objects.get()
    assert (device.user, device.name) == (owner, "Lantern")
    assert "Lantern" in mine.get(reverse("campaigns:inbox")).content.decode()
    for wrong in ({"endpoint": "https://127.0.0.1/x"}, {"point": "B"}, {"auth": ""}, {"endpoint": ""}):
        assert mine.post(on, browser.said | wrong).status_code == 422
    theirs = client_of(rival)
    theirs.post(off, {"device": device.public_id})
    theirs.post(off, {"endpoint": device.endpoint})
    assert PushDevice.objects.count() == 1
    theirs.post(on, browser.said)
    assert PushDevice.objects.get().user == rival
    assert theirs.post(off, {"device": device.public_id}).status_code == 302
    assert not PushDevice.objects.exists()
    for number in range(12):
        assert mine.post(on, Browser(number).said).status_code == 204
    assert PushDevice.objects.count() == push.MOST
    assert mine.post(off, {"endpoint": Browser(11).said["endpoint"]}).status_code == 204
    assert PushDevice.objects.count() == push.MOST - 1


def test_a_site_without_a_key_offers_nothing(ashes, owner, client_of, settings) -> None:
    settings.PUSH_KEY = ""
    assert "data-push-key" not in client_of(owner).get(reverse("campaigns:inbox")).content.decode()
    assert client_of(owner).post(reverse("campaigns:device_on"), Browser().said).status_code == 404
    assert push.request_push(Notice(user=owner)) == 0


def test_the_service_worker_is_served_at_the_root(client) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in answer.content


def test_devices_are_managed_by_the_api(ashes, owner, rival, client_of) -> None:
    mine, address = client_of(owner), reverse("api-devices")
    assert client_of(None).get(address).status_code == 401
    made = mine.post(address, Browser().said, content_type="application/json")
    assert made.status_code == 201
    data = mine.get(address).json()
    assert (data["key"], [device["id"] for device in data["devices"]]) == (push.public_key(), [made.json()["id"]])
    wrong = mine.post(address, Browser().said | {"point": "BB"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no_such_device")
    for who, status, left in ((rival, 404, 1), (owner, 204, 0), (owner, 404, 0)):
        gone = client_of(who).delete(reverse("api-device", args=[made.json()["id"]]))
        assert (gone.status_code, PushDevice.objects.count()) == (status, left)
