// Annotations: arrows and rings that the other players see. Drag for an arrow, click for a ring. With the keyboard,
// Enter starts and ends one.
import { say } from "../site.js";
import * as draw from "./draw.js";
import * as server from "./server.js";
import { hint, state, words } from "./state.js";

// The button of this tool: above the board, and on a phone also in the menu "More".
const tools = document.querySelectorAll("[data-point]");
const STEP = 0.5;
const RING = 1;
let isOn = false;
let from = null;
let at = null;

export const isPointing = () => isOn;

export function toggle() {
  if (!tools.length) return;
  isOn = !isOn;
  for (const tool of tools) tool.setAttribute("aria-pressed", String(isOn));
  from = null;
  at = null;
  draw.drawRuler(null);
  say(isOn ? hint("point") : words.point_away, { show: true });
}

// A drag from one place to another; `forGood` is true when the pointer is released.
export function drag(begin, end, forGood) {
  if (!forGood) return void draw.drawRuler(begin, end);
  draw.drawRuler(null);
  send(begin, end);
}

export const press = (x, y) => send([x, y], [x, y]);

export function arrow(dx, dy) {
  at ??= from ??
    draw.placeOf(state.selected)?.map((value, axis) => (axis ? state.length - value : value)) ?? [
      state.width / 2,
      state.length / 2,
    ];
  at = [Math.min(state.width, Math.max(0, at[0] + dx * STEP)), Math.min(state.length, Math.max(0, at[1] + dy * STEP))];
  if (from) draw.drawRuler(from, at);
  else draw.drawCursor(at);
}

export function enter() {
  if (!at) return;
  if (!from) {
    from = at;
    return void say(words.point_from);
  }
  const begin = from;
  from = null;
  draw.drawRuler(null);
  send(begin, at);
}

function send(begin, end) {
  const isRing = Math.hypot(end[0] - begin[0], end[1] - begin[1]) < RING;
  const rim = isRing ? [Math.min(state.width, begin[0] + RING), begin[1]] : end;
  const on = (value, most) => Math.min(most, Math.max(0, value));
  server
    .point({
      kind: isRing ? "ring" : "arrow",
      x0: on(begin[0], state.width),
      y0: on(begin[1], state.length),
      x1: on(rim[0], state.width),
      y1: on(rim[1], state.length),
    })
    .catch((fault) => say(fault.message, { show: true }));
}

export const wipe = () => server.point({ kind: "wipe" }).catch((fault) => say(fault.message, { show: true }));
