// The dice of the tracker: fair, and with the result from the right row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { reached, rollDice, rollDie, rowOf } from "../../static/js/tabletop/dice.js";

test("a die draws again where some faces would be more likely than others", () => {
  const drawn = [2 ** 32 - 1, 2 ** 32 - 4, 5];
  assert.equal(
    rollDie(6, () => drawn.shift()),
    6,
  );
  assert.deepEqual(drawn, []);
});

test("the dice of the browser show every face, about equally often", () => {
  const counts = new Map();
  for (let place = 0; place < 6000; place += 1) {
    const face = rollDie(6);
    counts.set(face, (counts.get(face) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort(), [1, 2, 3, 4, 5, 6]);
  for (const count of counts.values()) assert.ok(count > 800 && count < 1200, String(count));
});

test("each kind of roll has its number of dice and its total", () => {
  const faces = () => {
    const given = [4, 2, 6, 1];
    return () => given.shift();
  };
  assert.deepEqual(rollDice("D6", 1, faces()), { faces: [4], total: 4 });
  assert.deepEqual(rollDice("2D6", 1, faces()), { faces: [4, 2], total: 6 });
  assert.deepEqual(rollDice("D66", 1, faces()), { faces: [4, 2], total: 42 });
  assert.deepEqual(rollDice("several", 4, faces()), { faces: [4, 2, 6, 1], total: 13 });
  const sides = [];
  rollDice("D3", 1, (count) => sides.push(count));
  assert.deepEqual(sides, [3]);
});

test("a table is read at the total, and at its ends beyond them", () => {
  const injuries = [
    [1, 2],
    [3, 4],
    [5, 6],
  ];
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 8].map((total) => rowOf(injuries, total)),
    [0, 0, 0, 1, 1, 2, 2, 2],
  );
});

test("several dice are counted by what they reached", () => {
  assert.deepEqual(reached([1, 2, 4, 6, 6]), [4, 3, 3, 2, 2]);
});
