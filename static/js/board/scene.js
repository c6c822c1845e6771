// The scene of the playback: copies of the models over the board, the route, the aim, the card with the dice, and the
// ribbon with the result. The real models keep their current positions, invisible while the scene is shown, so nothing
// has to wait for the playback.
import { bringIntoView as bringSpotsIntoView } from "./aim-view.js";
import { box, element, node, otherView, setBox } from "./draw.js";
import { liftAbove } from "./floors.js";
import { sentence, state } from "./state.js";
import { cardPlace, focusOf, keptFree, lastSpots, offsetsOf } from "./timeline.js";

const svg = document.getElementById("table");
const turned = svg.querySelector(".turned");
const frame = document.getElementById("board");
const models = svg.querySelector(".layer.models");
const DOCK_HEIGHT = 200;
const CONDITIONS = ["knocked_down", "stunned", "out", "fled", "routed", "wound", "flees", "standing"];

const y = (spot) => state.length - spot[1];
const translated = (spot) => `translate(${spot[0]} ${y(spot)})`;

function spotOf(model) {
  const [x, down] = model
    .getAttribute("transform")
    .match(/-?[\d.]+/g)
    .map(Number);
  return [x, state.length - down];
}

// The current positions of the models as drawn.
function placesNow() {
  return new Map([...models.querySelectorAll(".model")].map((model) => [model.dataset.who, spotOf(model)]));
}

export const modelsNow = () => models.innerHTML;

// The current models, and those that left the table during these steps at their last position, drawn as in the list of
// warriors.
export function modelsFor(steps) {
  const drawn = placesNow();
  const gone = [...lastSpots(steps)].filter(([modelId]) => !drawn.has(modelId));
  return modelsNow() + gone.map(([modelId, spot]) => modelFromList(modelId, spot)).join("");
}

function modelFromList(modelId, spot) {
  const token = document.querySelector(`.figures [data-who="${CSS.escape(modelId)}"] .token`);
  if (!token) return "";
  const side = token.getAttribute("class").replace("token", "");
  return `<a class="model standing${side}" data-who="${modelId}" data-z="0" transform="${translated(spot)}">${token.innerHTML}</a>`;
}

// Opens a scene with copies of these models; `html` is the content of the models layer.
export function open(html) {
  const sheet = sheetOver();
  const group = element("g", { class: "layer playback" }, sheet.firstElementChild);
  const marks = element("g", { class: "playback-marks" }, group);
  const copies = element("g", { class: "playback-models" }, group);
  const source = document.createElementNS("http://www.w3.org/2000/svg", "g");
  source.innerHTML = html;
  const figures = new Map();
  for (const model of source.querySelectorAll(".model")) {
    const copy = element(
      "g",
      { class: `${model.getAttribute("class")} playback-model`, transform: model.getAttribute("transform") },
      copies,
    );
    copy.classList.remove("is-selected", "is-target");
    copy.dataset.z = model.dataset.z;
    copy.append(...[...model.childNodes].filter((child) => !/^(title|a)$/.test(child.nodeName)));
    figures.set(model.dataset.who, copy);
  }
  svg.classList.add("is-playing");
  const card = node("div", "step-card");
  const ribbon = node("div", "step-ribbon");
  const banner = node("div", "step-banner");
  for (const part of [card, ribbon, banner]) {
    part.hidden = true;
    part.setAttribute("aria-hidden", "true");
    frame.append(part);
  }
  const dock = dockFor(card);
  return { sheet, marks, figures, card, dock, ribbon, banner, view: box() };
}

// The scene is a separate drawing over the table, so that a step does not repaint the whole table.
function sheetOver() {
  const classes = svg.classList.contains("is-flipped") ? "playback-sheet is-flipped" : "playback-sheet";
  const same = Object.fromEntries(["viewBox", "preserveAspectRatio"].map((name) => [name, svg.getAttribute(name)]));
  const sheet = element("svg", { ...same, class: classes, "aria-hidden": "true" });
  const turn = turned.getAttribute("transform");
  element("g", { class: "turned", ...(turn ? { transform: turn } : {}) }, sheet);
  svg.after(sheet);
  return sheet;
}

// On a phone the card is shown over the top of the panel, so that it covers nothing of the table.
function dockFor(card) {
  const sheet = document.getElementById("sheet");
  if (!matchMedia("(max-width: 640px)").matches || sheet.offsetHeight < DOCK_HEIGHT) return null;
  const dock = node("div", "step-dock");
  dock.append(card);
  sheet.prepend(dock);
  sheet.scrollTop = 0;
  return dock;
}

export function close(scene) {
  svg.classList.remove("is-playing");
  setBox(...scene.view);
  for (const part of [scene.sheet, scene.card, scene.dock, scene.ribbon, scene.banner]) part?.remove();
  liftAbove([models.querySelector(".model.is-selected")]);
}

export function pose(scene, poses) {
  for (const [modelId, { spot, code }] of poses) {
    const figure = scene.figures.get(modelId);
    if (!figure) continue;
    for (const moving of figure.getAnimations()) moving.cancel();
    figure.setAttribute("transform", translated(spot));
    if (code) condition(figure, code);
  }
}

function condition(figure, code) {
  if (code === "wound") return void figure.classList.add(code);
  figure.classList.remove(...CONDITIONS);
  figure.classList.add({ stands: "standing", rallies: "standing" }[code] ?? code);
  showBadge(figure, { flees: "fleeing" }[code] ?? code);
}

