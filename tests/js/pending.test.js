// What warriors will carry once the waiting entries have been sent.
import assert from "node:assert/strict";
import test from "node:test";

import { carriedChanges, fallenOf } from "../../static/js/tabletop/pending.js";

const carry = (piece, how, to) => ({ kind: "carry", piece, thing: "wyrdstone", how, to });

test("what is picked up, passed on, dropped and lost is counted for each warrior", () => {
  const changes = carriedChanges([
    carry("a1", "pick_up"),
    carry("a1", "pick_up"),
    { kind: "posture", piece: "a1", posture: "stunned" },
    carry("a1", "pass_on", "a2"),
    carry("a2", "drop"),
    carry("b1", "lose"),
  ]);
  assert.deepEqual(
    [...changes],
    [
      ["a1 wyrdstone", 1],
      ["a2 wyrdstone", 0],
      ["b1 wyrdstone", -1],
    ],
  );
});

test("a model whose loss was recorded twice counts once", () => {
  const entries = [
    { kind: "out", piece: "a1", by: "b-line-1" },
    carry("a2", "pick_up"),
    { kind: "out", piece: "a1", by: "" },
    { kind: "out", piece: "b3", by: "" },
  ];
  assert.deepEqual(fallenOf(entries), ["a1", "b3"]);
});
