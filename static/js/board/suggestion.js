// The hint of the commander bot: its sentence in the panel, and models and route on the table. It is carried out only
// by its button. It disappears after any action.
import { drawWay, element, modelOf, node, show } from "./draw.js";
import { complain } from "./play.js";
import * as server from "./server.js";
import { state, words } from "./state.js";

const holder = document.getElementById("suggestion");
const layer = element("g", { class: "layer pointer", "aria-hidden": "true" }, document.querySelector("#table .turned"));
let shownAt = -1;

function mark(modelId, isTarget) {
  const figure = modelId && modelOf(modelId);
  if (!figure) return;
  const spot = element("g", { class: "pointer-mark", transform: figure.getAttribute("transform") }, layer);
  element("circle", { r: 1.05 }, spot);
  if (!isTarget) element("path", { class: "upright", d: "M0-1.25-.5-2.1H.5Z" }, spot);
}

function clear() {
  holder.replaceChildren();
  layer.replaceChildren();
  if (shownAt >= 0) drawWay(null);
  shownAt = -1;
}

// The sentence with the button that carries it out; the same as _suggestion.html. forms.js sends it.
function card(found, orders) {
  const made = node("div", "suggestion");
  made.append(node("p", "", found.sentence));
  const form = node("form", "board-form");
  form.method = "post";
  form.action = orders;
  const button = node("button", "button", words.follow_hint);
  button.name = "command";
  button.value = JSON.stringify(found.command);
  form.append(button);
  made.append(form);
  return made;
}

export async function ask(form) {
  const button = form.querySelector("button");
  if (button.getAttribute("aria-busy") || server.isSending()) return;
  button.setAttribute("aria-busy", "true");
  try {
    const found = await server.hint(state.side);
    clear();
    holder.append(card(found, form.action.replace(/hint\/$/, "commands/")));
    holder.scrollIntoView({ block: "nearest" });
    shownAt = found.seq;
    mark(found.who, false);
    mark(found.whom, true);
    drawWay(found.points);
    if (found.who) show(found.who);
  } catch (fault) {
    complain(fault);
  } finally {
    button.removeAttribute("aria-busy");
  }
}

state.subscribe(() => shownAt >= 0 && state.seq > shownAt && clear());
