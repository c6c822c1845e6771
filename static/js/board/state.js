// The one store of this page, and the sentences in the reader's language that the page gives.
// Without script the same page works as plain links and forms.
import { BoardStore } from "./store.js";

export const state = new BoardStore();
export const verb = (code) => state.verb(code);
export const aimedAt = (target) => state.aimedAt(target);

// Sentences in the reader's language, given by the page; `{name}` is filled in.
export const words = JSON.parse(document.getElementById("board-words").textContent);

// A sentence for the means at hand: on a touch screen there is no Escape key, so some have a form of their own.
const isTouch = matchMedia("(hover: none) and (pointer: coarse)").matches;
export const hint = (key) => (isTouch && words[`${key}_touch`]) || words[key];

export function sentence(key, fields = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_whole, name) => fields[name] ?? "");
}

export function readPage(frame) {
  const data = frame.dataset;
  state.open({
    pid: data.pid,
    base: data.base,
    csrf: data.csrf,
    seq: Number(data.seq),
    side: data.side,
    over: Boolean(data.over),
    selected: data.selected,
    width: Number(data.width),
    length: Number(data.length),
    level: frame.querySelector("svg").dataset.level,
    ask: document.querySelector(".prompt-question")?.textContent ?? "",
  });
}
