"""Every way to sign in asks for the second factor and limits attempts."""

import base64
import json
import re
import time

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.test import Client
from django.urls import NoReverseMatch, reverse

from accounts.models import User
from mordheim_site import settings as site_settings
from tests_support.cast import PASSWORD, make_user

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code_of(secret: str = SECRET) -> str:
    return totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30))


def wrong_code() -> str:
    """A code that is not valid now, nor in the previous or next time step."""
    step = int(time.time()) // 30
    valid = {totp.format_hotp_value(totp.hotp_value(SECRET, step + shift)) for shift in (-1, 0, 1)}
    return next(code for code in ("000000", "111111", "222222", "333333") if code not in valid)


@pytest.fixture
def staff() -> User:
    """A superuser with an authenticator app and recovery codes."""
    user = make_user("chief")
    user.is_staff = user.is_superuser = True
    user.email = "chief@example.org"
    user.save()
    user.emailaddress_set.create(email="chief@example.org", verified=True, primary=True)
    totp.TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)
    return user


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def password_step(client: Client) -> None:
    answer = client.post(reverse("account_login"), {"login": "chief", "password": PASSWORD})
    assert answer["Location"].startswith(reverse("mfa_authenticate"))


def test_the_admin_signs_in_by_the_login_page_of_the_site(staff: User, client: Client) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith(f"{reverse('account_login')}?next=")
    data = {"username": "chief", "password": PASSWORD, "next": "/admin/"}
    posted = client.post("/admin/login/?next=/admin/", data)
    assert posted.status_code == 302
    assert posted["Location"].startswith(reverse("account_login"))
    assert not is_signed_in(client)
    assert client.get("/admin/accounts/user/").status_code == 302


def test_the_second_factor_stands_between_the_password_and_the_admin(staff: User, client: Client) -> None:
    password_step(client)
    assert not is_signed_in(client)
    assert client.get("/admin/").status_code == 302
    assert client.get("/api/v1/warbands/?mine=1").json().get("results", []) == []
    assert client.get(reverse("accounts:settings")).status_code == 302
    client.post(reverse("mfa_authenticate"), {"code": wrong_code()})
    assert not is_signed_in(client)
    client.post(reverse("mfa_authenticate"), {"code": code_of()})
    assert is_signed_in(client)
    assert client.get("/admin/").status_code == 200


def test_people_who_are_no_staff_are_refused_at_the_admin_door(owner: User, client_of) -> None:  # type: ignore[no-untyped-def]
    assert client_of(owner).get("/admin/login/").status_code == 403
    assert client_of(owner).get("/admin/").status_code == 302


def test_passwords_are_not_guessed_without_end_by_either_door(staff: User, settings) -> None:  # type: ignore[no-untyped-def]
    settings.ACCOUNT_RATE_LIMITS = site_settings.ACCOUNT_RATE_LIMITS
    for number in range(60):
        guesser = Client(REMOTE_ADDR=f"203.0.113.{number // 10}")
        guesser.post(reverse("account_login"), {"login": "chief", "password": f"wrong-{number}"})
    late = Client(REMOTE_ADDR="203.0.113.99")
    late.post(reverse("account_login"), {"login": "chief", "password": PASSWORD})
    assert "_auth_user_id" not in late.session
    assert "account_login" not in late.session
    for number in range(40):
        answer = Client().post("/admin/login/", {"username": "chief", "password": f"wrong-{number}"})
        assert answer["Location"].startswith(reverse("account_login")), "no password is looked at here"


def test_wrong_passwords_from_one_address_do_not_lock_a_user_out_at_another(staff: User, settings) -> None:  # type: ignore[no-untyped-def]
    settings.ACCOUNT_RATE_LIMITS = site_settings.ACCOUNT_RATE_LIMITS
    guesser = Client(REMOTE_ADDR="203.0.113.7")
    for number in range(12):
        guesser.post(reverse("account_login"), {"login": "chief", "password": f"wrong-{number}"})
    guesser.post(reverse("account_login"), {"login": "chief", "password": PASSWORD})
    assert "account_login" not in guesser.session, "the guesser's own address has to wait"
    elsewhere = Client(REMOTE_ADDR="203.0.113.8")
    elsewhere.post(reverse("account_login"), {"login": "chief", "password": PASSWORD})
    assert "account_login" in elsewhere.session


def test_one_address_does_not_try_the_passwords_of_many(staff: User, settings) -> None:  # type: ignore[no-untyped-def]
    settings.ACCOUNT_RATE_LIMITS = site_settings.ACCOUNT_RATE_LIMITS
    found = [
        Client()
        .post(reverse("account_login"), {"login": f"player{number}", "password": "wrong"}, REMOTE_ADDR="203.0.113.7")
        .status_code
        for number in range(31)
    ]
    assert found[-1] == 429
    right = Client()
    right.post(reverse("account_login"), {"login": "chief", "password": PASSWORD}, REMOTE_ADDR="203.0.113.7")
    assert "account_login" not in right.session
    elsewhere = Client()
    elsewhere.post(reverse("account_login"), {"login": "chief", "password": PASSWORD}, REMOTE_ADDR="203.0.113.8")
    assert "account_login" in elsewhere.session


