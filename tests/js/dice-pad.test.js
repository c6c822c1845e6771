// The dice buttons below a field for typed dice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { facesOf, isComplete, keptFor, pressed } from "../../static/js/dice-pad.js";

test("faces are read in any of the ways in which people type them", () => {
  for (const text of ["35", "3 5", "3-5", "3,5"]) assert.deepEqual(facesOf(text), ["3", "5"]);
});

test("each tap adds a die, up to the number of dice, and the last one can be removed", () => {
  let text = "";
  for (const key of ["3", "5", "6"]) text = pressed(text, key, 2);
  assert.equal(text, "3 5");
  assert.equal(pressed(text, "back", 2), "3");
  assert.equal(pressed("", "back", 2), "");
});

test("the last die completes the roll, removing one does not", () => {
  assert.equal(isComplete("3", "3", 2), false);
  assert.equal(isComplete("3 5", "5", 2), true);
  assert.equal(isComplete("3", "back", 1), false);
});

test("kept dice are for the current roll, not for an earlier one", () => {
  assert.equal(keptFor("2:3 5", "2"), "3 5");
  assert.equal(keptFor("2:3 5", "4"), "");
  assert.equal(keptFor("2:", "2"), "");
  assert.equal(keptFor(null, "0"), "");
});
