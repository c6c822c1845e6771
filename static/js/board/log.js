// The log: one block for each action, rendered by the server. The block shown on the board is marked; clicking a block
// replays it. During playback, blocks of later steps are hidden, and the result card shows the last step played.
import { node } from "./draw.js";
import * as playback from "./playback.js";

const MOST = 60;
const page = document.querySelector(".battle");
const list = document.getElementById("log");
const card = document.getElementById("result");
const strip = document.getElementById("log-strip");
const again = document.getElementById("log-again");
let steps = [];
// The step shown on the board; later steps wait until the playback reaches them.
let current = null;

const seqOf = (block) => Number(block.dataset.seq);
export const blockOf = (seq) => list.querySelector(`[data-seq="${seq}"]`);
const isHeading = (block) => block?.matches(".block-phase, .block-turn");
// Says what someone did or what became of them. The bar above the board shows turn and phase.
const isAction = (block) => !isHeading(block) && !block.matches(".block-remark");

// Takes the steps of a response with their blocks. `whole` replaces all steps, because a command was undone. Returns
// the new ones.
export function add({ steps: found, whole }, html, after) {
  const known = new Set(steps.map((step) => step.seq));
  const fresh = found.filter((step) => step.seq > after && !known.has(step.seq));
  steps = whole ? found : [...steps, ...fresh].slice(-MOST);
  if (html || (whole && after)) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const blocks = [...box.content.children].filter((block) => whole || !blockOf(seqOf(block)));
    if (whole) list.replaceChildren();
    else if (isHeading(blocks[0]) && list.lastElementChild?.matches(".block-phase")) list.lastElementChild.remove();
    list.append(...blocks);
    while (list.children.length > MOST) list.firstElementChild.remove();
  }
  again.hidden = !steps.length;
  // Steps that are about to be played appear one by one.
  if (playback.isLive()) show(current);
  else if (!playback.willPlay(fresh)) show(null);
  return fresh;
}

const lastWith = (selector, upTo) =>
  [...list.children].findLast((block) => seqOf(block) <= upTo && block.querySelector(selector));

// The result card: the last action up to this one in which dice were rolled or a model changed.
function showResult(upTo) {
  const block = lastWith(".step-roll, .step-word", upTo);
  if (!block || card.dataset.seq === block.dataset.seq) return;
  card.dataset.seq = block.dataset.seq;
  card.className = `result-card ${block.className.match(/side-./)?.[0] ?? ""}`;
  card.replaceChildren(block.querySelector(".block-face").cloneNode(true));
  card.hidden = false;
}

function showStrip(block) {
  const title = block?.querySelector(".block-title");
  if (!title) return;
  const parts = [block.querySelector(".token")?.cloneNode(true), node("b", "", title.textContent)];
  parts.push(block.querySelector(".step-word")?.cloneNode(true));
  document.getElementById("log-last").replaceChildren(...parts.filter(Boolean));
}

// Marks the block of a step, or without one the newest. Later blocks are hidden while new steps are played.
function show(step, isDone = true) {
  current = step;
  const newest = list.lastElementChild ? seqOf(list.lastElementChild) : 0;
  const seq = step ? step.seq : newest;
  const isLive = step !== null && playback.isLive();
  const block = step ? blockOf(seq) : [...list.children].findLast(isAction);
  for (const other of list.children) {
    other.classList.toggle("is-ahead", isLive && seqOf(other) > seq);
    other.classList.toggle("is-acting", other === block && isLive && !isDone);
    other.classList.toggle("is-shown", other === block);
    other.toggleAttribute("aria-current", other === block && step !== null);
  }
  if (block) list.scrollTop = isLive || !step ? list.scrollHeight : block.offsetTop - list.offsetTop - 40;
  if (isDone) showResult(step && isLive ? seq : step ? Number(card.dataset.seq ?? 0) : newest);
  showStrip(block);
}

list.addEventListener("click", (event) => {
  const link = event.target.closest(".block-link");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const seq = seqOf(link.closest(".block"));
  const at = steps.findIndex((step) => step.seq === seq);
  if (at < 0) return;
  event.preventDefault();
  playback.replay(steps, at, true);
});

again.addEventListener("click", () => {
  const first = steps.findIndex((step) => step.kind !== "setup");
  playback.replay(steps, Math.max(0, first), false);
});

strip.addEventListener("click", () => {
  const isOpen = page.dataset.panel !== "log";
  page.dataset.panel = isOpen ? "log" : "";
  strip.setAttribute("aria-expanded", String(isOpen));
  list.scrollTop = list.scrollHeight;
});

playback.onStep(show);

// The newest block stays visible when the panel shrinks, for example when a warrior's choices or a font are loaded.
let isAtEnd = true;
list.addEventListener("scroll", () => {
  isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 8;
});
const toEnd = () => {
  if (isAtEnd) list.scrollTop = list.scrollHeight;
};
new ResizeObserver(toEnd).observe(list);
document.fonts.ready.then(toEnd);

export function begin() {
  add(JSON.parse(document.getElementById("board-steps").textContent), "", 0);
  // The steps of the page as it was loaded are never played.
  show(null);
}
