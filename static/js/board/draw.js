// Draws what changes: fragments from the server, models that glide to their new places, reach, aims, routes, and the
// visible part of the table. Coordinates are inches of the table; y increases away from the near edge, so it decreases
// downwards in the drawing.
import { say } from "../site.js";
import { liftAbove } from "./floors.js";
import { sentence, state, verb, words } from "./state.js";

const NS = "http://www.w3.org/2000/svg";
const INCHES_A_SECOND = 12;
const LONGEST_MS = 600;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const svg = document.getElementById("table");
const turned = svg.querySelector(".turned");
const layer = (name) => svg.querySelector(`.layer.${name}`);

export const region = (name) => document.querySelector(`[data-region="${name}"]`);

export function element(name, attributes, parent) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

export function node(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

// ---- fragments ----
export function swap(regions) {
  const active = document.activeElement;
  for (const [name, html] of Object.entries(regions)) {
    const place = region(name);
    if (!place || place.dataset.last === html) continue;
    const inside = place.contains(active)
      ? { text: active.textContent.trim(), id: active.id, who: active.dataset.who }
      : null;
    const scrolled = place.scrollTop;
    const openQuestion = place.querySelector(".ask[open] summary")?.textContent;
    place.innerHTML = html;
    place.dataset.last = html;
    place.scrollTop = scrolled;
    // An opened question stays open.
    for (const summary of place.querySelectorAll(".ask summary"))
      if (summary.textContent === openQuestion) summary.parentElement.open = true;
    if (!inside) continue;
    const same = [...place.querySelectorAll("a, button, input, summary")].find(
      (node) =>
        (inside.id && node.id === inside.id) ||
        (inside.who && node.dataset.who === inside.who) ||
        (inside.text && node.textContent.trim() === inside.text),
    );
    if (same) same.focus({ preventScroll: true });
    else {
      place.tabIndex = -1;
      place.focus({ preventScroll: true });
    }
  }
}

// ---- models ----
function places() {
  const found = new Map();
  for (const model of layer("models").querySelectorAll(".model")) {
    const [x, y] = model
      .getAttribute("transform")
      .match(/-?[\d.]+/g)
      .map(Number);
    found.set(model.dataset.who, [x, y]);
  }
  return found;
}

// With `isPlayed`, the playback has already shown the movement, so the models do not glide.
export function swapModels(html, { isPlayed = false } = {}) {
  const group = layer("models");
  const before = places();
  group.innerHTML = html;
  if (isPlayed) return;
  for (const [modelId, [x, y]] of places()) {
    const was = before.get(modelId);
    if (!was || (was[0] === x && was[1] === y)) continue;
    const model = modelOf(modelId);
    if (still.matches) {
      model.classList.add("just-moved");
      setTimeout(() => model.classList.remove("just-moved"), 600);
      continue;
    }
    const ms = Math.min(LONGEST_MS, (Math.hypot(x - was[0], y - was[1]) / INCHES_A_SECOND) * 1000);
    model.animate([{ transform: `translate(${was[0]}px, ${was[1]}px)` }, { transform: `translate(${x}px, ${y}px)` }], {
      duration: ms,
      easing: "ease-in-out",
    });
  }
}

export function swapMarks(html) {
  const marks = layer("marks");
  if (html !== undefined && marks.dataset.last !== html) {
    marks.innerHTML = html;
    marks.dataset.last = html;
  }
}

export function swapZones(html) {
  const zones = layer("zones-now");
  if (zones.dataset.last !== html) {
    zones.innerHTML = html;
    zones.dataset.last = html;
  }
}

// Move the terrain too, where a piece (a walking wood) may have moved.
export function swapGround(html) {
  const ground = svg.querySelector(".static-layers");
  if (html && ground.dataset.last !== html) {
    ground.innerHTML = html;
    ground.dataset.last = html;
  }
}

export function swapRoutes(html) {
  layer("routes").innerHTML = html;
}

// The route of a charge that is only being considered.
export function drawPreviewRoute(html) {
  layer("ahead").innerHTML = html;
}

export const modelOf = (modelId) => layer("models").querySelector(`[data-who="${modelId}"]`);

export function placeOf(modelId) {
  const model = modelOf(modelId);
  if (!model) return null;
  const [x, y] = model
    .getAttribute("transform")
    .match(/-?[\d.]+/g)
    .map(Number);
  return [x, y];
}

export function markSelected() {
  for (const model of layer("models").querySelectorAll(".model")) {
    const is = model.dataset.who === state.selected;
    model.classList.toggle("is-selected", is);
    if (is) layer("models").append(model);
  }
  for (const line of document.querySelectorAll(".figure")) {
    const link = line.querySelector("a");
    const is = link.dataset.who === state.selected;
    line.classList.toggle("is-selected", is);
    link.toggleAttribute("aria-current", is);
  }
  liftAbove([modelOf(state.selected)]);
}

// ---- reach and aims ----
export function drawChoices() {
  const reach = layer("reach");
  const lines = layer("lines");
  reach.replaceChildren();
  lines.replaceChildren();
  for (const model of layer("models").querySelectorAll(".is-target")) model.classList.remove("is-target");
  if (!state.choices) return;
  for (const manner of Object.keys(state.choices.reach)) {
    const drawn = state.choices.reach[manner];
    const isFull = manner === state.manner || manner === "crawl" || manner === "charge";
    if (isFull) element("path", { class: `reach-area ${manner}`, d: drawn.area }, reach);
    element("path", { class: `reach-rim ${manner}`, d: drawn.area }, reach);
    if (!isFull) continue;
    if (drawn.heights) element("path", { class: `reach-heights ${manner}`, d: drawn.heights }, reach);
    for (const [x, y] of drawn.hides) {
      element(
        "path",
        {
          class: "hide-mark",
          d: "M-.24 0Q0-.2.24 0 0 .2-.24 0M-.2.18.2-.18",
          transform: `translate(${x} ${state.length - y})`,
        },
        reach,
      );
    }
    for (const [x, y, says] of drawn.labels) {
      const holder = element("g", { transform: `translate(${x} ${state.length - y})` }, reach);
      element("text", { class: "reach-label upright" }, holder).textContent = says;
    }
  }
  for (const code of ["charge", "shoot", "search"]) {
    for (const option of verb(code)?.options ?? []) {
      if (option.target) modelOf(option.target)?.classList.add("is-target");
    }
  }
}

export function drawSights(html) {
  layer("sights").innerHTML = html;
}

// The eye icon at a chosen spot without a model.
export function drawEye(spot) {
  for (const old of layer("sights").querySelectorAll(".spot-eye")) old.remove();
  if (spot) element("circle", { class: "spot-eye", cx: spot[0], cy: state.length - spot[1], r: 0.3 }, layer("sights"));
}

export function drawSpots(html) {
  layer("spots").innerHTML = html;
}

export function drawAim(entry, option) {
  const lines = layer("lines");
  lines.replaceChildren();
  const from = placeOf(state.selected);
  const to = option && placeOf(option.target);
  if (!from || !to) return;
  element("path", { class: `aim ${entry.code}`, d: `M${from[0]} ${from[1]}L${to[0]} ${to[1]}` }, lines);
  const holder = element("g", { transform: `translate(${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2})` }, lines);
  const text = element("text", { class: "aim-label upright" }, holder);
  text.textContent = option.short ?? option.odds?.short ?? option.note;
}

export function drawWay(points, radius, sent = false) {
  const ghost = layer("ghost");
  ghost.replaceChildren();
  if (!points?.length) return;
  const spots = points.map(([x, y]) => `${x} ${state.length - y}`);
  element("path", { class: `way-line${sent ? " is-sent" : ""}`, d: `M${spots.join("L")}` }, ghost);
  const [x, y] = points[points.length - 1];
  element("circle", { cx: x, cy: state.length - y, r: radius ?? 0.5 }, ghost);
}

export function drawRuler(from, to, label = "") {
  const ghost = layer("ghost");
  ghost.replaceChildren();
  if (!from) return;
  const [x0, y0, x1, y1] = [from[0], state.length - from[1], to[0], state.length - to[1]];
  element("path", { class: "ruler", d: `M${x0} ${y0}L${x1} ${y1}` }, ghost);
  const holder = element("g", { transform: `translate(${(x0 + x1) / 2} ${(y0 + y1) / 2})` }, ghost);
  element("text", { class: "aim-label upright" }, holder).textContent = label;
}

export function drawCursor(spot) {
  const ghost = layer("ghost");
  ghost.replaceChildren();
  if (spot) element("circle", { class: "cursor", cx: spot[0], cy: state.length - spot[1], r: 0.35 }, ghost);
}

// ---- the view ----
// Another view (3D) that replaces the map: {zoom, fit, show, pixels, bringIntoView}; null for the map.
let other = null;
export const setView = (view) => {
  other = view;
};
export const otherView = () => other;

export function box() {
  return svg.getAttribute("viewBox").split(" ").map(Number);
}

const MARGIN_IN = 1.5;

// Keep the visible area on the table, with a small margin. An area larger than the table is centred on it. `covered` is
// how much of its start lies under the tools.
function kept(start, size, whole, covered = 0) {
  if (size - covered >= whole + 2 * MARGIN_IN) return (whole - size - covered) / 2;
  return Math.min(Math.max(start, -MARGIN_IN - covered), whole - size + MARGIN_IN);
}

// Pixels at the top of the frame that the tools cover: on phones they lie over the table, elsewhere above it.
export function pixelsUnderTools() {
  const frame = svg.parentElement.getBoundingClientRect();
  const tools = document.querySelector(".board-tools")?.getBoundingClientRect();
  return tools ? Math.min(Math.max(0, tools.bottom - frame.top), frame.height / 2) : 0;
}

// The part of a visible area of this size that the tools cover, in inches from its top.
export function underTools(width, height) {
  const frame = svg.getBoundingClientRect();
  const scale = Math.min(frame.width / width, frame.height / height);
  const blank = (frame.height - height * scale) / 2;
  return scale > 0 ? Math.max(0, (pixelsUnderTools() - blank) / scale) : 0;
}

// Whether the whole table is shown: it then stays so when the frame changes its size.
let isWhole = false;

export function setBox(x, y, width, height) {
  isWhole = false;
  const w = Math.max(width, 5);
  const h = Math.max(height, 5);
  const view = [kept(x, w, state.width), kept(y, h, state.length, underTools(w, h)), w, h]
    .map((value) => value.toFixed(2))
    .join(" ");
  svg.setAttribute("viewBox", view);
  svg.parentElement.querySelector(".playback-sheet")?.setAttribute("viewBox", view);
  sizeMarks();
}

// Marks on tokens stay readable: below a certain number of pixels per inch they are enlarged, and details that are too
// small are hidden.
const MARKS_FROM = 24;
const MOST_MARK = 1.4;
function sizeMarks() {
  const pixels = svg.getScreenCTM()?.a;
  if (!pixels) return;
  const mark = Math.min(MOST_MARK, Math.max(1, MARKS_FROM / Math.abs(pixels))).toFixed(2);
  const frame = svg.parentElement;
  if (frame.style.getPropertyValue("--mark") !== mark) frame.style.setProperty("--mark", mark);
  frame.classList.toggle("is-far", Math.abs(pixels) < MARKS_FROM);
}
new ResizeObserver(() => {
  if (isWhole && !other) whole();
  sizeMarks();
}).observe(svg);

export function zoom(factor, at) {
  if (other) return void other.zoom(factor);
  const [x, y, w, h] = box();
  const [cx, cy] = at ?? [x + w / 2, y + h / 2];
  const nw = Math.min(Math.max(w * factor, 6), Math.max(state.width, state.length) * 1.6);
  const scale = nw / w;
  setBox(cx - (cx - x) * scale, cy - (cy - y) * scale, w * scale, h * scale);
}

// Fit the table into the frame, below the tools where they lie over it.
export function whole() {
  if (other) return void other.fit();
  const { clientWidth: wide, clientHeight: high } = svg.parentElement;
  const covered = pixelsUnderTools();
  const scale = Math.min(wide / state.width, (high - covered) / state.length);
  if (!covered || !(scale > 0)) setBox(0, 0, state.width, state.length);
  else setBox((state.width - wide / scale) / 2, -covered / scale, wide / scale, high / scale);
  isWhole = true;
}

// Set the width of the visible area in inches; its height follows from the shape of the frame.
export function closeUp(across) {
  const frame = svg.parentElement;
  const high = (across * frame.clientHeight) / Math.max(1, frame.clientWidth);
  const [x, y, w, h] = box();
  setBox(x + (w - across) / 2, y + h - high, across, high);
}

// Move the visible area as little as possible, so that a model is well inside it. Where the table ends, the model may be
// as near to the end of the visible area: a table that is wholly visible never moves.
export function show(modelId) {
  if (other) return void other.show(modelId);
  const model = modelOf(modelId);
  if (!model) return;
  const [px, py] = model
    .getAttribute("transform")
    .match(/-?[\d.]+/g)
    .map(Number);
  const at = svg.classList.contains("is-flipped") ? [state.width - px, state.length - py] : [px, py];
  const [x, y, w, h] = box();
  const within = (start, size, place, whole, covered = 0) => {
    const edge = Math.min(2, size / 6);
    const first = place - Math.min(edge, place) - covered;
    const last = place + Math.min(edge, whole - place) - size;
    return Math.max(Math.min(start, first), last);
  };
  const left = within(x, w, at[0], state.width);
  const top = within(y, h, at[1], state.length, underTools(w, h));
  if (left !== x || top !== y) setBox(left, top, w, h);
}

// A position on the screen as [x, y] in inches of the table, and in units of the drawing for zooming.
export function toTable(clientX, clientY) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(turned.getScreenCTM().inverse());
  return [point.x, state.length - point.y];
}

export function toDrawing(clientX, clientY) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

export function setLevel(level) {
  state.showLevel(level);
  svg.dataset.level = level;
  for (const tool of document.querySelectorAll(".tool[data-level]")) {
    if (tool.dataset.level === level) tool.setAttribute("aria-current", "true");
    else tool.removeAttribute("aria-current");
  }
  const name = words[`level_${level || "all"}`];
  for (const shown of document.querySelectorAll("[data-level-name]")) shown.textContent = name;
  say(sentence("level_shown", { level: name }), { show: true });
}
