// Buttons for six dice below a field for typed dice, on touch devices; the last die saves the roll. Dice that could not
// be sent are kept on the device, so that they are still in the field after a reload. Without this script the field
// takes typed input.
const FACES = 6;

export function facesOf(text) {
  return [...text].filter((sign) => sign >= "1" && sign <= "6");
}

// The field's text after a die was tapped ("1" to "6") or the last one removed ("back"); at most `count` dice.
export function pressed(text, key, count) {
  const faces = facesOf(text);
  if (key === "back") faces.pop();
  else if (faces.length < count) faces.push(key);
  return faces.join(" ");
}

// Whether this tap entered the last die, so that the roll can be saved without another tap. The site offers to correct
// it afterwards.
export function isComplete(text, key, count) {
  return key !== "back" && facesOf(text).length === count;
}

// The dice kept for the current roll. Those of an earlier roll have been sent or corrected, so they are
// forgotten. `kept` is the stored text, `given` the number of dice that the site has.
export function keptFor(kept, given) {
  const [number, text] = (kept ?? "").split(":");
  return text && number === given ? text : "";
}

function keepDice(field) {
  const [row, given] = ["aftermath", "given"].map((name) => field.form?.elements[name]?.value);
  if (!row) return;
  const name = `dice:${row}`;
  try {
    const kept = keptFor(localStorage.getItem(name), given);
    if (kept && !field.value) field.value = kept;
    else if (!kept) localStorage.removeItem(name);
    field.addEventListener("input", () => localStorage.setItem(name, `${given}:${field.value}`));
  } catch {
    // The device stores nothing: the dice stay in the field until the page is left.
  }
}

const saveOf = (field) => field.form?.querySelector("button[value=faces]");

function make(pad) {
  const field = document.getElementById(pad.dataset.padFor);
  if (!field || pad.childElementCount) return;
  const keys = [...Array.from({ length: FACES }, (_, face) => String(face + 1)), "back"];
  for (const key of keys) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = key === "back" ? "⌫" : key;
    button.setAttribute("aria-label", key === "back" ? pad.dataset.back : pad.dataset.die.replace("%n", key));
    button.addEventListener("click", () => {
      field.value = pressed(field.value, key, Number(pad.dataset.count));
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (isComplete(field.value, key, Number(pad.dataset.count))) saveOf(field)?.click();
    });
    pad.append(button);
  }
  // The on-screen keyboard would cover the buttons.
  field.inputMode = "none";
  pad.hidden = false;
}

function makeAll(root) {
  for (const field of root.querySelectorAll("input.faces")) keepDice(field);
  if (!matchMedia("(pointer: coarse)").matches) return;
  for (const pad of root.querySelectorAll("[data-pad-for]")) make(pad);
}
if (globalThis.document) {
  makeAll(document);
  document.addEventListener("htmx:load", (event) => makeAll(event.target));
}
