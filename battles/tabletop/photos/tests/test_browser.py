"""Photos on a phone: chosen, scaled down, queued, shown to everyone, and removed."""

from __future__ import annotations

import io
import os
import re

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from battles.tabletop.tests.browser.test_tracker_phone import fits
from battles.tabletop.tests.browser.test_tracker_queue import MAKE, opened, queued
from tests_support.browser import PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
REMOVE = re.compile(r"Remove\W+The last stand")
ARRIVED = "image => image.complete && image.naturalWidth"


@pytest.fixture(scope="session")
def track(live_site: LiveSite) -> str:
    """The address of a table tracked by the players photos-one and photos-other."""
    return f"/battles/track/{live_site.shell(MAKE.replace('queue-', 'photos-')).strip().splitlines()[-1]}/"


def camera_file(name: str = "camera.jpg") -> FilePayload:
    """A large photo that hardly compresses."""
    small = Image.frombytes("RGB", (750, 500), os.urandom(750 * 500 * 3))
    paper = io.BytesIO()
    small.resize((3000, 2000)).save(paper, "JPEG", quality=95)
    return {"name": name, "mimeType": "image/jpeg", "buffer": paper.getvalue()}


def stored(site: LiveSite) -> int:
    """How many photos the site has of this table."""
    own = "uploader__username__startswith='photos-'"
    return int(site.shell(f"from battles.models import TrackPhoto; print(TrackPhoto.objects.filter({own}).count())"))


def photos(page: Page) -> int:
    return page.locator("#track-photos img").count()


def check_section(page: Page) -> None:
    """Check width and accessibility with the section at the top, where the sticky tools of the battle cover nothing."""
    page.locator("#photos").evaluate("section => section.scrollIntoView()")
    fits(page)
    assert_accessible(page)


def test_a_photo_is_scaled_down_shown_to_others_and_removed(new_context: NewContext, track: str) -> None:
    page, other = (opened(new_context(PHONE), track, f"photos-{name}") for name in ("one", "other"))
    spectator = new_context(PHONE).new_page()
    spectator.goto(track)
    expect(spectator.locator("#photo-form")).to_have_count(0)
    other.evaluate("window.isSame = true")
    expect(page.get_by_label("Take a photo")).to_have_attribute("capture", "environment")
    expect(page.get_by_role("button", name="Add photos")).to_be_hidden()
    page.get_by_label("What the photo shows").fill("The last stand")
    page.get_by_label("Choose photos").set_input_files(camera_file())
    picture = page.get_by_role("img", name="The last stand")
    expect(picture).to_be_visible()
    picture.scroll_into_view_if_needed()
    page.wait_for_function(ARRIVED, arg=picture.element_handle())
    assert picture.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [1280, 853]
    expect(page.get_by_label("What the photo shows")).to_have_value("")
    expect(other.get_by_role("img", name="The last stand")).to_be_visible()
    assert other.evaluate("window.isSame"), "shown without loading the page again"
    expect(spectator.get_by_role("img", name="The last stand")).to_be_visible()
    check_section(page)
    expect(other.get_by_role("button", name=REMOVE)).to_have_count(0)
    page.reload()
    page.get_by_role("button", name=REMOVE).click()
    for phone in (page, other, spectator):
        expect(phone.locator("#track-photos img")).to_have_count(0)


def test_photos_taken_without_a_network_wait_and_are_sent_in_order(
    new_context: NewContext, live_site: LiveSite, track: str
) -> None:
    context, before = new_context(PHONE), stored(live_site)
    page = opened(context, track, "photos-one")
    context.route("**/photos/", lambda route: route.abort())
    page.get_by_label("What the photo shows").fill("First")
    file = camera_file()
    page.get_by_label("Take a photo").set_input_files(file)
    expect(page.locator("#track-photos [data-waiting]")).to_have_count(1)
    page.get_by_label("Choose photos").set_input_files([camera_file("two.jpg"), camera_file("three.jpg")])
    waiting = page.locator("#track-photos [data-waiting]")
    expect(waiting).to_have_count(3)
    expect(waiting.first).to_contain_text("First (waiting)")
    expect(page.locator("#track-queue")).to_contain_text("3 waiting to be sent")
    check_section(page)
    # The first one was tried, so it may have arrived; the last one can be removed here.
    waiting.first.get_by_role("button", name="Remove").click()
    expect(page.locator("#status")).to_contain_text("may already have arrived")
    waiting.last.get_by_role("button", name="Remove").click()
    expect(waiting).to_have_count(2)
    page.reload()
    expect(waiting).to_have_count(2)
    assert waiting.first.locator("img").evaluate("image => image.naturalWidth") == 1280
    kept = waiting.first.locator("img").evaluate("image => image.src.length")
    assert 10_000 < kept < len(file["buffer"]) / 2, "scaled down before it is stored and sent"
    assert stored(live_site) == before
    context.unroute("**/photos/")
    page.reload()
    shown = page.locator("#track-photos li:not([data-waiting]) img")
    expect(shown).to_have_count(2)
    expect(waiting).to_have_count(0)
    expect(shown.first).to_have_attribute("alt", "First")
    assert (stored(live_site), queued(page)) == (before + 2, 0)
    for left in (1, 0):
        page.locator("#track-photos").get_by_role("button", name="Remove").first.click()
        expect(shown).to_have_count(left)


def test_a_file_that_is_no_picture_is_refused_on_the_phone(new_context: NewContext, track: str) -> None:
    page = opened(new_context(PHONE), track, "photos-one")
    page.get_by_label("Choose photos").set_input_files(
        {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"}
    )
    expect(page.locator("#status")).to_contain_text("cannot read that file as a picture")
    assert (photos(page), queued(page)) == (0, 0)