def test_codes_are_not_guessed_without_end(staff: User, client: Client) -> None:
    password_step(client)
    for _ in range(5):
        client.post(reverse("mfa_authenticate"), {"code": wrong_code()})
    client.post(reverse("mfa_authenticate"), {"code": code_of()})
    assert not is_signed_in(client)
    other = Client(REMOTE_ADDR="203.0.113.9")
    password_step(other)
    other.post(reverse("mfa_authenticate"), {"code": code_of()})
    assert not is_signed_in(other), "the count is the account's, not the browser's"


def test_a_recovery_code_counts_once(staff: User) -> None:
    code = RecoveryCodes(staff.authenticator_set.get(type="recovery_codes")).get_unused_codes()[0]
    first = Client()
    password_step(first)
    first.post(reverse("mfa_authenticate"), {"code": code})
    assert is_signed_in(first)
    second = Client()
    password_step(second)
    second.post(reverse("mfa_authenticate"), {"code": code})
    assert not is_signed_in(second)


def test_a_password_reset_leaves_the_second_factor_in_place(staff: User, client: Client) -> None:
    client.post(reverse("account_reset_password"), {"email": "chief@example.org"})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)
    assert link
    form = client.get(link.group(1), follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": "another-long-one", "password2": "another-long-one"})
    assert not is_signed_in(client)
    answer = client.post(reverse("account_login"), {"login": "chief", "password": "another-long-one"})
    assert answer["Location"].startswith(reverse("mfa_authenticate"))
    assert not is_signed_in(client)


def test_reset_mails_are_limited(staff: User, settings) -> None:  # type: ignore[no-untyped-def]
    settings.ACCOUNT_RATE_LIMITS = site_settings.ACCOUNT_RATE_LIMITS
    for number in range(12):
        Client(REMOTE_ADDR=f"203.0.113.{number}").post(
            reverse("account_reset_password"), {"email": "chief@example.org"}
        )
    assert len(mail.outbox) == 5


def test_a_passkey_sign_in_needs_the_key_and_is_limited(staff: User, client: Client) -> None:
    url = reverse("mfa_login_webauthn")
    options = client.get(url, headers={"Accept": "application/json"})
    assert "challenge" in options.json()["request_options"]["publicKey"]
    well_formed = json.dumps(
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": base64.b64encode(b'{"type":"webauthn.get","challenge":"x","origin":"y"}').decode(),
                "authenticatorData": "A" * 52,
                "signature": "AAAA",
                "userHandle": base64.urlsafe_b64encode(str(staff.pk).encode()).decode(),
            },
        }
    )
    bodies = [
        "{}",
        "[]",
        "null",
        "nonsense",
        "1",
        '{"id":"x"}',
        '{"id":"AAAA","rawId":"AAAA","response":[]}',
        well_formed,
    ]
    found = [client.post(url, {"credential": text}).status_code for text in [*bodies, "{}", "{}", "{}", "{}"]]
    assert found == [302] * 10 + [429] * 2
    assert not is_signed_in(client)


def test_a_passkey_as_second_factor_that_cannot_be_read_is_refused(staff: User, client: Client) -> None:
    password_step(client)
    for text in ("{}", "[]", '{"id":"x"}'):
        assert client.post(reverse("mfa_authenticate"), {"credential": text}).status_code in (200, 302)
    assert not is_signed_in(client)


def test_there_is_no_sign_in_by_a_mailed_code(staff: User, client: Client) -> None:
    with pytest.raises(NoReverseMatch):
        reverse("account_request_login_code")
    for _ in range(3):
        answer = client.post(reverse("account_confirm_login_code"), {"code": "ABCDEF"})
        assert answer["Location"].startswith(reverse("account_login"))
    assert not is_signed_in(client)


def test_the_api_takes_no_passwords(staff: User) -> None:
    basic = base64.b64encode(f"chief:{PASSWORD}".encode()).decode()
    answer = Client().post(
        "/api/v1/warbands/", {}, content_type="application/json", headers={"Authorization": f"Basic {basic}"}
    )
    assert answer.status_code == 401


def test_the_admin_sends_a_change_of_password_to_the_limited_page(staff: User, client_of) -> None:  # type: ignore[no-untyped-def]
    client = client_of(staff)
    assert client.get("/admin/password_change/")["Location"] == reverse("account_change_password")
    data = {"old_password": PASSWORD, "new_password1": "another-long-one", "new_password2": "another-long-one"}
    assert client.post("/admin/password_change/", data).status_code == 302
    staff.refresh_from_db()
    assert staff.check_password(PASSWORD)
    found = [client.post(reverse("account_change_password"), {"oldpassword": f"no{n}"}).status_code for n in range(7)]
    assert found[-1] == 429


def test_asking_again_for_the_password_is_limited(staff: User, client_of) -> None:  # type: ignore[no-untyped-def]
    client = client_of(staff)
    for number in range(5):
        client.post(reverse("account_reauthenticate"), {"password": f"wrong-{number}"})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    records = client.session.get("account_authentication_methods", [])
    assert not [record for record in records if record.get("reauthenticated")]
