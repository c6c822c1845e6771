// Opens the card of a model: when the mouse rests on it on the board or in the list, when its name has the focus, and on a
// long press.
const REST_MS = 250;
let card = null;
let timer = 0;

export async function show(modelId, options) {
  card ??= await import("./card.js");
  return card.show(modelId, options);
}

// `who` is the model under the mouse or with the focus, or "".
export function point(modelId) {
  clearTimeout(timer);
  if (modelId) timer = setTimeout(() => show(modelId), REST_MS);
  else card?.leave();
}

export const hide = () => card?.hide();

const list = document.getElementById("warriors");
const whoIn = (event) => event.target.closest?.("a[data-who]")?.dataset.who ?? "";
list.addEventListener("pointerover", (event) => event.pointerType === "mouse" && point(whoIn(event)));
list.addEventListener("pointerleave", () => point(""));
list.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && point(whoIn(event)));
list.addEventListener("focusout", () => point(""));
