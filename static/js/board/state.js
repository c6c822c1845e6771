// The only store of this page, and the texts in the user's language that the page contains. Without JavaScript the same
// page works with plain links and forms.
import { BoardStore } from "./store.js";

export const state = new BoardStore();
export const verb = (code) => state.verb(code);
export const aimedAt = (target) => state.aimedAt(target);

// Texts in the user's language from the page; `{name}` is a placeholder.
export const words = JSON.parse(document.getElementById("board-words").textContent);

// The text for the input device: touch screens have no Escape key, so some texts have a version for them.
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
