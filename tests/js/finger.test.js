import assert from "node:assert/strict";
import { test } from "node:test";

const heard = {};
globalThis.addEventListener = (kind, act) => (heard[kind] = act);
const { untilReleased } = await import("../../static/js/tabletop/finger.js");

test("nothing is waited for while no finger is down", async () => {
  await untilReleased();
});

test("a page waits for the click that follows the last release", async () => {
  const order = [];
  heard.pointerdown({ pointerId: 1 });
  heard.pointerdown({ pointerId: 2 });
  const replaced = untilReleased().then(() => order.push("replaced"));
  heard.pointerup({ pointerId: 1 });
  await new Promise((go) => setTimeout(go, 100));
  order.push("second finger still down");
  heard.pointercancel({ pointerId: 2 });
  order.push("click");
  await replaced;
  assert.deepEqual(order, ["second finger still down", "click", "replaced"]);
});

test("a release that is never heard holds nothing up permanently", async () => {
  heard.pointerdown({ pointerId: 3 });
  await untilReleased();
  heard.pointerup({ pointerId: 3 });
});
