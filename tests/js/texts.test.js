// Pure functions of the pages: keys of web push, places in the text of a pack.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, textOf } from "../../static/js/base64url.js";
import { endOfBlock } from "../../static/js/custom_packs/text.js";

test("keys are written without filling and read again", () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 67 + length) % 256);
    const text = textOf(bytes.buffer);
    assert.doesNotMatch(text, /[+/=]/);
    assert.deepEqual(bytesOf(text), bytes);
  }
  assert.equal(textOf(Uint8Array.from([251, 255]).buffer), "-_8");
});

const PACK = "name: A\nitems:\n  - code: axe\n    # heavy\n\n  - code: bow\n\nskills:\n  - code: dodge\n";

test("a record goes behind the last line of its block", () => {
  assert.equal(PACK.slice(0, endOfBlock(PACK, "items")).split("\n").at(-1), "  - code: bow");
  assert.equal(PACK.slice(0, endOfBlock(PACK, "skills")).split("\n").at(-1), "  - code: dodge");
});

test("a kind without a block has no place", () => {
  assert.equal(endOfBlock(PACK, "spells"), -1);
  assert.equal(endOfBlock("", "items"), -1);
});
