// What the view has to show at once: everyone concerned by a step or by a choice of targets.
import { box, closeUp, otherView, placeOf, setBox, show, underTools } from "./draw.js";
import { state, verb } from "./state.js";

const svg = document.getElementById("table");

// Move the visible area, and zoom out if necessary, so that these positions on the table are visible.
export function bringIntoView(spots) {
  const other = otherView();
  if (other) return void other.bringIntoView(spots);
  const [bx, by, w, h] = box();
  const isFlipped = svg.classList.contains("is-flipped");
  const drawn = spots.map(([x, y]) => (isFlipped ? [state.width - x, y] : [x, state.length - y]));
  const covered = underTools(w, h);
  const isIn = ([px, py]) => px > bx + 1 && px < bx + w - 1 && py > by + covered + 1 && py < by + h - 1;
  if (drawn.every(isIn)) return;
  const xs = drawn.map(([px]) => px);
  const ys = drawn.map(([, py]) => py);
  const middle = (values) => (Math.min(...values) + Math.max(...values)) / 2;
  const span = (values) => Math.max(...values) - Math.min(...values);
  const scale = Math.max(1, (span(xs) + 6) / w, (span(ys) + 6) / (h - covered));
  setBox(middle(xs) - (w * scale) / 2, middle(ys) - ((h + covered) * scale) / 2, w * scale, h * scale);
}

// Widths of the visible area before and after it was widened to show targets.
let widened = null;

// Show the selected warrior together with the enemies they can charge or shoot. Without any, the view is as close again
// as it was before, unless the player has zoomed since.
export function showSelected() {
  const targets = ["charge", "shoot"].flatMap((code) => verb(code)?.options ?? []).map((option) => option.target);
  const spots = [state.selected, ...targets].map((modelId) => modelId && placeOf(modelId)).filter(Boolean);
  const [, , width] = box();
  if (spots.length > 1) {
    bringIntoView(spots.map(([x, y]) => [x, state.length - y]));
    const [, , now] = box();
    if (now > width) widened = { before: widened?.now === width ? widened.before : width, now };
    return;
  }
  if (widened?.now === width && !otherView()) closeUp(widened.before);
  widened = null;
  show(state.selected);
}
