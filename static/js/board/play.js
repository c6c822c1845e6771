// Applies the server's responses: swaps in fragments, loads the choices of the selected model, shows a refusal with its
// rule.
import { say } from "../site.js";
import { showSelected } from "./aim-view.js";
import { fresh as freshClock } from "./clock.js";
import * as draw from "./draw.js";
import * as log from "./log.js";
import * as lookahead from "./lookahead-requests.js";
import * as playback from "./playback.js";
import { closePreview } from "./preview.js";
import { modelsNow } from "./scene.js";
import * as server from "./server.js";
import { state, words } from "./state.js";

const frame = document.getElementById("board");
const page = document.querySelector(".battle");
const refused = document.getElementById("refused");

// The model that the player has selected while an answer for another one is on its way: it stays selected.
let wanted = "";
let selections = 0;

// Fragments that tell the result of steps which are still being played; they are shown after the last step.
const RESULTS = ["outcome", "warriors", "opponent_turns"];
let held = {};

function swapRegions(regions) {
  const isLive = playback.isLive();
  const now = Object.entries(regions ?? {}).filter(([name]) => !isLive || !RESULTS.includes(name));
  const later = Object.entries(regions ?? {}).filter(([name]) => isLive && RESULTS.includes(name));
  held = { ...(isLive ? held : {}), ...Object.fromEntries(later) };
  draw.swap(Object.fromEntries(now));
}

playback.onStep((step) => {
  if (step || !Object.keys(held).length) return;
  draw.swap(held);
  held = {};
  draw.markSelected();
});

function apply(answer, { speak = true } = {}) {
  if (!answer || answer.seq < state.seq) return;
  if (wanted) answer.selected = wanted;
  const known = state.seq;
  const chosen = state.selected;
  state.answered(answer);
  if (answer.regions && !server.fitsPage(answer)) setTimeout(() => refresh(answer.selected));
  freshClock();
  const before = modelsNow();
  const fresh = log.add(answer.steps, answer.log, known);
  draw.swapModels(answer.models, { isPlayed: fresh.length > 0 && playback.isOn() });
  playback.play(fresh, before);
  swapRegions(answer.regions);
  draw.swapZones(answer.zones);
  draw.swapMarks(answer.marks);
  draw.swapRoutes(answer.routes);
  draw.swapGround(answer.ground);
  if (innerWidth <= 640) document.getElementById("sheet").scrollTop = 0;
  // An answer without news leaves the view where the player has moved it.
  const isNews = answer.seq !== known || answer.selected !== chosen;
  if (isNews && !playback.isPlaying()) {
    if (answer.over) draw.whole();
    else if (answer.side && answer.selected) draw.show(answer.selected);
  }
  frame.dataset.seq = String(answer.seq);
  frame.dataset.selected = answer.selected;
  frame.dataset.side = answer.side;
  closePreview();
  // Only the page's live region speaks; it repeats a question only after something new has happened.
  const isNew = answer.ask !== state.ask;
  state.setQuestion(answer.ask);
  if (speak && (answer.speak || isNew)) say([answer.speak, answer.ask].filter(Boolean).join(" "));
  loadChoices();
}

let requests = 0;
// The position and model for which the view has been moved; afterwards it stays where the player moves it.
let shownFor = "";
let loading = Promise.resolve();

// Request what the selected model may do.
export function loadChoices() {
  loading = requestChoices();
  return loading;
}

// Resolves when no request for choices is open any more.
export async function choicesLoaded() {
  for (let last = null; last !== loading; await last) last = loading;
}

async function requestChoices() {
  state.forgetChoices();
  delete frame.dataset.choices;
  page.classList.remove("shows-spots");
  draw.drawSpots("");
  draw.markSelected();
  draw.drawChoices();
  lookahead.showSights(complain);
  const modelId = state.selected;
  requests += 1;
  const number = requests;
  if (!modelId || !state.side || modelId[0] !== state.side) return;
  try {
    const answer = await server.choices(modelId);
    if (number !== requests) return;
    state.choicesCame(answer);
    const places = document.getElementById("reach-list");
    if (places) places.innerHTML = answer.places;
    draw.drawChoices();
    const isNews = shownFor !== `${state.seq} ${modelId}`;
    shownFor = `${state.seq} ${modelId}`;
    if (isNews && !playback.isPlaying()) showSelected();
    const list = document.querySelector(`details[data-moves][data-verb="${state.opened}"]`);
    if (list) list.open = true;
    frame.dataset.choices = String(answer.seq);
  } catch (fault) {
    complain(fault);
  }
}

let refreshing = null;
let again = false;
// Get what is new, with the panel of this model. During a refresh, one more follows it. The returned promise ends with
// the last of them.
export function refresh(modelId = "") {
  if (modelId) {
    wanted = modelId;
    selections += 1;
  }
  if (refreshing) again = true;
  else refreshing = refreshAll().finally(() => (refreshing = null));
  return refreshing;
}

async function refreshAll() {
  do {
    again = false;
    const modelId = wanted;
    try {
      const answer = await server.fresh(modelId, modelId ? "" : state.selected, state.seq);
      if (wanted === modelId) wanted = "";
      apply(answer);
    } catch (fault) {
      if (wanted === modelId) wanted = "";
      complain(fault);
    }
  } while (again);
}

function ruleLink(rule) {
  if (!rule) return [];
  const link = document.createElement("a");
  link.href = `/rules/${rule.split("-")[0].toLowerCase()}/#${rule}`;
  link.textContent = rule;
  return [" [", link, "]"];
}

export function complain(fault) {
  if (!(fault instanceof server.Refused)) {
    say(words.no_answer, { show: true });
    setTimeout(() => refresh(), 2000);
    return;
  }
  const box = document.createElement("div");
  box.className = "notice is-bad";
  box.tabIndex = -1;
  box.dataset.refusal = "";
  const line = document.createElement("p");
  line.append(fault.message, ...ruleLink(fault.answer.rule));
  box.append(line);
  refused.replaceChildren(box);
  if (fault.answer.code === "stale_order") refresh();
}

export async function send(promise) {
  page.setAttribute("aria-busy", "true");
  const known = selections;
  try {
    const answer = await promise;
    const isOutdated = selections !== known && state.selected;
    if (isOutdated) answer.selected = state.selected;
    apply(answer);
    if (isOutdated) refresh(state.selected);
    refused.replaceChildren();
  } catch (fault) {
    draw.drawWay(null);
    complain(fault);
  } finally {
    page.removeAttribute("aria-busy");
  }
}
