// Photos of a tracked battle before they are sent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaledSize } from "../../static/js/tabletop/photos.js";

test("the longer side of a photo gets the stored length, and no photo is enlarged", () => {
  assert.deepEqual(scaledSize(4000, 3000), [1280, 960]);
  assert.deepEqual(scaledSize(3000, 4000), [960, 1280]);
  assert.deepEqual(scaledSize(640, 480), [640, 480]);
  assert.deepEqual(scaledSize(10000, 1), [1280, 1]);
});
