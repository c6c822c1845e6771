// The coach and the hints: the element that the card refers to is marked on the page and on the table, and hints that
// were shown are stored as seen. The server renders the cards.
import { say } from "../site.js";
import { box, element, modelOf, region, whole } from "./draw.js";
import * as preferences from "./preferences.js";
import { words } from "./state.js";

const table = document.querySelector("#table .turned");
const layer = element("g", { class: "layer pointer", "aria-hidden": "true" }, table);
let shown = "";

const card = () => region("guidance").querySelector(".guidance");

// Redraws the marks for the current page; a new lesson is announced to screen readers.
export function show() {
  layer.replaceChildren();
  for (const marked of document.querySelectorAll(".is-pointed-at")) marked.classList.remove("is-pointed-at");
  const now = card();
  if (!now) {
    shown = "";
    return;
  }
  const { lesson, hint, pointsAt, model } = now.dataset;
  const pressed = pointsAt ? document.querySelector(pointsAt) : null;
  pressed?.classList.add("is-pointed-at");
  const figure = model ? modelOf(model) : null;
  if (figure) {
    const holder = element("g", { class: "pointer-mark", transform: figure.getAttribute("transform") }, layer);
    element("circle", { r: 1.05 }, holder);
    element("path", { class: "upright", d: "M0-1.25-.5-2.1H.5Z" }, holder);
  }
  const code = lesson ?? hint;
  if (code === shown) return;
  shown = code;
  if (lesson) bringIntoView(figure, pressed);
  if (hint && !preferences.isSeen(hint)) preferences.markSeen(hint);
  if (lesson) say(now.textContent.replace(/\s+/g, " ").trim());
}

// New fragments from the server may contain other buttons, and so may previews.
const again = new MutationObserver(show);
again.observe(region("guidance"), { childList: true });
again.observe(document.getElementById("preview"), { childList: true, attributes: true });

// The model to select is in the drawing, the button in the panel.
function bringIntoView(figure, pressed) {
  if (figure) {
    const [x, y, width, height] = box();
    const [, left, top] = figure
      .getAttribute("transform")
      .match(/\((-?[\d.]+)[ ,]+(-?[\d.]+)/)
      .map(Number);
    if (left < x + 1 || left > x + width - 1 || top < y + 3 || top > y + height - 1) whole();
  }
  if (pressed?.closest("#sheet")) pressed.scrollIntoView({ block: "nearest" });
}

region("guidance").addEventListener("click", (event) => {
  const act = event.target.closest("[data-guidance]")?.dataset.guidance;
  if (!act) return;
  if (act === "off") {
    preferences.set("hints", false);
    say(words.guidance_off, { show: true });
  }
  region("guidance").replaceChildren();
  delete region("guidance").dataset.last;
});
