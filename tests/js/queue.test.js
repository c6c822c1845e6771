// Entries stored on a device: order, pauses, refusals, users, and what a page shows of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { momentAfter, momentReached } from "../../static/js/tabletop/moments.js";
import { MemoryStore, Queue } from "../../static/js/tabletop/queue.js";

const tap = (id, { lane = "battle", kind = "note", at = 0, ...rest } = {}) => ({
  id,
  lane,
  path: "/act/",
  fields: [["kind", kind], ["text", id], ...Object.entries(rest)],
  label: id,
  at,
});

function made(deliver, options = {}) {
  const timers = [];
  const store = options.store ?? new MemoryStore();
  const queue = new Queue({
    user: "me",
    deliver,
    setTimer: (act, ms) => timers.push({ act, ms }),
    alone: (act) => act(),
    ...options,
    store,
  });
  return { queue, store, timers };
}
const ids = async (queue, lane) => (await queue.entries(lane)).map((entry) => entry.id);

test("entries are sent in order and leave the queue once the site has answered for them", async () => {
  const sent = [];
  const { queue } = made(async (entry) => {
    sent.push(entry.id);
    return { state: "accepted" };
  });
  for (const id of ["a", "b", "c"]) await queue.add(tap(id));
  assert.deepEqual(await ids(queue), ["a", "b", "c"]);
  await queue.send();
  assert.deepEqual(sent, ["a", "b", "c"]);
  assert.deepEqual(await ids(queue), []);
});

test("an entry without an answer is sent again under its id, after pauses that grow", async () => {
  const sent = [];
  const { queue, timers } = made(async (entry) => {
    sent.push(entry.id);
    if (sent.length < 5) throw new TypeError("no network");
    return { state: "accepted" };
  });
  await queue.add(tap("a"));
  await queue.add(tap("b"));
  await queue.send();
  for (let round = 0; round < 4; round += 1) await timers.at(-1).act();
  assert.deepEqual(sent, ["a", "a", "a", "a", "a", "b"]);
  assert.deepEqual(
    timers.map(({ ms }) => ms),
    [2000, 4000, 8000, 15000],
  );
});

test("500, 503 and 429 keep an entry, and a pause that the site asks for is kept", async () => {
  const answers = [{ state: "fault" }, { state: "fault", pause: 9000 }, { state: "busy", pause: 90_000 }];
  const { queue, timers } = made(async () => answers.shift() ?? { state: "accepted" });
  await queue.add(tap("a"));
  await queue.send();
  assert.equal(queue.trouble.state, "fault");
  await queue.send();
  assert.equal(timers.length, 1, "a second send waits for the pause");
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await ids(queue), ["a"]);
    await timers.at(-1).act();
  }
  assert.deepEqual(
    timers.map(({ ms }) => ms),
    [2000, 9000, 90_000],
  );
  assert.deepEqual(await ids(queue), []);
  assert.equal(queue.trouble, null);
});

test("a refused entry is kept with its message and holds its own battle until the player decides", async () => {
  const sent = [];
  const { queue } = made(async (entry) => {
    sent.push(entry.id);
    const isRefused = entry.id === "a" && !entry.fields.some(([name]) => name === "anyway");
    return isRefused ? { state: "refused", message: "Already out." } : { state: "accepted" };
  });
  for (const [id, lane] of [
    ["a", "one"],
    ["b", "one"],
    ["c", "two"],
  ])
    await queue.add(tap(id, { lane }));
  await queue.send();
  assert.deepEqual(sent, ["a", "c"]);
  const [refused] = await queue.entries("one");
  assert.equal(refused.problem.message, "Already out.");
  await queue.send({ now: true });
  assert.deepEqual(await ids(queue, "one"), ["a", "b"], "nothing is decided silently");
  await queue.again(refused.place, [["anyway", "1"]]);
  assert.deepEqual(await ids(queue), []);
  assert.deepEqual(sent, ["a", "c", "a", "b"]);
});

test("a refused entry that its player removes lets the others go on", async () => {
  const { queue } = made(async (entry) => ({ state: entry.id === "a" ? "refused" : "accepted", message: "" }));
  await queue.add(tap("a"));
  await queue.add(tap("b"));
  await queue.send();
  await queue.remove((await queue.entries())[0].place);
  await queue.send();
  assert.deepEqual(await ids(queue), []);
});

test("entries of another user stay where they are", async () => {
  const store = new MemoryStore();
  const sent = [];
  const deliver = async (entry) => {
    sent.push(entry.id);
    return { state: "accepted" };
  };
  await made(deliver, { store, user: "other" }).queue.add(tap("theirs"));
  const { queue } = made(deliver, { store });
  await queue.add(tap("mine"));
  await queue.send();
  assert.deepEqual(sent, ["mine"]);
  assert.equal((await queue.entries("battle", { ofOthers: true })).length, 1);
});

