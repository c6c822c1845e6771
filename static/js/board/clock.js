// Clocks at both ends of the bar. They count here between responses, but the server keeps the time. Five minutes, one
// minute and twenty seconds before the end they warn, as text and for screen readers.
import { say } from "../site.js";
import { sentence, words } from "./state.js";

const WARN = [300, 60, 20];
const warned = new Map();
let drawnAt = performance.now();
let passed = () => {};

const two = (number) => String(number).padStart(2, "0");

export function inWords(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole >= 86400)
    return sentence("clock_days", { d: Math.floor(whole / 86400), h: Math.floor((whole % 86400) / 3600) });
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

function warn(clock, left) {
  const side = clock.dataset.clock;
  const step = WARN.findLast((at) => left <= at) ?? 0;
  const before = warned.get(side) ?? 0;
  warned.set(side, step);
  clock.classList.toggle("is-short", step > 0);
  if (!step || step === before || !("mine" in clock.dataset)) return;
  if (before && step > before) return;
  say(sentence("clock_left", { time: inWords(left) }), { show: true });
}

function tick() {
  const gone = (performance.now() - drawnAt) / 1000;
  for (const clock of document.querySelectorAll("[data-clock][data-running]")) {
    const left = Number(clock.dataset.seconds) - gone;
    clock.querySelector(".clock-time").textContent = left > 0 ? inWords(left) : words.clock_out;
    warn(clock, left);
    if (left <= -6) passed();
  }
}

// `look` is called when the time has been up for a while without news from the server; `fresh` is called after the bar
// was redrawn.
export function start(look) {
  if (!document.querySelector("[data-clock]")) return;
  passed = () => {
    drawnAt = performance.now();
    look();
  };
  tick();
  setInterval(tick, 1000);
}

export function fresh() {
  drawnAt = performance.now();
  tick();
}
