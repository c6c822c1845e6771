// The card of a model, shown on hover, focus and long press. With a mouse it opens in the corner of the board that is
// farthest from the models concerned; on a phone it is a sheet. Loaded when it is first shown.
import { modelOf, node } from "./draw.js";
import * as server from "./server.js";
import { state, words } from "./state.js";

const frame = document.getElementById("board");
const card = node("aside", "model-card");
card.id = "model-card";
card.hidden = true;
card.setAttribute("aria-label", words.card);
const body = node("div", "model-card-body");
const close = node("button", "button model-card-close", words.close);
close.type = "button";
card.append(body, close);
document.querySelector(".battle-board").append(card);
const GONE_MS = 350;
const MARGIN = 8;
let shown = "";
let timer = 0;
const cache = new Map();

async function fetched(modelId) {
  const key = `${state.seq} ${modelId} ${state.selected}`;
  if (!cache.has(key)) {
    if (cache.size > 60) cache.clear();
    const answer = server.card(modelId, state.selected);
    cache.set(key, answer);
    answer.catch(() => cache.delete(key));
  }
  return (await cache.get(key)).html;
}

const centre = (box) => [box.x + box.width / 2, box.y + box.height / 2];
const cuts = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

// The corner of the board that is farthest from the models and covers none of them. Where every corner would cover one,
// the corner with the most room beside them.
function corner() {
  const board = frame.getBoundingClientRect();
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const models = [modelOf(shown), modelOf(state.selected)]
    .filter(Boolean)
    .map((model) => model.getBoundingClientRect());
  const places = [];
  for (const left of [true, false])
    for (const top of [true, false])
      places.push({
        left,
        top,
        x: left ? board.x + MARGIN : board.right - size.width - MARGIN,
        y: top ? board.y + MARGIN : board.bottom - size.height - MARGIN,
        ...size,
      });
  const nearest = (place) =>
    Math.min(
      Infinity,
      ...models.map((box) => Math.hypot(centre(box)[0] - centre(place)[0], centre(box)[1] - centre(place)[1])),
    );
  const free = places.filter((place) => !models.some((box) => cuts(box, place)));
  if (free.length) return free.reduce((best, place) => (nearest(place) > nearest(best) ? place : best));
  return places
    .map((place) => shortened(place, models))
    .reduce((best, place) => (place.room > best.room ? place : best));
}

// A place with a height that leaves these models uncovered; the card scrolls then.
function shortened(place, models) {
  const end = place.y + place.height;
  const rooms = models
    .filter((box) => cuts(box, place))
    .map((box) => (place.top ? box.y - MARGIN - place.y : end - box.y - box.height - MARGIN));
  const room = Math.max(0, Math.min(place.height, ...rooms));
  return { ...place, room, y: place.top ? place.y : end - room };
}

function settle(asSheet) {
  card.classList.toggle("is-sheet", asSheet);
  close.hidden = !asSheet;
  card.style.removeProperty("left");
  card.style.removeProperty("top");
  card.style.removeProperty("max-height");
  if (asSheet) return;
  const place = corner();
  const board = document.querySelector(".battle-board").getBoundingClientRect();
  card.style.left = `${Math.round(place.x - board.x)}px`;
  card.style.top = `${Math.round(place.y - board.y)}px`;
  if (place.room) card.style.maxHeight = `${Math.floor(place.room)}px`;
}

export async function show(modelId, { asSheet = false } = {}) {
  clearTimeout(timer);
  if (shown === modelId && !card.hidden) return;
  shown = modelId;
  const html = await fetched(modelId);
  if (shown !== modelId) return;
  body.innerHTML = html;
  card.dataset.of = modelId;
  card.hidden = false;
  settle(asSheet);
  if (asSheet) close.focus({ preventScroll: true });
}

// Hides the card after a short delay, unless the pointer returns to it.
export function leave() {
  if (card.classList.contains("is-sheet") && !card.hidden) return;
  shown = "";
  clearTimeout(timer);
  timer = setTimeout(hide, GONE_MS);
}

export function hide() {
  clearTimeout(timer);
  shown = "";
  card.hidden = true;
  card.classList.remove("is-sheet");
}

export const isShown = () => !card.hidden;

card.addEventListener("pointerenter", () => clearTimeout(timer));
card.addEventListener("pointerleave", leave);
close.addEventListener("click", () => {
  hide();
  frame.focus({ preventScroll: true });
});
document.addEventListener("keydown", (event) => event.key === "Escape" && hide(), true);
document.addEventListener("pointerdown", (event) => isShown() && !card.contains(event.target) && hide(), true);