// The badge of a state, as rendered by the server.
function showBadge(figure, code) {
  figure.querySelector(".badge")?.remove();
  if (!models.querySelector(`#mark-${code}`)) return;
  const far = -Number(figure.querySelector(".ring-outer")?.getAttribute("r") ?? 0.5);
  const badge = element("g", { class: `upright badge is-${code}` }, figure);
  const mark = element("g", { class: "sized" }, element("g", { transform: `translate(${far} ${far})` }, badge));
  element("circle", { r: 0.32 }, mark);
  element("use", { href: `#mark-${code}` }, mark);
}

export function clear(scene) {
  scene.marks.replaceChildren();
  for (const part of [scene.card, scene.ribbon, scene.banner]) part.hidden = true;
  for (const figure of scene.figures.values()) figure.classList.remove("acts", "is-aimed-at");
}

// The start of a step: who acts, the route, the aim.
export function begin(scene, step, times) {
  clear(scene);
  bringIntoView(step);
  scene.figures.get(step.who)?.classList.add("acts");
  liftAbove([scene.figures.get(step.who), scene.figures.get(step.whom)]);
  scene.figures.get(step.whom)?.classList.add("is-aimed-at");
  const side = step.side ? ` side-${step.side}` : "";
  if (step.path.length > 1) {
    const way = step.path.map((spot) => `${spot[0]} ${y(spot)}`).join("L");
    element("path", { class: `step-way${side} ${step.manner}`, d: `M${way}` }, scene.marks);
    arrowHead(scene.marks, step.path.at(-2), step.path.at(-1), side);
    glide(scene.figures.get(step.who), step.path, times.move);
  }
  if (step.at && step.to && step.who !== step.whom && step.path.length < 2) {
    element(
      "path",
      { class: `step-aim${side} ${step.manner}`, d: `M${step.at[0]} ${y(step.at)}L${step.to[0]} ${y(step.to)}` },
      scene.marks,
    );
    arrowHead(scene.marks, step.at, step.to, side);
  }
  if (step.kind === "turn" || step.kind === "rout" || step.kind === "end") show(scene.banner, step.text, side);
  else if (step.rolls) showCard(scene, step, side);
}

function arrowHead(parent, from, to, side) {
  const angle = (Math.atan2(y(to) - y(from), to[0] - from[0]) * 180) / Math.PI;
  element(
    "path",
    { class: `step-arrow${side}`, d: "M-.5-.28 0 0-.5.28Z", transform: `${translated(to)} rotate(${angle})` },
    parent,
  );
}

function glide(figure, path, ms) {
  if (!figure) return;
  figure.setAttribute("transform", translated(path.at(-1)));
  if (!ms) return;
  const offsets = offsetsOf(path);
  const frames = path.map((spot, place) => ({
    transform: `translate(${spot[0]}px, ${y(spot)}px)`,
    offset: offsets[place],
  }));
  figure.animate(frames, { duration: ms, easing: "ease-in-out" });
}

function show(part, text, side) {
  part.textContent = text;
  part.className = `${part.className.split(" ")[0]}${side}`;
  part.hidden = false;
}

// A position on the table as pixels of the frame.
function pixels(spot) {
  const other = otherView();
  if (other) return other.pixels(spot);
  const at = new DOMPoint(spot[0], y(spot)).matrixTransform(turned.getScreenCTM());
  const edge = frame.getBoundingClientRect();
  return [at.x - edge.left, at.y - edge.top];
}

function place(part, left, top) {
  part.style.left = `${Math.round(left)}px`;
  part.style.top = `${Math.round(top)}px`;
}

function showCard(scene, step, side) {
  const { card } = scene;
  card.className = `step-card${side}`;
  // The dice are copied from the block of the log.
  const rolls = document.querySelector(`#log [data-seq="${step.seq}"] .step-rolls`);
  card.replaceChildren(node("p", "step-card-title", step.text), ...(rolls ? [rolls.cloneNode(true)] : []));
  for (const roll of card.querySelectorAll(".step-roll")) roll.classList.add("is-waiting");
  card.hidden = false;
  if (scene.dock) return;
  const eye = focusOf(step);
  const size = [card.offsetWidth, card.offsetHeight];
  const room = [frame.clientWidth, frame.clientHeight];
  if (!eye) return void place(card, (room[0] - size[0]) / 2, room[1] * 0.2);
  const others = [...scene.figures.values()].map(spotOf).map(pixels);
  place(card, ...cardPlace(pixels(eye), size, room, others, keptFree(step).map(pixels)));
}

export function showRoll(scene, number) {
  scene.card.querySelectorAll(".step-roll")[number]?.classList.remove("is-waiting");
}

// The result on the models, with the ribbon below the model concerned.
export function result(scene, step) {
  for (const roll of scene.card.querySelectorAll(".is-waiting")) roll.classList.remove("is-waiting");
  for (const { who: modelId, code } of step.results) {
    const figure = scene.figures.get(modelId);
    if (!figure) continue;
    condition(figure, code);
    element("circle", { class: `step-pulse ${step.tone}`, r: 1.1, transform: translated(spotOf(figure)) }, scene.marks);
  }
  if (step.leader) {
    const fallen = step.results.findLast((found) => found.who === step.leader);
    show(scene.banner, sentence("leader_out", { step: fallen?.text ?? step.text }), " is-leader");
  }
  const eye = focusOf(step);
  if (!step.ribbon || !eye) return;
  show(scene.ribbon, step.ribbon, step.tone ? ` is-${step.tone}` : "");
  const [left, top] = pixels(eye);
  const width = scene.ribbon.offsetWidth;
  place(scene.ribbon, Math.max(4, Math.min(left - width / 2, frame.clientWidth - width - 4)), top + 20);
}

// The view moves, and zooms out if necessary, so that actor and target are visible.
function bringIntoView(step) {
  const spots = [...(step.path.length ? [step.path[0], step.path.at(-1)] : []), step.at, step.to].filter(Boolean);
  if (spots.length) bringSpotsIntoView(spots);
}
