// The screen of the tracker: its switches, and when the screen is kept on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepAwake, settingsFrom } from "../../static/js/tabletop/screen.js";

function fakeLocks({ refuses = false } = {}) {
  const locks = [];
  return {
    locks,
    async request() {
      if (refuses) throw new Error("low battery");
      const lock = { released: false };
      lock.release = async () => {
        lock.released = true;
      };
      locks.push(lock);
      return lock;
    },
  };
}

test("what is stored is read, and anything else is the default", () => {
  assert.deepEqual(settingsFrom(null), { awake: true, large: false, own: false });
  assert.deepEqual(settingsFrom('{"large":true,"other":1}'), { awake: true, large: true, own: false });
  for (const text of ["null", "[", '{"awake":"no"}']) assert.deepEqual(settingsFrom(text), settingsFrom(null));
});

test("the screen is kept on while the page is shown, and again when it returns", async () => {
  const wakeLock = fakeLocks();
  let isHidden = false;
  const awake = keepAwake(wakeLock, () => isHidden);
  await awake.want(true);
  await awake.shown();
  assert.equal(wakeLock.locks.length, 1);
  isHidden = true;
  await awake.shown();
  assert.equal(wakeLock.locks[0].released, true);
  isHidden = false;
  await awake.shown();
  assert.equal(wakeLock.locks.length, 2);
  await awake.want(false);
  assert.ok(wakeLock.locks.every((lock) => lock.released));
});

test("switched off while the browser still decides, the lock is released at once", async () => {
  const wakeLock = fakeLocks();
  const awake = keepAwake(wakeLock, () => false);
  const first = awake.want(true);
  await awake.want(false);
  await first;
  assert.ok(wakeLock.locks.every((lock) => lock.released));
});

test("a refusal is silent and asked again later", async () => {
  const wakeLock = fakeLocks({ refuses: true });
  const awake = keepAwake(wakeLock, () => false);
  await awake.want(true);
  await awake.shown();
  assert.equal(wakeLock.locks.length, 0);
});
