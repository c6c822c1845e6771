// The settings of the board: those of the account, else those of this browser. A change is stored in both, for other
// devices and for visitors without an account.
import * as requests from "../requests.js";
import { chosenIn, needsConfirmation, seenIn } from "./setting-values.js";

const SEEN_KEY = "board-seen_hints";
const page = JSON.parse(document.getElementById("board-settings").textContent);
const own = { ...page.own };
const listeners = [];
let sending = Promise.resolve();
// Hints that were shown are sent to the account only when the player does something, so that loading a page is not
// delayed.
const SEEN_MS = 10_000;
const SIGNS_OF_USE = ["pointerdown", "keydown", "pagehide"];
const unsent = [];
let forgetTimer = () => {};

export const get = (name) => chosenIn(own, localStorage, name);

// `callback` is called with the name of each setting that changes.
export const onChange = (callback) => listeners.push(callback);

export function set(name, value) {
  localStorage.setItem(`board-${name}`, typeof value === "boolean" ? (value ? "on" : "off") : value);
  if (page.api) own[name] = value;
  if (name === "hints" && value) {
    localStorage.removeItem(SEEN_KEY);
    delete own.seen_hints;
  }
  store({ [name]: value });
  for (const callback of listeners) callback(name);
}

export const isSeen = (hint) => seenIn(own, localStorage).includes(hint);

export function markSeen(hint) {
  const seen = [...seenIn(own, localStorage), hint];
  localStorage.setItem(SEEN_KEY, JSON.stringify(seen));
  if (!page.api) return;
  own.seen_hints = seen;
  unsent.push(hint);
  if (unsent.length > 1) return;
  const timer = setTimeout(sendSeen, SEEN_MS);
  for (const name of SIGNS_OF_USE) addEventListener(name, sendSeen, { capture: true });
  forgetTimer = () => clearTimeout(timer);
}

function sendSeen() {
  forgetTimer();
  for (const name of SIGNS_OF_USE) removeEventListener(name, sendSeen, { capture: true });
  if (unsent.length) store({ seen: unsent.splice(0) });
}

// Whether this action of a warrior needs a second click; `isFinal`: it cannot be undone.
export const mustConfirm = (code, isFinal) => needsConfirmation(get("confirm"), code, isFinal);

// Resolves when the account has stored every change.
export const stored = () => sending;

// Changes are sent one after the other; one without a response stays in this browser only.
function store(fields) {
  if (!page.api) return;
  const send = () =>
    requests.json(page.api, {
      method: "PATCH",
      keepalive: true,
      body: JSON.stringify(fields),
      headers: { "Content-Type": "application/json", "X-CSRFToken": document.getElementById("board").dataset.csrf },
    });
  sending = sending.then(send).catch(() => {});
}
