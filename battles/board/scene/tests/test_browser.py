"""The 3D view in a browser without a graphics card. Select, move, look through a model's
eyes, watch the enemy's turn; without WebGL the map stays."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from battles.board.tests.browser.test_playback import battle_with_bot
from battles.board.tests.browser.test_playing import my_turn, one_step, ready, seq, settled, until
from tests_support.browser import NewContext, assert_accessible
from tests_support.site import LiveSite
from tests_support.webgl import webgl_browser, webgl_context

__all__ = ["webgl_browser", "webgl_context"]
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]
VIEW = "document.querySelector('.scene').view"
PLACE_OF = """who => {
  const view = document.querySelector('.scene').view;
  const model = view.known.get(who);
  const edge = view.canvas.getBoundingClientRect();
  const [x, y] = view.viewer.pixels([model.x, model.y, model.z + 0.6]);
  const found = view.find({ clientX: edge.x + x, clientY: edge.y + y });
  return found.who === who ? [edge.x + x, edge.y + y] : null;
}"""
FREE_SPOT = """spots => {
  const view = document.querySelector('.scene').view;
  const edge = view.canvas.getBoundingClientRect();
  for (const spot of spots) {
    for (const z of [0, 3, 6]) {
      const at = view.viewer.pixels([spot[0], spot[1], z]);
      if (!at || at[0] < 8 || at[1] < 70 || at[0] > edge.width - 8 || at[1] > edge.height - 60) continue;
      const found = view.find({ clientX: edge.x + at[0], clientY: edge.y + at[1] }).spot;
      if (found && Math.hypot(found[0] - spot[0], found[1] - spot[1]) < 0.05) return [edge.x + at[0], edge.y + at[1]];
    }
  }
  return null;
}"""

BADGES = """() => {
  const { view } = document.querySelector('.scene');
  const standing = view.models.filter(model => !['out', 'fled', 'routed', 'reserve'].includes(model.state));
  const onMap = [...document.querySelectorAll('.layer.models .model:has(.badge)')];
  return {
    map: Object.fromEntries(
      onMap.map(node => [node.dataset.who, node.querySelector('.badge').getAttribute('class').split('is-')[1]])
    ),
    scene: Object.fromEntries(standing.filter(model => model.badge).map(model => [model.who, model.badge])),
    letters: standing.map(model => model.letters).filter(Boolean),
    drawn: [...view.atlas.cells.keys()],
  };
}"""


def open_view(page: Page) -> None:
    page.get_by_role("button", name="3D").click()
    page.wait_for_selector(".has-scene .scene-canvas")
    until(page, f"{VIEW}.models.length > 0 && {VIEW}.viewer.frames.count > 1")


def mine(page: Page) -> list[str]:
    """The reader's models that can act, from the list."""
    links = page.locator(".figure:has(.can-act) a[data-who^='a']")
    return [str(link.get_attribute("data-who")) for link in links.all()]


def until_moving(page: Page) -> None:
    """Continue until a model of the reader can walk."""
    for _step in range(30):
        assert my_turn(page)
        if page.locator("details[data-moves][data-verb='walk']").count():
            return
        one_step(page, {"walk"})
    raise AssertionError("no model may walk")


def test_select_and_move_a_model_in_3d(webgl_context: BrowserContext) -> None:
    page = webgl_context.new_page()
    battle_with_bot(page, "off")
    until_moving(page)
    loaded = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert not [address for address in loaded if "/scene/" in address], "the view is loaded before it is asked for"
    open_view(page)
    expect(page.locator("#status")).to_contain_text("3D view")
    assert page.get_by_role("button", name="3D").get_attribute("aria-pressed") == "true"

    selected = page.get_attribute("#board", "data-selected")
    places = {model_id: page.evaluate(PLACE_OF, model_id) for model_id in mine(page)}
    model_id = next(seen for seen, place in places.items() if place and seen != selected)
    page.mouse.click(*places[model_id])
    until(page, f"document.querySelector('.figure.is-selected a').dataset.who === '{model_id}'")
    # The marks of the model selected before are removed only with the response.
    until(page, f"document.getElementById('board').dataset.selected === '{model_id}'")
    until(page, "document.getElementById('board').dataset.choices")

    moves = page.request.get(f"{page.url.split('?')[0]}moves/{model_id}/walk/").json()
    spot = page.evaluate(FREE_SPOT, [option["spot"] for option in moves["verb"]["options"]])
    assert spot, "no destination can be seen"
    before = seq(page)
    was = page.evaluate(f"{VIEW}.known.get('{model_id}').x + {VIEW}.known.get('{model_id}').y * 100")
    page.mouse.click(*spot)
    until(
        page,
        f"Number(document.getElementById('board').dataset.seq) > {before}"
        " || document.querySelector('#preview:not([hidden])')",
    )
    if seq(page) == before:
        page.locator("#preview .button-main").click()
    settled(page, before)
    until(page, f"{VIEW}.known.get('{model_id}').x + {VIEW}.known.get('{model_id}').y * 100 !== {was}")
    assert_accessible(page)

    page.locator("#board").focus()
    yaw = page.evaluate(f"{VIEW}.viewer.camera.yaw")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(f"{VIEW}.viewer.camera.yaw") != yaw
    distance = page.evaluate(f"{VIEW}.viewer.camera.distance")
    page.keyboard.press("+")
    assert page.evaluate(f"{VIEW}.viewer.camera.distance") < distance
    page.get_by_role("button", name="3D").click()
    expect(page.locator(".scene")).to_have_count(0)
    expect(page.locator("#board")).to_be_focused()


