"""Sign-in of an account in a real browser: a forgotten password, an authenticator app, a passkey, the guest claim."""

import base64
import email
import email.policy
import hashlib
import hmac
import re
import struct
import time
from pathlib import Path
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import assert_accessible, sign_up
from tests_support.processes import wait_until
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PASSWORD = "a-long-password-for-tests"


def listen(page: Page) -> list[str]:
    """The errors that the browser reports from now on: policy violations, failed scripts, missing files."""
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda fault: wrong.append(str(fault)))
    return wrong


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.click("main button[type=submit]")
    page.wait_for_url(lambda url: "/logout" not in url)


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", password)
    page.click("main form:has(input[name=password]) button[type=submit]")
    page.wait_for_url(lambda url: not url.endswith("/accounts/login/"))


def one_time_code(secret: str, at: float) -> str:
    """A one-time code by RFC 6238 with 30 s and six digits, written independently to check the site's own."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(at) // 30), hashlib.sha1).digest()
    place = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[place : place + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"


def test_a_forgotten_password_is_reset_by_the_mail_that_was_written(new_context, live_site: LiveSite) -> None:
    page = new_context().new_page()
    wrong = listen(page)
    page.goto("/accounts/signup/")
    page.fill("input[name=username]", "forgetful")
    page.fill("input[name=email]", "forgetful@example.org")
    page.fill("input[name=password1]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url(lambda url: "/signup" not in url)
    folder = Path(live_site.var_dir, "mail")

    def letter(address: str) -> str:
        """The link below this address in a mail to the player; mails are sent to confirmed addresses only."""
        for path in sorted(folder.glob("*.log")):
            content = email.message_from_bytes(path.read_bytes(), policy=email.policy.default).get_content()
            found = re.search(rf"http://\S+{address}\S+", content)
            if found and "forgetful" in path.read_text():
                return found[0]
        return ""

    wait_until(lambda: bool(letter("/confirm-email/")), seconds=60, what="the confirmation lies in the mail folder")
    page.goto(urlparse(letter("/confirm-email/")).path)
    page.click("main button[type=submit]")
    page.wait_for_url(lambda url: "/confirm-email/" not in url)
    sign_out(page)
    page.goto("/accounts/password/reset/")
    assert_accessible(page)
    page.fill("input[name=email]", "forgetful@example.org")
    page.click("main button[type=submit]")
    page.wait_for_url("**/password/reset/done/")
    wait_until(lambda: bool(letter("/password/reset/key/")), seconds=60, what="the letter lies in the mail folder")
    page.goto(urlparse(letter("/password/reset/key/")).path)
    assert_accessible(page)
    page.fill("input[name=password1]", "quite-another-long-one")
    page.fill("input[name=password2]", "quite-another-long-one")
    page.click("main button[type=submit]")
    page.wait_for_url("**/password/reset/key/done/")
    sign_in(page, "forgetful", "quite-another-long-one")
    page.goto("/accounts/settings/")
    assert page.url.endswith("/accounts/settings/")
    assert not wrong


def test_an_authenticator_app_is_set_up_and_asked_for(new_context) -> None:
    page = new_context().new_page()
    wrong = listen(page)
    sign_up(page, "careful")
    sign_out(page)
    sign_in(page, "careful")
    page.goto("/accounts/2fa/")
    assert_accessible(page)
    page.click("a[href$='/totp/activate/']")
    page.wait_for_url("**/2fa/totp/activate/")
    assert_accessible(page)
    shown = page.locator("img.qr").bounding_box()
    assert shown
    assert shown["width"] > 100
    secret = page.input_value("#authenticator_secret")
    page.fill("input[name=code]", "000000")
    page.click("main button[type=submit]")
    expect(page.locator(".field-error")).to_have_count(1)
    assert page.input_value("#authenticator_secret") == secret
    page.fill("input[name=code]", one_time_code(secret, time.time()))
    page.click("main button[type=submit]")
    page.wait_for_url("**/2fa/recovery-codes/")
    assert_accessible(page)
    codes = page.locator("main textarea").input_value().split()
    assert len(set(codes)) == 10
    sign_out(page)
    sign_in(page, "careful")
    page.wait_for_url("**/2fa/authenticate/")
    assert_accessible(page)
    page.goto("/accounts/settings/")
    assert page.url.endswith("/2fa/authenticate/"), "the password alone opens nothing"
    page.fill("input[name=code]", "000000")
    page.click("main form:has(input[name=code]) button[type=submit]")
    expect(page.locator(".field-error")).to_have_count(1)
    # The code of the set-up is used up; the next one is accepted within the tolerance of one step.
    page.fill("input[name=code]", codes[0])
    page.click("main form:has(input[name=code]) button[type=submit]")
    page.wait_for_url(lambda url: "/2fa/" not in url)
    page.goto("/accounts/settings/")
    assert page.url.endswith("/accounts/settings/")
    assert not wrong


def test_a_passkey_is_made_and_opens_the_account_alone(new_context, live_site: LiveSite) -> None:
    # A passkey belongs to a host name, never to an IP address, so the site is opened by name.
    context = new_context()
    page = context.new_page()
    wrong = listen(page)
    cdp = context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    authenticator = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    site = live_site.url.replace("127.0.0.1", "localhost")
    page.goto(f"{site}/accounts/signup/")
    page.fill("input[name=username]", "keyholder")
    page.fill("input[name=password1]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url(lambda url: "/signup" not in url)
    page.goto(f"{site}/accounts/2fa/webauthn/add/")
    assert page.url.endswith("/accounts/2fa/webauthn/add/"), "asked for the password again right after sign-up"
    assert_accessible(page)
    page.fill("input[name=name]", "My phone")
    page.check("input[name=passwordless]")
    page.click("#mfa_webauthn_add")
    page.wait_for_url(lambda url: "/webauthn/add" not in url)
    assert len(cdp.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]) == 1
    page.goto(f"{site}/accounts/2fa/webauthn/")
    assert "My phone" in page.locator("main").inner_text()
    assert_accessible(page)
    page.goto(f"{site}/accounts/logout/")
    page.click("main button[type=submit]")
    page.wait_for_url(lambda url: "/logout" not in url)
    page.goto(f"{site}/accounts/login/")
    assert_accessible(page)
    page.click("#passkey_login")
    page.wait_for_url(lambda url: "/login" not in url)
    page.goto(f"{site}/accounts/settings/")
    assert page.url.endswith("/accounts/settings/")
    assert not wrong


def test_a_guest_keeps_everything_at_sign_up_and_is_asked_at_sign_in(new_context) -> None:
    first = new_context().new_page()
    begin_a_warband(first)
    address = first.url
    sign_up(first, "settled")
    first.goto(address)
    assert first.url == address, "the draft is still there to be worked on"
    second = new_context().new_page()
    begin_a_warband(second)
    brought = second.url
    sign_in(second, "settled")
    second.wait_for_url("**/accounts/hand-over/**")
    assert_accessible(second)
    second.click("main button[value=take]")
    second.wait_for_url(lambda url: "/hand-over" not in url)
    second.goto(brought)
    assert second.url == brought, "what the guest made is the account's now"
    second.goto(address)
    assert second.url == address


def begin_a_warband(page: Page) -> None:
    """As a visitor, make the first click in the builder, which creates a guest and a draft."""
    page.goto("/warbands/new/reiklanders/")
    page.click("main form[action^='/warbands/new/'] button")
    page.wait_for_url("**/draft/")


def test_the_api_page_works_under_its_policy(new_context) -> None:
    page = new_context().new_page()
    wrong = listen(page)
    page.goto("/api/v1/")
    page.locator(".api-group summary", has_text="account").first.click()
    page.locator(".api-group a", has_text="/api/v1/account/").first.click()
    page.wait_for_url("**/api/v1/?group=account#*")
    page.locator(".api-operation summary", has_text="Example").first.click()
    expect(page.get_by_role("region", name=re.compile("^Example")).first).to_contain_text("curl")
    for address in ("/api/v1/", "/api/v1/?group=battles"):
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
        assert_accessible(page)
    assert "unofficial site" in page.locator("footer").inner_text()
    assert not wrong
