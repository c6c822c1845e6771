// The state of the board: the last thing the server said, who is selected, what is aimed at. No rules, no drawing, no page.
// Every module may read it; it changes only through the functions below, and whoever subscribes hears which one it was.
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

  // ---- what the server said ----
  // The page as it was loaded: who looks on, at which battle, on a table of which size.
  open(fields) {
    this.#change("open", fields);
  }

  // An answer to a command or a request for what is new. Older ones are for the caller to leave out.
  answered({ seq, side, over, selected }) {
    this.#change("answered", { seq, side, over, selected });
  }

  setQuestion(question) {
    this.#change("question", { ask: question });
  }

  // The choices are requested again: none are known, and nothing is aimed at.
  forgetChoices() {
    this.#change("forgetChoices", { choices: null, manner: "walk", target: 0, spot: -1 });
  }

  choicesCame(choices) {
    this.#change("choicesCame", { choices });
    if (!this.verb("walk") && this.verb("crawl")) this.#change("chooseManner", { manner: "crawl" });
  }

  // The options of one verb were listed by the server.
  listed(code, entry) {
    const verbs = this.#now.choices?.verbs.map((known) => (known.code === code ? entry : known));
    this.#change("listed", { spot: -1, ...(verbs ? { choices: { ...this.#now.choices, verbs } } : {}) });
  }

  // ---- what the player chose ----
  select(modelId) {
    this.#change("select", { selected: modelId });
  }

  // A way of acting: walk, run, shoot and so on. No spot is chosen, and the first target.
  chooseManner(code) {
    this.#change("chooseManner", { manner: code, target: 0, spot: -1 });
  }

  // The next target or spot of `count`, or the previous one.
  stepTarget(by, count) {
    this.#change("stepTarget", { target: (this.#now.target + by + count) % count });
  }

  stepSpot(by, count) {
    this.#change("stepSpot", { cursor: null, spot: (this.#now.spot + by + count) % count });
  }

  noSpot() {
    this.#change("noSpot", { spot: -1 });
  }

  // The cursor of the keys, in inches of the table; it stays on the table where `isKeptOn`.
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

  // The eye that looks from a bare spot: put on or away, and where it stands.
  toggleSpotting() {
    this.#change("toggleSpotting", { spotting: !this.#now.spotting, eye: null });
  }

  lookFrom(x, y) {
    this.#change("lookFrom", { eye: [x, y] });
  }

  // The list of destinations that is open stays open when the page is drawn anew.
  openList(code) {
    this.#change("openList", { opened: code });
  }

  closeList(code) {
    if (this.#now.opened === code) this.#change("closeList", { opened: "" });
  }

  // ---- questions ----
  get isToDecide() {
    return this.#now.side !== "" && !this.#now.over;
  }

  // The verb of the selected model, if it can be used now.
  verb(code) {
    const isUsable = (entry) => entry.code === code && (entry.options.length || !entry.listed);
    return this.#now.choices?.verbs.find(isUsable) ?? null;
  }

  // Everything that may be done to an enemy by the selected model: [verb, option].
  aimedAt(target) {
    const found = [];
    for (const entry of this.#now.choices?.verbs ?? [])
      for (const option of entry.options) if (option.target === target) found.push([entry, option]);
    return found;
  }
}
