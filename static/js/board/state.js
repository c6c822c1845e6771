// What the board knows: the last thing the server said, who is selected, what is shown. No rules, no drawing.
// Without script the same page works as plain links and forms.
export const state = {
  pid: "",
  base: "",
  csrf: "",
  seq: 0,
  side: "",
  over: false,
  selected: "",
  width: 24,
  length: 24,
  choices: null,
  manner: "walk",
  target: 0,
  spot: -1,
  level: "",
  pending: null,
  cursor: null,
  sights: false,
  spotting: false,
  eye: null,
  opened: "",
  ask: "",
};

// Sentences in the reader's language, given by the page; `{name}` is filled in.
export const words = JSON.parse(document.getElementById("board-words").textContent);

// A sentence for the means at hand: on a touch screen there is no Escape key, so some have a form of their own.
const isTouch = matchMedia("(hover: none) and (pointer: coarse)").matches;
export const hint = (key) => (isTouch && words[`${key}_touch`]) || words[key];

export function told(key, fields = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_whole, name) => fields[name] ?? "");
}

export function readPage(frame) {
  const data = frame.dataset;
  Object.assign(state, {
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

// The verbs of the selected model that can be used now, by code.
export function verb(code) {
  return state.choices?.verbs.find((entry) => entry.code === code && (entry.options.length || !entry.listed)) ?? null;
}

// Everything that may be done to an enemy by the selected model: [verb, option].
export function aimedAt(target) {
  const found = [];
  for (const entry of state.choices?.verbs ?? []) {
    for (const option of entry.options) if (option.target === target) found.push([entry, option]);
  }
  return found;
}
