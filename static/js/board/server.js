// Talks with the server: orders with an id that is kept when they are sent again, fragments after something happened, and the
// socket that only says that something did. Without it forms post and the page is loaded again.
import * as requests from "../requests.js";
import { say } from "../site.js";
import { state, words } from "./state.js";

let waiting = 0;
let idle = () => {};

export { newId, Refused } from "../requests.js";

// Exact odds can take long to calculate.
const ASK_LIMIT_MS = 60000;

const ask = (path, options) => requests.json(state.base + path, { limit: ASK_LIMIT_MS, ...options });

// Send until an answer comes; the id makes a second delivery harmless. Refusals are answers.
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
    // After the caller has used the answer.
    if (!waiting) setTimeout(() => waiting || idle());
    stopSaying();
    document.getElementById("status")?.classList.remove("is-shown");
  }
}

export const isSending = () => waiting > 0;

// `callback` is called whenever the last request under way has been answered.
export function whenIdle(callback) {
  idle = callback;
}

function post(path, fields) {
  const order = {
    expected_seq: state.seq,
    command_id: requests.newId(),
    side: state.side,
    who: state.selected,
    log_after: state.seq,
    ...fields,
  };
  return sendKept(path, order);
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
export const fresh = (modelId, acted, after) => ask(`state/?who=${modelId}&acted=${acted}&after=${after}`);
// A spot that cannot be reached is an ordinary answer; it is raised here so that callers handle one kind of refusal.
export async function way(modelId, x, y, manner, level) {
  const found = await ask(`path/${modelId}/?x=${x.toFixed(2)}&y=${y.toFixed(2)}&manner=${manner}&level=${level}`);
  if (found.refused) throw new requests.Refused(found.refused);
  return found;
}

// Would the rules allow this command? Raises Refused with the reason when they do not; nothing is carried out.
export async function check(modelId, command) {
  const found = await ask(`check/${modelId}/?command=${encodeURIComponent(JSON.stringify(command))}`);
  if (found.refused) throw new requests.Refused(found.refused);
  return found;
}

// The socket: `heard` gets every message; it is opened again after a loss, and what was missed is asked for.
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
