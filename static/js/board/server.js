// Communication with the server: commands with an id that stays the same when they are repeated, fragments after
// something has happened, and the socket that only announces that. Without this script, forms are posted and the page
// is reloaded.
import * as requests from "../requests.js";
import { say } from "../site.js";
import { state, words } from "./state.js";

let waiting = 0;
let idle = () => {};

export { newId, Refused } from "../requests.js";

// Exact odds can take long to compute.
const ASK_LIMIT_MS = 60000;

const ask = (path, options) => requests.json(state.base + path, { limit: ASK_LIMIT_MS, ...options });

// Send until there is a response; the id makes a repeated delivery harmless. Refusals are responses too.
async function sendKept(path, body) {
  const stopSaying = requests.saySending(say, words);
  waiting += 1;
  try {
    return await requests.untilAnswered(() =>
      ask(path, {
        method: "POST",
        limit: requests.TIME_LIMIT_MS,
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", "X-CSRFToken": state.csrf },
      }),
    );
  } finally {
    waiting -= 1;
    // After the caller has processed the response.
    if (!waiting) setTimeout(() => waiting || idle());
    stopSaying();
    document.getElementById("status")?.classList.remove("is-shown");
  }
}

export const isSending = () => waiting > 0;

// `callback` is called when the last open request has been answered.
export function whenIdle(callback) {
  idle = callback;
}

// The versions of the fragments on the page. The server leaves out those that have not changed.
let shown = "";

// Whether the fragments left out of a response are still those on the page. Remembers what the page shows after it.
export function fitsPage(answer) {
  const fits = !answer.since || answer.since === shown;
  shown = fits ? answer.versions : "";
  return fits;
}

const basedOn = (since, response) => response.then((answer) => answer && { ...answer, since });

function post(path, fields) {
  const order = {
    shown,
    expected_seq: state.seq,
    command_id: requests.newId(),
    side: state.side,
    who: state.selected,
    log_after: state.seq,
    ...fields,
  };
  return basedOn(order.shown, sendKept(path, order));
}

export const order = (command, modelId) => post("commands/", { command, ...(modelId ? { who: modelId } : {}) });
export const point = (fields) => sendKept("annotations/", fields);
export const beside = (what, fields) => sendKept(`${what}/`, fields);
export const typed = (text) => post("typed/", { text });
export const lines = (text) => ask(`typed/lines/?side=${state.side}&text=${encodeURIComponent(text)}`);
export const placeAll = () => post("place/", {});
export const undo = () => post("undo/", {});
export const hint = (side) => sendKept("hint/", { side });
export const speak = (text) => sendKept("chat/", { text });
export const choices = (modelId) => ask(`choices/${modelId}/`);
export const moves = (modelId, code) => ask(`moves/${modelId}/${code}/`);
export const odds = (modelId, target, weapon, place = "") =>
  ask(`odds/${modelId}/${target}/?weapon=${weapon}&place=${place}`);
export const card = (modelId, from) => ask(`card/${modelId}/?from=${from}`);
export const sight = (modelId) => ask(`sight/${modelId}/`);
export const sightFrom = (modelId, x, y, level) =>
  ask(`sight/${modelId}/?x=${x.toFixed(2)}&y=${y.toFixed(2)}&level=${level}`);
export const fresh = (modelId, acted, after) =>
  basedOn(shown, ask(`state/?who=${modelId}&acted=${acted}&after=${after}&shown=${shown}`));
// For a spot that cannot be reached the response is a success; it is raised as Refused so that callers handle only one
// kind of refusal.
export async function way(modelId, x, y, manner, level) {
  const found = await ask(`path/${modelId}/?x=${x.toFixed(2)}&y=${y.toFixed(2)}&manner=${manner}&level=${level}`);
  if (found.refused) throw new requests.Refused(found.refused);
  return found;
}

// Asks whether the rules allow this command. Raises Refused with the reason if they do not; nothing is carried out.
export async function check(modelId, command) {
  const found = await ask(`check/${modelId}/?command=${encodeURIComponent(JSON.stringify(command))}`);
  if (found.refused) throw new requests.Refused(found.refused);
  return found;
}

// The socket: `heard` gets every message. After a lost connection it is opened again, and missed events are requested.
export function listen(heard, lost) {
  let socket = null;
  let tries = 0;
  let since = 0;
  let bar = 0;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws/battles/${state.pid}/`);
    socket.onopen = () => {
      tries = 0;
      clearInterval(bar);
      bar = 0;
      lost(0);
    };
    socket.onmessage = (event) => heard(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (event.code === 4404) return;
      // Signed out in another tab: show the page that a visitor gets.
      if (event.code === 4401) return location.reload();
      if (!bar) {
        since = Date.now();
        bar = setInterval(() => lost(Math.round((Date.now() - since) / 1000)), 1000);
      }
      tries += 1;
      setTimeout(open, Math.min(8000, 300 * 2 ** tries));
    };
  };
  open();
  addEventListener("online", () => {
    if (socket.readyState > 1) {
      tries = 0;
      open();
    }
  });
  return () => socket;
}
