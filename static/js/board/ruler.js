// The ruler, where measuring is allowed: from base to base or point to point, horizontally in a straight line.
import { say } from "../site.js";
import * as draw from "./draw.js";
import { hint, sentence, state, words } from "./state.js";

const frame = document.getElementById("board");
const tool = document.querySelector("[data-ruler]");
const STEP = 0.5;
let isOn = false;
let from = null;
let to = null;
let isLaid = false;

export const isRuling = () => isOn;

// An end of the ruler: the edge of a model's base, or a point of the table in inches.
export function endOf(modelId, x, y) {
  const at = modelId && draw.placeOf(modelId);
  if (!at) return { at: [x, y], radius: 0 };
  const radius = Number(draw.modelOf(modelId).querySelector(".ring-outer")?.getAttribute("r") ?? 0);
  return { at: [at[0], state.length - at[1]], radius };
}

export function toggle() {
  if (frame.dataset.measuring !== "free") return void say(words.no_ruler, { show: true });
  isOn = !isOn;
  tool?.setAttribute("aria-pressed", String(isOn));
  from = isOn && state.selected ? endOf(state.selected) : null;
  to = null;
  isLaid = false;
  draw.drawRuler(null);
  say(isOn ? hint("ruler") : words.ruler_away, { show: true });
}

// A click sets the other end; the next click starts a new measurement.
export function press(end) {
  if (from && !isLaid) return void lay(end, true);
  from = end;
  to = null;
  isLaid = false;
  draw.drawRuler(null);
  say(words.ruler_from);
}

export function follow(end) {
  if (from && !isLaid) lay(end, false);
}

export function arrow(dx, dy) {
  from ??= { at: [state.width / 2, state.length / 2], radius: 0 };
  const at = to?.at ?? from.at;
  lay({ at: [at[0] + dx * STEP, at[1] + dy * STEP], radius: 0 }, false);
  say(sentence("ruler_length", { n: length() }));
}

export function enter() {
  if (to) press(to);
}

const length = () =>
  Math.max(0, Math.hypot(to.at[0] - from.at[0], to.at[1] - from.at[1]) - from.radius - to.radius).toFixed(1);

function lay(end, forGood) {
  to = end;
  isLaid = forGood;
  draw.drawRuler(from.at, to.at, `${length()}″`);
  if (forGood) say(sentence("ruler_length", { n: length() }), { show: true });
}
