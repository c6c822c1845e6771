"""The gallery and the site's own pages in Chromium: axe, reflow, tap targets, focus, theme and terms."""

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import NewContext, assert_accessible

pytestmark = pytest.mark.browser
WIDTHS = (390, 768, 1280)
SMALL_TARGETS = """(least) => [...document.querySelectorAll(
    'button:not(.term), summary, select, .button, .chip, .site-nav a, input:not([type=hidden])')]
  .filter((node) => !['checkbox', 'radio'].includes(node.type))
  .filter((node) => node.offsetParent && !node.closest('p, .term-panel'))
  .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
  .filter(([, box]) => box.height < least - 0.5 || box.width < 24)
  .map(([html, box]) => `${html} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
SIDEWAYS = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""


def open_at(new_context: NewContext, address: str, width: int, scheme: str = "light", **options: object) -> Page:
    context = new_context({"viewport": {"width": width, "height": 900}}, color_scheme=scheme, **options)
    page = context.new_page()
    page.goto(address)
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_in_any_component_or_page(new_context: NewContext, width: int, scheme: str) -> None:
    page = open_at(new_context, "/design/", width, scheme)
    assert_accessible(page)
    for address in ("/", "/help/", "/help/first-battle/", "/changes/", "/no-such-page/"):
        page.goto(address)
        assert_accessible(page)


@pytest.mark.parametrize("address", ["/", "/design/", "/help/", "/no-such-page/"])
def test_nothing_scrolls_sideways_at_320_pixels(new_context: NewContext, address: str) -> None:
    page = open_at(new_context, address, 320)
    assert page.evaluate(SIDEWAYS) == 0


def test_press_areas_are_44_on_touch_and_36_with_a_fine_pointer(new_context: NewContext) -> None:
    touch = new_context({"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}).new_page()
    touch.goto("/design/")
    assert touch.evaluate(SMALL_TARGETS, 44) == []
    fine = open_at(new_context, "/design/", 1280)
    assert fine.evaluate(SMALL_TARGETS, 36) == []


def test_the_console_stays_silent(new_context: NewContext) -> None:
    page = new_context(service_workers="allow").new_page()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    for address in ("/design/", "/", "/help/"):
        page.goto(address, wait_until="networkidle")
    assert errors == []


def test_the_theme_switch_works_without_script(new_context: NewContext) -> None:
    page = open_at(new_context, "/help/", 390, java_script_enabled=False)
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith("/help/")
    page.get_by_role("button", name="Same as device").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "device")


def test_a_term_opens_by_key_and_closes_by_escape(new_context: NewContext) -> None:
    page = open_at(new_context, "/design/", 1280)
    word = page.get_by_role("button", name="knocked down")
    word.focus()
    page.keyboard.press("Enter")
    panel = page.locator("#t-down")
    expect(panel).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(word).to_be_focused()


def test_a_button_that_cannot_be_pressed_says_why(new_context: NewContext) -> None:
    page = open_at(new_context, "/design/", 1280)
    page.locator("[aria-describedby=b-charge-why]").click(force=True)
    page.locator("#status").filter(has_text="stood up this turn").wait_for(state="attached")


def test_a_stepper_counts_and_stops_at_its_most(new_context: NewContext) -> None:
    page = open_at(new_context, "/design/", 1280)
    more = page.locator(".stepper:has(#st-a) [data-step='1']")
    for _ in range(4):
        more.click()
    expect(page.locator("#st-a")).to_have_value("5")


def test_the_first_tab_skips_to_the_page(new_context: NewContext) -> None:
    page = open_at(new_context, "/help/", 1280)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_nothing_moves_when_less_motion_is_asked(new_context: NewContext) -> None:
    page = open_at(new_context, "/design/", 1280, reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0


def test_without_script_the_gallery_reads_the_same(new_context: NewContext) -> None:
    page = open_at(new_context, "/design/", 390, java_script_enabled=False)
    assert page.get_by_role("heading", name="Prompt card").is_visible()
    assert page.locator("main").inner_text().count("Skrit") > 5


def test_a_sentence_that_is_only_spoken_waits_until_a_visible_one_can_have_been_read(page: Page) -> None:
    page.goto("/")
    page.evaluate(
        """async () => {
          const site = await import([...document.scripts].find((script) => script.src.includes("/js/site.")).src);
          site.say("Cannot be done.", { show: true });
          site.say("The other side moved.");
          site.say("The other side shot.");
        }"""
    )
    line = page.locator("#status")
    expect(line).to_have_text("Cannot be done.")
    expect(line).to_contain_class("is-shown")
    line.filter(has_text="The other side shot.").wait_for(state="attached")
    expect(line).not_to_contain_class("is-shown")
