// The timing and positions of the playback on the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cardPlace,
  keptFree,
  lastSpots,
  lengthOf,
  offsetsOf,
  posesAfter,
  rewound,
  timesOf,
} from "../../static/js/board/timeline.js";

const step = (fields) => ({
  kind: "move",
  who: "b1",
  path: [],
  rolls: 0,
  results: [],
  ribbon: "",
  leader: "",
  ...fields,
});
const path = [
  [0, 0],
  [3, 0],
  [3, 4],
];

test("a way is measured along its corners", () => {
  assert.equal(lengthOf(path), 7);
  assert.deepEqual(offsetsOf(path), [0, 3 / 7, 1]);
});

test("a step takes about 0.7 s, and the speed changes every time", () => {
  const times = timesOf(step({ path }));
  assert.equal(times.move, 583);
  assert.ok(times.end >= 600 && times.end <= 900, String(times.end));
  assert.equal(timesOf(step({ path }), "fast").end, Math.round(times.end / 2));
  assert.equal(timesOf(step({ path }), "slow").end, Math.round(times.end * 1.6));
  assert.equal(timesOf(step({ path }), "off").end, 0);
});

test("the dice come in turn, then the result", () => {
  const times = timesOf(step({ kind: "attack", rolls: 3, ribbon: "Knocked down" }));
  assert.deepEqual(times.rolls, [250, 510, 770]);
  assert.ok(times.result > 770 && times.end > times.result);
  assert.ok(timesOf(step({ kind: "attack", rolls: 12 })).end < 2200);
});

test("the death of a leader is held longer", () => {
  const plain = timesOf(step({ kind: "attack", rolls: 1, ribbon: "Out of action" }));
  const leader = timesOf(step({ kind: "attack", rolls: 1, ribbon: "Out of action", leader: "a1" }));
  assert.equal(leader.end - plain.end, 900);
});

test("models are put back where they stood, and follow the steps again", () => {
  const steps = [
    step({ path }),
    step({
      path: [
        [3, 4],
        [6, 4],
      ],
    }),
    step({ kind: "attack", results: [{ who: "a1", code: "stunned" }] }),
  ];
  const before = rewound(
    new Map([
      ["b1", [6, 4]],
      ["a1", [9, 9]],
    ]),
    steps,
  );
  assert.deepEqual(before.get("b1"), [0, 0]);
  assert.deepEqual(posesAfter(before, steps, 1).get("b1").spot, [3, 4]);
  assert.equal(posesAfter(before, steps, 2).get("a1").code, "");
  assert.equal(posesAfter(before, steps, 3).get("a1").code, "stunned");
});

test("the card stays in the frame and off the models", () => {
  const frame = [600, 400];
  const right = cardPlace([100, 200], [200, 80], frame, []);
  assert.ok(right[0] > 100);
  const left = cardPlace([300, 200], [200, 80], frame, [
    [400, 200],
    [450, 210],
  ]);
  assert.ok(left[0] + 200 < 300);
  const [x, y] = cardPlace([595, 5], [200, 80], frame, []);
  assert.ok(x >= 0 && x + 200 <= 600 && y >= 0);
});

test("the card covers neither the path of a charge nor the two who meet, even where every neighbouring place would", () => {
  const charge = step({
    at: [1, 1],
    to: [9, 9],
    path: [
      [1, 1],
      [9, 1],
      [9, 8],
    ],
  });
  const points = keptFree(charge).map(([x, y]) => [x * 40, y * 40]);
  const size = [200, 80];
  const [x, y] = cardPlace([360, 360], size, [400, 400], [], points);
  const isUnder = ([px, py]) => px > x && px < x + size[0] && py > y && py < y + size[1];
  assert.ok(points.length >= 7);
  assert.ok(!points.some(isUnder));
  // Nobody stands at the corner, but one who watches does beside the target: the corner is still farther than needed.
  assert.deepEqual(cardPlace([300, 200], size, [600, 400], []), [334, 160]);
});

test("the last place of a model is where it was last named, also as a target", () => {
  const steps = [
    step({ at: [0, 0], path }),
    step({ kind: "attack", who: "b1", at: [3, 4], whom: "a1", to: [4, 4] }),
    step({ kind: "attack", who: "a2", at: [5, 5], whom: "b1", to: [3, 4] }),
  ];
  assert.deepEqual(
    [...lastSpots(steps)],
    [
      ["b1", [3, 4]],
      ["a1", [4, 4]],
      ["a2", [5, 5]],
    ],
  );
});