test("a second tap within a moment is no second entry, the same entry later is", async () => {
  const { queue } = made(async () => ({ state: "accepted" }));
  const potion = (id, at) => ({ ...tap("x", { kind: "used", at }), id });
  assert.ok(await queue.add(potion("1", 1000)));
  assert.equal(await queue.add(potion("2", 1300)), null);
  assert.ok(await queue.add(potion("3", 2300)));
  const phase = (id, at, number) => tap(id, { kind: "phase", at, phase: String(number), text: "" });
  assert.ok(
    await queue.add({
      ...phase("4", 5000, 0),
      fields: [
        ["kind", "phase"],
        ["phase", "0"],
      ],
    }),
  );
  assert.equal(
    await queue.add({
      ...phase("5", 5200, 1),
      fields: [
        ["kind", "phase"],
        ["phase", "1"],
      ],
    }),
    null,
  );
});

test("the newest entry can be taken back while it was never sent", async () => {
  let isUp = false;
  const { queue } = made(async () => {
    if (!isUp) throw new TypeError("no network");
    return { state: "accepted" };
  });
  await queue.add(tap("a"));
  await queue.send();
  assert.equal(await queue.takeBack("battle"), false, "it may have arrived");
  await queue.add(tap("b"));
  assert.equal(await queue.takeBack("battle"), true);
  isUp = true;
  await queue.send({ now: true });
  assert.deepEqual(await ids(queue), []);
});

test("a connection that returns while a failed attempt ends is used at once", async () => {
  let tries = 0;
  const { queue } = made(
    async () => {
      tries += 1;
      if (tries === 1) throw new TypeError("no network");
      return { state: "accepted" };
    },
    {
      changed: () => {
        // The pause has begun; the attempt has not ended.
        if (queue?.trouble && tries === 1) queue.send({ now: true });
      },
    },
  );
  await queue.add(tap("a"));
  await queue.send();
  assert.deepEqual(await ids(queue), []);
});

const AHEAD = [
  { turn: 1, side: "a", phase: 0 },
  { turn: 1, side: "a", phase: 1 },
  { turn: 1, side: "b", phase: 0 },
  { turn: 1, side: "b", phase: 1 },
  { turn: 2, side: "a", phase: 0 },
];
const pressed = (kind, moment) => ({
  fields: [["kind", kind], ...Object.entries(moment).map(([name, value]) => [name, String(value)])],
});

test("phases and turns that wait are counted on from what the site shows", () => {
  assert.deepEqual(momentAfter(AHEAD, AHEAD[0], "phase"), AHEAD[1]);
  assert.deepEqual(momentAfter(AHEAD, AHEAD[0], "turn"), AHEAD[2]);
  assert.equal(momentAfter(AHEAD, AHEAD[4], "phase"), null);
  const entries = [pressed("phase", AHEAD[0]), { fields: [["kind", "note"]] }, pressed("turn", AHEAD[1])];
  assert.deepEqual(momentReached(AHEAD, entries), AHEAD[2]);
  assert.deepEqual(
    momentReached(AHEAD, [pressed("phase", AHEAD[3])]),
    AHEAD[0],
    "one that does not fit counts nothing",
  );
});

// A site that records each id once, behind a connection that loses, duplicates, delays and breaks requests and
// responses.
function badNetwork(seed) {
  let state = seed;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const recorded = [];
  const late = [];
  const record = (id) => recorded.includes(id) || recorded.push(id);
  const deliver = async (entry) => {
    if (late.length && random() < 0.3) record(late.shift());
    const chance = random();
    if (chance < 0.1) throw new TypeError("request lost");
    if (chance < 0.2) return { state: "fault" };
    record(entry.id);
    if (chance < 0.3) throw new TypeError("answer lost");
    if (chance < 0.4) late.push(entry.id);
    if (chance < 0.5) record(entry.id);
    return { state: "accepted" };
  };
  return { recorded, deliver };
}

test("500 entries over a bad connection arrive once each and in order", async () => {
  for (const seed of [1, 14, 77]) {
    const { recorded, deliver } = badNetwork(seed);
    const { queue } = made(deliver);
    const wanted = Array.from({ length: 500 }, (_, number) => `tap-${number}`);
    for (const id of wanted) {
      await queue.add(tap(id));
      await queue.send({ now: true });
    }
    while ((await queue.entries()).length) await queue.send({ now: true });
    assert.deepEqual(recorded, wanted);
  }
});

test("two photos chosen at once are two entries, although their fields are equal", async () => {
  const { queue } = made(async () => ({ state: "offline" }));
  const photo = (id) => ({
    ...tap("photo"),
    id,
    file: { name: "photo", type: "image/jpeg", bytes: new ArrayBuffer(2) },
  });
  await queue.add(photo("a"));
  await queue.add(photo("b"));
  assert.deepEqual(await ids(queue), ["a", "b"]);
});

test("an entry that was never sent can be removed, one that may have arrived cannot", async () => {
  const { queue } = made(async () => {
    throw new TypeError("no network");
  });
  await queue.add(tap("a"));
  await queue.add(tap("b"));
  await queue.send();
  const [first, second] = await queue.entries();
  assert.equal(await queue.removeUnsent(first.place), false);
  assert.equal(await queue.removeUnsent(second.place), true);
  assert.equal(await queue.removeUnsent(second.place), false, "it is gone");
  assert.deepEqual(await ids(queue), ["a"]);
});
