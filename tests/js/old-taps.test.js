// Taps that are noted in localStorage until IndexedDB has stored them.
import assert from "node:assert/strict";
import test from "node:test";

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
globalThis.document = { querySelector: () => null };
const LANE = "/battles/track/a/";
const tap = (id, posture, at) => ({
  id,
  lane: LANE,
  path: "/act/",
  fields: [["posture", posture]],
  label: posture,
  at,
});
let copies = 0;
// A module of its own, as in a page that has just been opened.
const openPage = () => import(`../../static/js/tabletop/old-taps.js?${copies++}`);

class Queue {
  user = "anna";
  added = [];
  async add(entry) {
    this.added.push(entry);
    return entry;
  }
}

test("a tap whose page was left before it was stored is taken over by the next page, once and in order", async () => {
  const left = await openPage();
  left.noteTap("anna", tap("1", "stunned", 5000));
  left.noteTap("anna", tap("2", "standing", 5020));
  left.forgetTap("anna", tap("1", "stunned", 5000));
  left.noteTap("anna", tap("3", "knocked_down", 5040));
  const [queue, next] = [new Queue(), await openPage()];
  await next.takeOldTaps(queue, LANE);
  assert.deepEqual(
    queue.added.map(({ id, at }) => [id, at]),
    [
      ["2", 5020],
      ["3", 5040],
    ],
  );
  assert.equal(kept.size, 0);
  await next.takeOldTaps(queue, LANE);
  assert.equal(queue.added.length, 2);
});

test("a page does not take over what it is storing itself", async () => {
  const [queue, page] = [new Queue(), await openPage()];
  page.noteTap("anna", tap("4", "stunned", 6000));
  await page.takeOldTaps(queue, LANE);
  assert.deepEqual(queue.added, []);
  page.forgetTap("anna", tap("4", "stunned", 6000));
  assert.equal(kept.size, 0);
});

test("equal taps of an earlier version are no double taps", async () => {
  const fields = { kind: "carry", how: "pick_up" };
  const old = ["5", "6"].map((id) => ({ id, path: "/act/", fields }));
  kept.set(`track-queue:anna:${LANE}`, JSON.stringify(old));
  const [queue, page] = [new Queue(), await openPage()];
  await page.takeOldTaps(queue, LANE);
  assert.equal(queue.added.length, 2);
  assert.ok(queue.added[1].at - queue.added[0].at >= 1000);
});
