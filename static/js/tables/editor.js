// Drawing a table: forms are sent in the background, pieces are dragged and moved by keys. Without this script every
// press is an ordinary form.
import { isJson, page, request } from "../requests.js";

const home = document.getElementById("drafting");
const STEP = 0.25;
const TIME_LIMIT_MS = 30000;
let busy = Promise.resolve();

function svg() {
  return home.querySelector(".drafting-svg");
}

function refocus(piece, label) {
  // What was just put down has no name yet: it is the chosen one.
  const handle = home.querySelector(piece ? `.handle[data-piece="${CSS.escape(piece)}"]` : ".handle.is-chosen");
  const button =
    label &&
    [...home.querySelectorAll("button, select, input")].find((node) => node.dataset.key === label || node.id === label);
  (button || handle)?.focus({ preventScroll: true });
}

// What the reader has unfolded stays unfolded when the panel is made anew.
const titleOf = (fold) => fold.querySelector("summary").textContent.replace(/\d+/g, "").trim();

function show(html) {
  const open = new Set([...home.querySelectorAll("details[open]")].map(titleOf));
  home.innerHTML = html;
  for (const fold of home.querySelectorAll("details")) if (open.has(titleOf(fold))) fold.open = true;
}

async function send(action, fields, after) {
  const answer = await request(action, { method: "POST", body: fields, limit: TIME_LIMIT_MS });
  if (!isJson(answer)) {
    location.reload();
    return;
  }
  const said = await answer.json();
  if (said.html) show(said.html);
  if (said.refused || said.message) home.querySelector("[data-refusal]")?.focus({ preventScroll: false });
  else after?.();
}

// One press after the other: each carries the step that the answer before it gave.
function press(action, make, after) {
  busy = busy.then(() => send(action, make(), after)).catch(() => location.reload());
}

function formOf(verb) {
  return home.querySelector(`form[action$="/${verb}/"]`);
}

function act(verb, piece, values, after) {
  const form = formOf(verb) || home.querySelector(".drafting-add");
  const action = form.action.replace(/[a-z_]+\/$/, `${verb}/`);
  press(
    action,
    () => {
      const source = new FormData(home.querySelector(".drafting-add"));
      const fields = new FormData();
      fields.set("csrfmiddlewaretoken", source.get("csrfmiddlewaretoken"));
      fields.set("step", source.get("step"));
      fields.set("piece", piece);
      for (const [key, value] of Object.entries(values)) fields.set(key, value);
      return fields;
    },
    after || (() => refocus(piece)),
  );
}

home.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  const submitter = event.submitter;
  const piece = form.elements.piece?.value;
  const label = submitter?.dataset.key || document.activeElement?.id;
  const fields = new FormData(form, submitter);
  press(
    form.action,
    () => {
      const step = home.querySelector(".drafting-add")?.elements.step?.value;
      if (step) fields.set("step", step);
      return fields;
    },
    () => refocus(piece, label),
  );
});

async function choose(piece) {
  const fresh = (await page(`?piece=${encodeURIComponent(piece)}`)).getElementById("drafting");
  if (fresh) show(fresh.innerHTML);
  history.replaceState(null, "", `?piece=${encodeURIComponent(piece)}`);
  refocus(piece);
}

home.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-piece], a[data-choose]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (!link.dataset.wasDragged) choose(link.dataset.piece || link.dataset.choose);
  delete link.dataset.wasDragged;
});

// ---- dragging ----
let drag = null;

function inches(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
  return { x: point.x, y: Number(svg().dataset.length) - point.y };
}

home.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".handle");
  if (!handle || event.button !== 0) return;
  drag = { handle, from: inches(event), by: { x: 0, y: 0 } };
});
home.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const now = inches(event);
  drag.by = { x: Math.round((now.x - drag.from.x) / STEP) * STEP, y: Math.round((now.y - drag.from.y) / STEP) * STEP };
  drag.handle.setAttribute("transform", `translate(${drag.by.x} ${-drag.by.y})`);
});
addEventListener("pointerup", () => {
  if (!drag) return;
  const { handle, by } = drag;
  drag = null;
  if (!by.x && !by.y) return;
  handle.dataset.wasDragged = "1";
  act("shift", handle.dataset.piece, by);
});
addEventListener("pointercancel", () => {
  drag?.handle.removeAttribute("transform");
  drag = null;
});
home.addEventListener("dragstart", (event) => event.preventDefault());

// ---- keys ----
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
home.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    home.querySelector(`[data-key="${event.shiftKey ? "redo" : "undo"}"]`)?.click();
    return;
  }
  const handle = event.target.closest?.(".handle");
  if (!handle || event.ctrlKey || event.metaKey || event.altKey) return;
  const piece = handle.dataset.piece;
  const way = WAYS[event.key];
  if (way) {
    const far = event.shiftKey ? 1 : STEP;
    act("shift", piece, { x: way[0] * far, y: way[1] * far });
  } else if (event.key === "r" || event.key === "R") act("turn", piece, { degrees: event.shiftKey ? 15 : 90 });
  else if (event.key === "d") act("duplicate", piece, {});
  else if (event.key === "Delete" || event.key === "Backspace")
    act("remove", piece, {}, () => home.querySelector(".handle")?.focus());
  else return;
  event.preventDefault();
});
