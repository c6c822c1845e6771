// Plays steps on the board, one after the other. The page is already up to date before the first step, so the playback
// can be skipped at any time: by its button, any key or any click on the page.
import { say } from "../site.js";
import * as preferences from "./preferences.js";
import * as scenes from "./scene.js";
import { sentence, words } from "./state.js";
import { isShown, posesAfter, rewound, SPEEDS, timesOf } from "./timeline.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const bar = document.getElementById("playback");
const label = document.getElementById("playback-step");
const ticks = document.getElementById("playback-ticks");

let run = null;
const listeners = [];
const unplayed = [];

export const speed = () => preferences.get("speed");
preferences.onChange((name) => name === "speed" && speed() === "off" && finish());

// Whether steps are played at all: not if playback is turned off or the user prefers reduced motion.
export const isOn = () => Boolean(SPEEDS[speed()]) && !still.matches && !document.hidden;
export const isPlaying = () => run !== null;
// Whether steps that just happened are being played.
export const isLive = () => Boolean(run?.isLive);
// `callback` gets the step that is shown and whether its result is visible; at the end it gets null.
export const onStep = (callback) => listeners.push(callback);
// `callback` gets steps that happened while playback is turned off.
export const onUnplayed = (callback) => unplayed.push(callback);

// Whether any of these steps will be played, not only listed.
export const willPlay = (steps) => isOn() && steps.some(isShown);

// Play steps that just happened; `html` are the models before them. A running playback is finished first.
export function play(steps, html) {
  const shown = steps.filter(isShown);
  if (!shown.length) return;
  if (!isOn()) {
    for (const callback of unplayed) callback(shown);
    return;
  }
  if (run && !run.isHeld) {
    run.steps.push(...shown);
    return;
  }
  finish();
  start(shown, html, rewound(placesIn(html), []));
  run.isLive = true;
  next(0);
}

// Replay from one of the steps of the list, or only show it (`isHeld`) until the user does something else.
export function replay(steps, at, isHeld) {
  finish();
  const shown = steps.filter(isShown);
  const first = shown.indexOf(steps[at]);
  if (first < 0) return;
  const html = scenes.modelsFor(shown);
  start(shown, html, rewound(placesIn(html), shown));
  run.isHeld = isHeld;
  next(first);
}

function placesIn(html) {
  const found = new Map();
  const length = Number(document.getElementById("board").dataset.length);
  const source = document.createElementNS("http://www.w3.org/2000/svg", "g");
  source.innerHTML = html;
  for (const model of source.querySelectorAll(".model")) {
    const [x, down] = model
      .getAttribute("transform")
      .match(/-?[\d.]+/g)
      .map(Number);
    found.set(model.dataset.who, [x, length - down]);
  }
  return found;
}

function start(steps, html, before) {
  run = { steps, before, scene: scenes.open(html), at: -1, timers: [], isHeld: false, isLive: false };
  bar.hidden = false;
  ticks.replaceChildren();
}

function stopTimers() {
  for (const timer of run.timers) clearTimeout(timer);
  run.timers = [];
}

function next(at) {
  if (!run) return;
  stopTimers();
  if (at >= run.steps.length) return void finish();
  run.at = at;
  const step = run.steps[at];
  const times = timesOf(step, still.matches || !SPEEDS[speed()] ? "off" : speed());
  scenes.pose(run.scene, posesAfter(run.before, run.steps, at));
  scenes.begin(run.scene, step, times);
  label.textContent = sentence("playback_step", { n: at + 1, all: run.steps.length, step: step.text });
  // Steps that happen meanwhile are added to those being played.
  while (ticks.children.length < run.steps.length) ticks.append(document.createElement("i"));
  for (const [number, tick] of [...ticks.children].entries())
    tick.className = number < at ? "is-done" : number === at ? "is-now" : "";
  for (const callback of listeners) callback(step, false);
  const later = (ms, act) => run.timers.push(setTimeout(act, ms));
  const { scene } = run;
  for (const [number, ms] of times.rolls.entries()) later(ms, () => scenes.showRoll(scene, number));
  later(times.result, () => {
    scenes.result(scene, step);
    for (const callback of listeners) callback(step, true);
    if (step.leader) say(sentence("leader_out", { step: step.outcome || step.text }), { show: true });
  });
  if (!run.isHeld) later(times.end, () => next(at + 1));
  showButtons();
}

function showButtons() {
  const pause = bar.querySelector("[data-playback=pause]");
  pause.setAttribute("aria-pressed", String(run.isHeld));
  pause.querySelector("span").textContent = run.isHeld ? words.playback_go : words.playback_pause;
  bar.querySelector("[data-playback=back]").disabled = run.at === 0;
}

export function finish() {
  if (!run) return;
  stopTimers();
  scenes.close(run.scene);
  run = null;
  bar.hidden = true;
  for (const callback of listeners) callback(null, true);
}

const acts = {
  back() {
    run.isHeld = true;
    next(Math.max(0, run.at - 1));
  },
  forward() {
    run.isHeld = true;
    next(run.at + 1);
  },
  pause() {
    run.isHeld = !run.isHeld;
    next(run.isHeld ? run.at : run.at + 1);
  },
  skip: finish,
};

bar.addEventListener("click", (event) => {
  const button = event.target.closest("[data-playback]");
  if (button && run) acts[button.dataset.playback]();
});

// Any other input skips to the result; the key or click still has its usual effect.
const isOwn = (target) => target.closest?.("#playback, #battle-log, #log-strip, .step-card");
// A click ends the playback only after its release: the elements that move at the end must not move away from under the
// pointer.
function finishAfterPress() {
  for (const name of ["pointerup", "pointercancel"])
    document.addEventListener(name, () => setTimeout(finish), { capture: true, once: true });
}
document.addEventListener("pointerdown", (event) => run && !isOwn(event.target) && finishAfterPress(), true);
document.addEventListener(
  "keydown",
  (event) => {
    if (!run || event.ctrlKey || event.metaKey || event.altKey || /^(Shift|Tab)$/.test(event.key)) return;
    if (isOwn(event.target)) return;
    finish();
    // Outside the board, a letter that skips the playback has no other effect.
    const acts = event.target.closest?.("#board, input, textarea, select, [contenteditable]");
    if (!acts && event.key.length === 1 && event.key !== " ") event.preventDefault();
  },
  true,
);
