// The state of the board: every module reads it, and it changes only through the functions of its store.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BoardStore } from "../../static/js/board/store.js";

const verb = (code, options, listed = true) => ({ code, options, listed });
const opened = (fields = {}) => {
  const store = new BoardStore();
  store.open({ pid: "p", seq: 4, side: "a", selected: "a1", width: 30, length: 20, ...fields });
  return store;
};

test("a field can be read but not assigned", () => {
  const store = opened();
  assert.equal(store.selected, "a1");
  assert.throws(() => {
    store.selected = "a2";
  }, TypeError);
  assert.equal(store.selected, "a1");
});

test("two boards do not share their state", () => {
  const [one, other] = [opened(), opened()];
  one.select("a2");
  assert.equal(other.selected, "a1");
});

test("who subscribes hears of each change after it was made", () => {
  const store = opened();
  const heard = [];
  store.subscribe((change) => heard.push([change, store.seq, store.selected]));
  store.answered({ seq: 5, side: "b", over: false, selected: "b1" });
  store.select("b2");
  assert.deepEqual(heard, [
    ["answered", 5, "b1"],
    ["select", 5, "b2"],
  ]);
});

test("a player decides while they have a side and the battle goes on", () => {
  const store = opened();
  assert.equal(store.isToDecide, true);
  store.answered({ seq: 5, side: "", over: false, selected: "" });
  assert.equal(store.isToDecide, false);
  store.answered({ seq: 6, side: "a", over: true, selected: "" });
  assert.equal(store.isToDecide, false);
});

test("asking for choices again forgets the old ones and every aim", () => {
  const store = opened();
  store.choicesCame({ verbs: [verb("run", [{}, {}])], reach: {} });
  store.chooseManner("run");
  store.stepSpot(1, 2);
  store.stepTarget(1, 2);
  store.forgetChoices();
  assert.deepEqual([store.choices, store.manner, store.target, store.spot], [null, "walk", 0, -1]);
});

test("who can only crawl crawls without choosing it", () => {
  const store = opened();
  store.choicesCame({ verbs: [verb("walk", []), verb("crawl", [{}])], reach: {} });
  assert.equal(store.manner, "crawl");
  store.choicesCame({ verbs: [verb("walk", [{}]), verb("crawl", [{}])], reach: {} });
  store.chooseManner("walk");
  assert.equal(store.manner, "walk");
});

test("a verb counts when it has options or they are not listed yet", () => {
  const store = opened();
  assert.equal(store.verb("walk"), null);
  store.choicesCame({ verbs: [verb("walk", [], false), verb("run", [])], reach: {} });
  assert.equal(store.verb("walk").code, "walk");
  assert.equal(store.verb("run"), null);
});

test("a list that arrives replaces its verb and no other", () => {
  const store = opened();
  const shoot = verb("shoot", [{ target: "b1" }]);
  store.choicesCame({ verbs: [verb("walk", [], false), shoot], reach: { walk: {} } });
  store.chooseManner("walk");
  store.listed("walk", verb("walk", [{ spot: [1, 2] }]));
  assert.equal(store.verb("walk").options.length, 1);
  assert.equal(store.verb("shoot"), shoot);
  assert.deepEqual(store.choices.reach, { walk: {} });
  assert.equal(store.spot, -1);
});

test("everything that may be done to an enemy is found over all verbs", () => {
  const store = opened();
  const [charge, shoot] = [verb("charge", [{ target: "b1" }]), verb("shoot", [{ target: "b2" }, { target: "b1" }])];
  store.choicesCame({ verbs: [charge, shoot], reach: {} });
  assert.deepEqual(store.aimedAt("b1"), [
    [charge, charge.options[0]],
    [shoot, shoot.options[1]],
  ]);
  assert.deepEqual(store.aimedAt("b9"), []);
});

test("targets and spots go round, and the first step back is to the last", () => {
  const store = opened();
  store.stepTarget(-1, 3);
  assert.equal(store.target, 2);
  store.stepTarget(1, 3);
  assert.equal(store.target, 0);
  store.stepSpot(1, 3);
  assert.equal(store.spot, 0);
});

test("the cursor stays on the table where it must, and goes when a spot is stepped to", () => {
  const store = opened();
  store.moveCursor([31, -1], { isKeptOn: true });
  assert.deepEqual(store.cursor, [30, 0]);
  store.moveCursor([31, -1]);
  assert.deepEqual(store.cursor, [31, -1]);
  store.stepSpot(1, 2);
  assert.equal(store.cursor, null);
});

test("putting the eye on or away forgets where it stood", () => {
  const store = opened();
  store.toggleSpotting();
  store.lookFrom(3, 4);
  assert.deepEqual([store.spotting, store.eye], [true, [3, 4]]);
  store.toggleSpotting();
  assert.deepEqual([store.spotting, store.eye], [false, null]);
});

test("closing a list that is not the open one leaves that open", () => {
  const store = opened();
  store.openList("walk");
  store.closeList("run");
  assert.equal(store.opened, "walk");
  store.closeList("walk");
  assert.equal(store.opened, "");
});
