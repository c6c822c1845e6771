// The state of the board: the last response of the server, the selected model, the chosen action and target. No rules,
// no drawing, no page. Every module may read it; it changes only through the functions below, and subscribers get the
// name of the function.
const START = {
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
  cursor: null,
  sights: false,
  spotting: false,
  eye: null,
  opened: "",
  ask: "",
};

export class BoardStore {
  #now = { ...START };
  #listeners = [];

  // Each field can be read like a property; assigning to one raises a TypeError.
  constructor() {
    for (const name of Object.keys(START)) Object.defineProperty(this, name, { get: () => this.#now[name] });
  }

  // `callback` is called with the name of the function after each change.
  subscribe(callback) {
    this.#listeners.push(callback);
  }

  #change(name, fields) {
    Object.assign(this.#now, fields);
    for (const callback of this.#listeners) callback(name);
  }

  // ---- responses of the server ----
  // The page as it was loaded: the viewer, the battle, and the size of the table.
  open(fields) {
    this.#change("open", fields);
  }

  // A response to a command or to a request for news. Callers have to ignore outdated ones.
  answered({ seq, side, over, selected }) {
    this.#change("answered", { seq, side, over, selected });
  }

  setQuestion(question) {
    this.#change("question", { ask: question });
  }

  // The choices are requested again: until then none are known, and no target is chosen.
  forgetChoices() {
    this.#change("forgetChoices", { choices: null, manner: "walk", target: 0, spot: -1 });
  }

  choicesCame(choices) {
    this.#change("choicesCame", { choices });
    if (!this.verb("walk") && this.verb("crawl")) this.#change("chooseManner", { manner: "crawl" });
  }

  // The server listed the options of one verb.
  listed(code, entry) {
    const verbs = this.#now.choices?.verbs.map((known) => (known.code === code ? entry : known));
    this.#change("listed", { spot: -1, ...(verbs ? { choices: { ...this.#now.choices, verbs } } : {}) });
  }

  // ---- choices of the player ----
  select(modelId) {
    this.#change("select", { selected: modelId });
  }

  // Choose an action: walk, run, shoot and so on. No spot is chosen, and the first target.
  chooseManner(code) {
    this.#change("chooseManner", { manner: code, target: 0, spot: -1 });
  }

  // Choose the next of `count` targets or spots, or the previous one.
  stepTarget(by, count) {
    this.#change("stepTarget", { target: (this.#now.target + by + count) % count });
  }

  stepSpot(by, count) {
    this.#change("stepSpot", { cursor: null, spot: (this.#now.spot + by + count) % count });
  }

  noSpot() {
    this.#change("noSpot", { spot: -1 });
  }

  // The keyboard cursor, in inches of the table; with `isKeptOn` it cannot leave the table.
  moveCursor([x, y], { isKeptOn = false } = {}) {
    const on = (value, most) => (isKeptOn ? Math.min(most, Math.max(0, value)) : value);
    this.#change("moveCursor", { cursor: [on(x, this.#now.width), on(y, this.#now.length)] });
  }

  noCursor() {
    this.#change("noCursor", { cursor: null });
  }

  showLevel(level) {
    this.#change("showLevel", { level });
  }

  toggleSights() {
    this.#change("toggleSights", { sights: !this.#now.sights });
  }

  // Place, move or remove the eye icon at a spot without a model.
  toggleSpotting() {
    this.#change("toggleSpotting", { spotting: !this.#now.spotting, eye: null });
  }

  lookFrom(x, y) {
    this.#change("lookFrom", { eye: [x, y] });
  }

  // An open list of destinations stays open when the page is redrawn.
  openList(code) {
    this.#change("openList", { opened: code });
  }

  closeList(code) {
    if (this.#now.opened === code) this.#change("closeList", { opened: "" });
  }

  // ---- queries ----
  get isToDecide() {
    return this.#now.side !== "" && !this.#now.over;
  }

  // The verb of the selected model, if it can be used now.
  verb(code) {
    const isUsable = (entry) => entry.code === code && (entry.options.length || !entry.listed);
    return this.#now.choices?.verbs.find(isUsable) ?? null;
  }

  // Everything that the selected model may do to an enemy: [verb, option].
  aimedAt(target) {
    const found = [];
    for (const entry of this.#now.choices?.verbs ?? [])
      for (const option of entry.options) if (option.target === target) found.push([entry, option]);
    return found;
  }
}
