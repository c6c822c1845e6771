"""An opponent without an account claims a warband by link and adds a photo of their paper roster, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from battles.tabletop.photos.tests.test_browser import camera_file
from battles.tabletop.tests.browser.test_tracker_phone import fits
from tests_support.browser import PHONE, NewContext, assert_accessible, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
ENTER = """
from django.utils import timezone
from accounts.models import User
from battles.tabletop.stand_ins.services import enter_stand_in
maker = User.objects.get(username="paper-maker")
print(enter_stand_in(maker_id=maker.pk, warband_type="reiklanders", player_name="Otto", at=timezone.now()).claim_key)
"""


def test_a_claimed_warband_gets_a_photo_of_its_paper_roster(new_context: NewContext, live_site: LiveSite) -> None:
    sign_up(new_context(PHONE).new_page(), "paper-maker")
    page = new_context(PHONE).new_page()
    page.goto(f"/battles/stand-ins/{live_site.shell(ENTER).split()[-1]}/")
    page.get_by_role("button", name="Make it mine").click()
    page.get_by_label("A photo of the paper roster").set_input_files(camera_file())
    page.get_by_role("button", name="Upload").click()
    page.get_by_text("Paper roster", exact=True).click()
    picture = page.get_by_role("img", name="Photo of the paper roster")
    expect(picture).to_be_visible()
    picture.scroll_into_view_if_needed()
    picture.evaluate("image => image.decode()")
    box = picture.bounding_box()
    assert box is not None
    assert abs(box["width"] / box["height"] - 1.5) < 0.05, "not distorted"
    fits(page)
    assert_accessible(page)
    page.get_by_role("button", name="Remove photo").click()
    expect(picture).to_have_count(0)
    expect(page.get_by_label("A photo of the paper roster")).to_be_visible()
