// Taps that earlier versions of the site stored in localStorage are taken over once, before newer ones.
import { newId } from "../requests.js";
import { fieldsOf } from "./deliver.js";

function read(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter((tap) => tap?.path && tap.fields) : [];
  } catch {
    return [];
  }
}

// The number of stored taps while nobody is signed in.
export function oldTapsOf(lane) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key === `track:${lane}` || isOf(key, lane));
    return keys.reduce((count, key) => count + read(key).length, 0);
  } catch {
    return 0;
  }
}
const isOf = (key, lane) => key.startsWith("track-queue:") && key.endsWith(`:${lane}`);

// The first version stored {path, fields} without a user: the first user who may record events of that battle takes
// them over. Two taps of one form had the same id there; the second gets a new one. The second version stored {id,
// path, fields, label} for a user.
export async function takeOldTaps(queue, lane) {
  const ownKey = `track-queue:${queue.user}:${lane}`;
  const firstKey = document.querySelector("#track form[data-fragment]") ? `track:${lane}` : "";
  const used = new Set();
  for (const key of [firstKey, ownKey].filter(Boolean)) {
    for (const { id, path, fields, label } of read(key)) {
      const known = id ?? fields.idempotency_key;
      const own = known && !used.has(known) ? known : newId();
      used.add(own);
      const kept = fieldsOf(Object.entries(fields));
      // At time 0, so that none of them counts as a double tap.
      await queue.add({ id: own, lane, path, fields: kept, label: label ?? fields.text ?? fields.kind ?? "", at: 0 });
    }
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage is turned off: there was nothing to read.
    }
  }
}
