// Taps in localStorage: those that are still being stored in IndexedDB, which takes a moment, and those of earlier versions
// of the site. A page that was left in that moment finds them here the next time and takes them over, before newer ones.
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

// What this page notes it also stores; only another page takes it over.
const noted = new Set();
const keyOf = (user, lane) => `track-queue:${user}:${lane}`;

// Notes a tap at once, until `forgetTap` says that it is stored.
export function noteTap(user, { id, lane, path, fields, label, at }) {
  noted.add(id);
  write(keyOf(user, lane), (taps) => [...taps, { id, path, fields, label, at }]);
}

export function forgetTap(user, { id, lane }) {
  noted.delete(id);
  write(keyOf(user, lane), (taps) => taps.filter((tap) => tap.id !== id));
}

function write(key, change) {
  try {
    const taps = change(read(key));
    if (taps.length) localStorage.setItem(key, JSON.stringify(taps));
    else localStorage.removeItem(key);
  } catch {
    // Storage is turned off or full: the tap is stored in a moment anyway.
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
// path, fields, label} for a user, as taps are noted now, but with the fields as an object instead of pairs.
export async function takeOldTaps(queue, lane) {
  const ownKey = keyOf(queue.user, lane);
  const firstKey = document.querySelector("#track form[data-fragment]") ? `track:${lane}` : "";
  const used = new Set();
  for (const key of [firstKey, ownKey].filter(Boolean)) {
    for (const tap of read(key).filter(({ id }) => !noted.has(id))) {
      const { id, path, fields, label } = tap;
      const known = id ?? fields.idempotency_key;
      const own = known && !used.has(known) ? known : newId();
      used.add(own);
      const kept = fieldsOf(Array.isArray(fields) ? fields : Object.entries(fields));
      // Taps without a time are a second apart, so that none of them counts as a double tap.
      const at = tap.at ?? used.size * 1000;
      await queue.add({ id: own, lane, path, fields: kept, label: label ?? fields.text ?? fields.kind ?? "", at });
      write(key, (taps) => taps.filter((other) => JSON.stringify(other) !== JSON.stringify(tap)));
    }
  }
}
