// "What happened": the list of the last steps to click through again, the speed of the playback, and the card with the
// result of the last action.
import { node, rollsOf } from "./dice-faces.js";
import * as playback from "./playback.js";
import { words } from "./state.js";

const MOST = 60;
const details = document.getElementById("happened");
const list = document.getElementById("happened-steps");
const card = document.getElementById("result");
let steps = [];

function line(step) {
  const item = node("li", `step-line${step.side ? ` side-${step.side}` : ""} step-${step.kind}`);
  item.dataset.seq = step.seq;
  const button = node("button", "step-link");
  button.type = "button";
  button.append(node("span", "step-text", step.text));
  if (step.ribbon) button.append(" ", node("b", `step-word${step.tone ? ` is-${step.tone}` : ""}`, step.ribbon));
  item.append(button);
  if (step.rolls.length) item.append(rollsOf(step, words, 12));
  return item;
}

// Takes the steps of an answer: `whole` replaces the list, because a command was undone. Returns those that are new.
export function add({ steps: found, whole }, after) {
  const known = new Set(steps.map((step) => step.seq));
  const fresh = found.filter((step) => step.seq > after && !known.has(step.seq));
  steps = whole ? found : [...steps, ...fresh].slice(-MOST);
  list.replaceChildren(...steps.map(line));
  details.hidden = !steps.length;
  const last = fresh.findLast((step) => step.rolls.length || step.ribbon);
  if (last) showResult(last);
  return fresh;
}

function showResult(step) {
  card.className = `result-card${step.side ? ` side-${step.side}` : ""}${step.tone ? ` is-${step.tone}` : ""}`;
  card.replaceChildren(node("p", "result-title", step.text));
  if (step.rolls.length) card.append(rollsOf(step, words));
  if (step.ribbon) card.append(node("p", `step-word${step.tone ? ` is-${step.tone}` : ""}`, step.ribbon));
  if (step.outcome) card.append(node("p", "result-outcome", step.outcome));
  card.hidden = false;
}

list.addEventListener("click", (event) => {
  const item = event.target.closest(".step-link")?.parentElement;
  if (item) playback.replay(steps, [...list.children].indexOf(item), true);
});

document.getElementById("happened-play").addEventListener("click", () => {
  const first = steps.findIndex((step) => step.kind !== "setup");
  playback.replay(steps, Math.max(0, first), false);
});

const menu = document.getElementById("playback-speed");
menu.value = playback.speed();
menu.addEventListener("change", () => playback.setSpeed(menu.value));

playback.onStep((step) => {
  for (const item of list.children) {
    const is = step !== null && Number(item.dataset.seq) === step.seq;
    item.classList.toggle("is-shown", is);
    item.toggleAttribute("aria-current", is);
    if (is && details.open) item.scrollIntoView({ block: "nearest" });
  }
});

export function begin() {
  add(JSON.parse(document.getElementById("board-steps").textContent), 0);
}
