// Reordering the roster by dragging: a name is dragged by mouse, pen or finger and dropped elsewhere in its section.
// The drop clicks a button of the region's form, so that the server decides; the arrows next to a name do the same. Alt
// and an arrow key in a row of the panel click its arrow.
let held = null;

const lines = (list) => [...list.querySelectorAll("[data-warrior]")];

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.("[data-arrange-grip]");
  if (!grip || event.button !== 0) return;
  const line = grip.closest("[data-warrior]");
  held = { line, list: line.parentElement, from: lines(line.parentElement).indexOf(line), pointer: event.pointerId };
  event.preventDefault();
  line.classList.add("is-held");
});

document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.pointer) return;
  const over = lines(held.list).find((other) => {
    const box = other.getBoundingClientRect();
    return other !== held.line && event.clientY >= box.top && event.clientY <= box.bottom;
  });
  if (!over) return;
  const box = over.getBoundingClientRect();
  const isUpper = event.clientY < box.top + box.height / 2;
  held.list.insertBefore(held.line, isUpper ? over : over.nextSibling);
});

function back({ line, list, from }) {
  const others = lines(list).filter((other) => other !== line);
  list.insertBefore(line, others[from] ?? null);
}

function drop(event) {
  if (!held || event.pointerId !== held.pointer) return;
  const done = held;
  held = null;
  done.line.classList.remove("is-held");
  const order = lines(done.list);
  const at = order.indexOf(done.line);
  if (at === done.from) return;
  if (event.type === "pointercancel") {
    back(done);
    return;
  }
  const button = document.querySelector("[data-arrange-drop]");
  button.value = `warrior=${done.line.dataset.warrior}&before=${order[at + 1]?.dataset.warrior ?? ""}`;
  button.click();
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

document.addEventListener("keydown", (event) => {
  if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
  const line = event.target.closest?.("[data-arrange] [data-warrior]");
  const button = line?.querySelector(`[data-step=${event.key === "ArrowUp" ? "up" : "down"}]`);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
});