def test_look_through_a_models_eyes(webgl_context: BrowserContext) -> None:
    page = webgl_context.new_page()
    battle_with_bot(page, "off")
    until_moving(page)
    open_view(page)
    model_id = page.get_attribute("#board", "data-selected")
    page.get_by_role("button", name="Through their eyes").click()
    expect(page.locator(".scene-looks-title")).to_contain_text("sees")
    answer = page.request.get(f"/api/v1/battles/{page.get_attribute('#board', 'data-pid')}/sight/{model_id}/").json()
    sight = answer["sight"]
    assert page.evaluate(f"{VIEW}.viewer.camera.eye.at") == [value / 100 for value in sight["eye"]]
    look = page.locator(".scene-look").last
    look.click()
    expect(look).to_have_attribute("aria-current", "true")
    last = sight["looks"][-1]
    expect(look).to_contain_text(last["label"])
    clear = sum(ray["is_clear"] for ray in last["rays"])
    assert page.evaluate(f"{VIEW}.viewer.rays.filter(ray => ray.isClear).length") == clear
    assert page.evaluate(f"{VIEW}.viewer.rays.length") == len(last["rays"])
    assert_accessible(page)
    page.get_by_role("button", name="From outside").click()
    assert page.evaluate(f"{VIEW}.viewer.camera.eye") is None
    page.locator("#board").focus()
    page.get_by_role("button", name="Through their eyes").click()
    expect(page.locator(".scene-looks")).to_be_hidden()
    assert page.evaluate(f"{VIEW}.viewer.rays.length") == 0


def test_on_a_phone_the_tools_of_the_3d_view_are_below_those_of_the_board(
    webgl_context: BrowserContext, live_site: LiveSite
) -> None:
    page = open_staged(webgl_context, staged_battle(live_site, "True", seed="eyes-on-a-phone"))
    page.set_viewport_size({"width": 390, "height": 844})
    open_view(page)
    # Each is pressed at its middle, which fails if another tool lies over it.
    for tool in page.locator(".scene-tools .tool").all():
        tool.click(trial=True)
    page.get_by_role("button", name="Through their eyes").click()
    expect(page.locator(".scene-looks")).to_be_visible()


def test_the_enemys_turn_is_played_in_3d(webgl_context: BrowserContext) -> None:
    page = webgl_context.new_page()
    battle_with_bot(page, "slow")
    open_view(page)
    for _step in range(60):
        assert my_turn(page), "the battle ended before the bot moved"
        if page.locator(".step-way").count():
            break
        while page.locator("#playback").is_visible() and not page.locator(".step-way").count():
            page.wait_for_timeout(30)
        if page.locator(".step-way").count():
            break
        one_step(page, {"walk"})
    expect(page.locator("#playback-step")).not_to_be_empty()
    until(page, f"{VIEW}.models.filter(model => model.isActing).length === 1")
    page.keyboard.press("k")
    expect(page.locator("#playback")).to_be_hidden()
    until(page, f"!{VIEW}.models.some(model => model.isActing)")


def test_states_and_numbers_of_the_map_are_shown_in_3d(webgl_context: BrowserContext, live_site: LiveSite) -> None:
    """Every badge of the map is above the standee, and every number at its foot. Their size is tested in
    `tests/js/scene.test.js`."""
    until_down = "any(model.posture in (1, 2) for model in engine.state.models.values())"
    page = open_staged(webgl_context, staged_battle(live_site, until_down, seed="badges"))
    open_view(page)
    badges = page.evaluate(BADGES)
    assert badges["map"], "no model has a badge"
    assert badges["map"] == badges["scene"]
    assert {f"badge {code}" for code in badges["scene"].values()} <= set(badges["drawn"])
    assert badges["letters"], "no model has a number or letters"
    assert {f"label {text} #ffffff" for text in badges["letters"]} <= set(badges["drawn"])


def test_without_webgl_the_map_stays_and_says_why(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)
    page.get_by_role("button", name="3D").click()
    expect(page.locator("#status")).to_contain_text("cannot show the 3D view")
    expect(page.locator(".scene")).to_have_count(0)
    assert json.loads(page.evaluate("JSON.stringify(document.getElementById('board').className)")) == "board-frame"
