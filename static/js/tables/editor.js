// Drawing a table: forms are sent in the background, pieces are dragged, turned and moved by keys, new ones dragged
// from the palette. Without this script every button submits an ordinary form.
import { isJson, page, request } from "../requests.js";

const home = document.getElementById("drafting");
const STEP = 0.25;
const TIME_LIMIT_MS = 30000;
let busy = Promise.resolve();

function svg() {
  return home.querySelector(".drafting-svg");
}

function refocus(piece, label) {
  // A piece that was just placed has no id yet; it is the selected one.
  const handle = home.querySelector(piece ? `.handle[data-piece="${CSS.escape(piece)}"]` : ".handle.is-chosen");
  const button =
    label &&
    [...home.querySelectorAll("button, select, input")].find((node) => node.dataset.key === label || node.id === label);
  (button || handle)?.focus({ preventScroll: true });
}

// What the user has expanded stays expanded when the panel is redrawn.
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
  const data = await answer.json();
  if (data.html) show(data.html);
  if (data.refused || data.message) home.querySelector("[data-refusal]")?.focus({ preventScroll: false });
  else after?.();
}

// One action after the other: each contains the step number from the previous response.
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

// ---- dragging: pieces, the handle that turns them, and the palette ----
let drag = null;
const TURN = 15;
const ASK_MS = 150;
const NS = "http://www.w3.org/2000/svg";

function inches(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
  return { x: point.x, y: Number(svg().dataset.length) - point.y };
}

const snapped = (value) => Math.round(value / STEP) * STEP;
const placeOf = (handle) => ({ x: Number(handle.dataset.x), y: Number(handle.dataset.y) });

function drawn(name, attributes, parent) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

// The round handle above the selected piece turns it around its centre.
function addKnob() {
  const handle = home.querySelector(".handle.is-chosen");
  if (!handle || !formOf("turn") || home.querySelector(".turn-knob")) return;
  const { x, y } = placeOf(handle);
  const down = Number(svg().dataset.length) - y;
  const top = Math.min(down, ...tops(handle));
  const knob = drawn("g", { class: "turn-knob", "aria-hidden": "true" }, handle.parentElement);
  drawn("line", { x1: x, y1: top, x2: x, y2: top - 0.9 }, knob);
  drawn("circle", { cx: x, cy: Math.max(0.5, top - 1.2), r: 0.5 }, knob);
  knob.dataset.piece = handle.dataset.piece;
}

const tops = (handle) => [...handle.querySelector("polygon").points].map((point) => point.y);

const kinds = {
  shift: {
    start: (target) => ({ handle: target.closest(".handle") }),
    move({ from, handle }, now) {
      const by = { x: snapped(now.x - from.x), y: snapped(now.y - from.y) };
      handle.setAttribute("transform", `translate(${by.x} ${-by.y})`);
      return by.x || by.y ? by : null;
    },
  },
  turn: {
    start: (target) => ({ handle: home.querySelector(".handle.is-chosen"), knob: target.closest(".turn-knob") }),
    move({ from, handle, knob }, now) {
      const middle = placeOf(handle);
      const angle = (spot) => Math.atan2(spot.y - middle.y, spot.x - middle.x);
      const degrees = Math.round(((angle(now) - angle(from)) * 180) / Math.PI / TURN) * TURN;
      const turn = `rotate(${-degrees} ${middle.x} ${Number(svg().dataset.length) - middle.y})`;
      for (const part of [handle, knob]) part.setAttribute("transform", turn);
      return degrees % 360 ? { degrees } : null;
    },
  },
  add: {
    start: (target) => ({ entry: target.closest("[data-thing]").dataset.thing }),
    move(drag, now) {
      drag.handle ??= drawn("circle", { class: "drafting-ghost", r: 1 }, svg());
      const [, , width, length] = svg().getAttribute("viewBox").split(" ").map(Number);
      drag.handle.setAttribute("cx", now.x);
      drag.handle.setAttribute("cy", length - now.y);
      const isOn = now.x > 0 && now.x < width && now.y > 0 && now.y < length;
      return isOn ? { thing: drag.entry, x: snapped(now.x), y: snapped(now.y) } : null;
    },
  },
};

const kindOf = (target) =>
  target.closest(".turn-knob")
    ? "turn"
    : target.closest(".handle")
      ? "shift"
      : target.closest("[data-thing]")
        ? "add"
        : "";

home.addEventListener("pointerdown", (event) => {
  const kind = event.button === 0 ? kindOf(event.target) : "";
  if (!kind) return;
  if (kind !== "shift") event.preventDefault();
  if (kind === "add") event.target.releasePointerCapture?.(event.pointerId);
  drag = { kind, ...kinds[kind].start(event.target), from: inches(event), values: null };
});
addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.values = kinds[drag.kind].move(drag, inches(event));
  if (drag.values) askWhyNot(drag);
});
addEventListener("pointerup", () => {
  if (!drag) return;
  const { kind, handle, values, entry } = drag;
  drag = null;
  if (kind === "add") handle?.remove();
  tell("");
  if (!values) {
    if (kind === "add" && !handle) addInTheMiddle(entry);
    return;
  }
  handle.dataset.wasDragged = "1";
  act(kind, handle.dataset.piece ?? "", values);
});
addEventListener("pointercancel", () => {
  if (drag?.kind === "add") drag.handle?.remove();
  else drag?.handle.removeAttribute("transform");
  drag = null;
});
home.addEventListener("dragstart", (event) => event.preventDefault());
// A click on a button of the palette, or Enter, places the piece in the middle of the table.
home.addEventListener("click", (event) => {
  const entry = event.target.closest("[data-thing]");
  if (entry && event.detail === 0) addInTheMiddle(entry.dataset.thing);
});

function addInTheMiddle(code) {
  const { x, y } = home.querySelector(".drafting-add").elements;
  act("add", "", { thing: code, x: x.value, y: y.value });
}

// Whether the piece can be placed where it is held: the site is asked during the drag.
let timer = 0;
function askWhyNot(held) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const form = home.querySelector(".drafting-add");
    const fields = new FormData();
    fields.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    fields.set("try", "1");
    fields.set("piece", held.handle.dataset.piece ?? "");
    for (const [key, value] of Object.entries(held.values ?? {})) fields.set(key, value);
    const answer = await request(form.action.replace(/[a-z_]+\/$/, `${held.kind}/`), { method: "POST", body: fields });
    if (drag !== held || !isJson(answer)) return;
    const { refused } = await answer.json();
    held.handle.classList.toggle("is-refused", Boolean(refused));
    tell(refused);
  }, ASK_MS);
}

function tell(problem) {
  const line = home.querySelector("#drafting-state");
  if (!line) return;
  line.textContent = problem || line.dataset.fine;
  line.classList.toggle("drafting-state-bad", Boolean(problem));
}

new MutationObserver(addKnob).observe(home, { childList: true });
addKnob();
document.documentElement.classList.add("has-script");

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
