// What the settings of the board mean.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenIn, needsConfirmation, seenIn } from "../../static/js/board/setting-values.js";

const browser = (values) => ({ getItem: (key) => values[key] ?? null });

test("the account decides before the browser, the browser before the default", () => {
  assert.equal(chosenIn({ speed: "fast" }, browser({ "board-speed": "slow" }), "speed"), "fast");
  assert.equal(chosenIn({}, browser({ "board-speed": "slow" }), "speed"), "slow");
  assert.equal(chosenIn({}, browser({ "board-speed": "warp" }), "speed"), "normal");
  assert.equal(chosenIn({}, browser({ "board-sound": "on" }), "sound"), true);
  assert.equal(chosenIn({}, browser({}), "hints"), true);
});

test("one setting confirms a walk, a run, a charge and a shot alike", () => {
  for (const code of ["walk", "run", "charge", "shoot"]) {
    assert.equal(needsConfirmation("always", code, false), true);
    assert.equal(needsConfirmation("never", code, true), false);
    assert.equal(needsConfirmation("final", code, true), true);
    assert.equal(needsConfirmation("final", code, false), false);
  }
  assert.equal(needsConfirmation("never", "cast", true), true);
  assert.equal(needsConfirmation("always", "hide", false), false);
});

test("a hint counts as seen if the account or the browser has it", () => {
  assert.deepEqual(seenIn({ seen_hints: ["cover"] }, browser({ "board-seen_hints": '["fear"]' })), ["cover", "fear"]);
  assert.deepEqual(seenIn({}, browser({})), []);
});
