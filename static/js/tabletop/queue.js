// Entries of tabletop battles stored on this device for one user: recorded events and sheets. They stay in IndexedDB
// until the site has answered each by its id, so that a reload, a closed tab, signing out, a new version or a server
// error loses none. Each battle is a lane: its entries are sent in order, and a refused one blocks only its own lane
// until the player decides. Without IndexedDB they are kept as long as the page is open.
const DATABASE = "tabletop";
const VERSION = 1;
const PAUSES_MS = [2000, 4000, 8000, 15000, 30000, 60000];
const LONGEST_PAUSE_MS = 300_000;
// Without a network nothing is requested from the site, and the network may return at any moment.
const OFFLINE_PAUSE_MS = 15000;
const DOUBLE_PRESS_MS = 700;
// Lists which users have stored entries, for pages that should not open the database unnecessarily: user ids, separated
// by spaces.
export const SIGNAL = "tabletop-waiting";

const resultOf = (query) =>
  new Promise((done, failed) => {
    query.onsuccess = () => done(query.result);
    query.onerror = () => failed(query.error);
  });

class DatabaseStore {
  isLasting = true;
  #database;

  constructor(database) {
    this.#database = database;
    // A page with a newer version of this script may upgrade the database.
    database.onversionchange = () => database.close();
  }

  async #act(name, mode, act) {
    const transaction = this.#database.transaction(name, mode, { durability: "strict" });
    const finished = new Promise((done, failed) => {
      transaction.oncomplete = done;
      transaction.onabort = transaction.onerror = () => failed(transaction.error);
    });
    const found = await resultOf(act(transaction.objectStore(name)));
    if (mode === "readwrite") await finished;
    return found;
  }

  add = (entry) => this.#act("entries", "readwrite", (rows) => rows.add(entry));
  put = (entry) => this.#act("entries", "readwrite", (rows) => rows.put(entry));
  remove = (place) => this.#act("entries", "readwrite", (rows) => rows.delete(place));
  all = () => this.#act("entries", "readonly", (rows) => rows.getAll());
  draft = (key) => this.#act("drafts", "readonly", (rows) => rows.get(key));
  saveDraft = (key, draft) => this.#act("drafts", "readwrite", (rows) => rows.put(draft, key));
  dropDraft = (key) => this.#act("drafts", "readwrite", (rows) => rows.delete(key));
}

export class MemoryStore {
  isLasting = false;
  #entries = new Map();
  #drafts = new Map();
  #last = 0;

  async add(entry) {
    this.#last += 1;
    this.#entries.set(this.#last, { ...entry, place: this.#last });
    return this.#last;
  }
  async put(entry) {
    this.#entries.set(entry.place, { ...entry });
  }
  async remove(place) {
    this.#entries.delete(place);
  }
  async all() {
    return [...this.#entries.values()].map((entry) => ({ ...entry }));
  }
  async draft(key) {
    return this.#drafts.get(key);
  }
  async saveDraft(key, draft) {
    this.#drafts.set(key, draft);
  }
  async dropDraft(key) {
    this.#drafts.delete(key);
  }
}

export async function openStore(factory = globalThis.indexedDB) {
  try {
    const opening = factory.open(DATABASE, VERSION);
    opening.onupgradeneeded = () => {
      const names = opening.result.objectStoreNames;
      if (!names.contains("entries"))
        opening.result.createObjectStore("entries", { keyPath: "place", autoIncrement: true });
      if (!names.contains("drafts")) opening.result.createObjectStore("drafts");
    };
    return new DatabaseStore(await resultOf(opening));
  } catch {
    // Storage is turned off, or a newer version of the site has upgraded the database.
    return new MemoryStore();
  }
}

// What makes two taps equal: the same fields, even if the page has moved on to another moment in between.
const isMoment = ([name]) => ["turn", "side", "phase"].includes(name);
function sameness({ id, lane, path, fields, file }) {
  if (file) return id;
  const isOfTurn = fields.some(([name, value]) => name === "kind" && ["phase", "turn"].includes(value));
  return JSON.stringify([lane, path, isOfTurn ? fields.filter((field) => !isMoment(field)) : fields]);
}

export class Queue {
  // The last response after which everything has to wait: {state, message}; null if nothing is wrong.
  trouble = null;
  #store;
  #deliver;
  #changed;
  #pauses;
  #setTimer;
  #alone;
  #timer = 0;
  #tries = 0;
  #sending = null;
  #isAskedAgain = false;
  #underWay = 0;
  #latest = { text: "", at: 0 };

  // `deliver(entry)` returns {state: "accepted"}, {state: "refused", message}, or another state after which everything
  // has to wait; it raises if there is no response. `changed(change)` is called after each change of the stored
  // entries.
  constructor({
    store,
    user,
    deliver,
    changed = () => {},
    pauses = PAUSES_MS,
    setTimer = (act, pause) => setTimeout(act, pause),
    alone = withLock,
  }) {
    Object.assign(this, { user });
    this.#store = store;
    this.#deliver = deliver;
    this.#changed = changed;
    this.#pauses = pauses;
    this.#setTimer = setTimer;
    this.#alone = alone;
  }

  get isLasting() {
    return this.#store.isLasting;
  }

  // The entries of this user, or of all others, oldest first.
  async entries(lane, { ofOthers = false } = {}) {
    const all = await this.#store.all();
    return all.filter((entry) => (entry.user === this.user) !== ofOthers && (!lane || entry.lane === lane));
  }

  // Stores an entry and resolves when that is done. Returns it, or null for the second tap of a double tap.
  async add(entry) {
    const [text, at] = [sameness(entry), entry.at];
    if (text === this.#latest.text && at - this.#latest.at < DOUBLE_PRESS_MS) return null;
    this.#latest = { text, at };
    const kept = { ...entry, user: this.user };
    kept.place = await this.#store.add(kept);
    await this.#tell({ added: kept });
    return kept;
  }

  // Removes the newest entry of a lane if it was never sent. Returns whether it did.
  async takeBack(lane) {
    const last = (await this.entries(lane)).at(-1);
    return last ? this.removeUnsent(last.place) : false;
  }

  // Removes an entry if it was never sent. Returns whether it did.
  async removeUnsent(place) {
    const entry = (await this.entries()).find((other) => other.place === place);
    if (!entry || entry.tries || place === this.#underWay) return false;
    await this.remove(place);
    return true;
  }

  async remove(place) {
    this.#latest = { text: "", at: 0 };
    await this.#store.remove(place);
    await this.#tell({ removed: place });
  }

  // Sends a refused entry again, with additional fields that contain the player's decision.
  async again(place, fields = []) {
    const entry = (await this.entries()).find((other) => other.place === place);
    if (!entry) return;
    const names = new Set(fields.map(([name]) => name));
    const kept = entry.fields.filter(([name]) => !names.has(name));
    await this.#store.put({ ...entry, fields: [...kept, ...fields], problem: undefined });
    await this.#tell({});
    await this.send({ now: true });
  }

  // Sends the stored entries, one after the other. With `now` a pause ends; otherwise it is respected.
  async send({ now = false } = {}) {
    if (this.#timer && !now) return;
    this.#stopPause();
    if (this.#sending) {
      // The pause may already be over.
      this.#isAskedAgain = true;
    } else {
      this.#sending = this.#alone(() => this.#sendUntilDone()).finally(() => {
        this.#sending = null;
      });
    }
    await this.#sending;
  }

  #stopPause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  async #sendUntilDone() {
    do {
      this.#isAskedAgain = false;
      this.#stopPause();
      await this.#sendAll();
    } while (this.#isAskedAgain);
  }

  async #sendAll() {
    for (let entry = await this.#next(); entry; entry = await this.#next()) {
      // Recorded before sending, because afterwards nobody knows whether it arrived.
      if (!entry.tries) await this.#store.put({ ...entry, tries: 1 });
      let answer;
      this.#underWay = entry.place;
      try {
        answer = await this.#deliver(entry);
      } catch {
        answer = { state: "offline" };
      } finally {
        this.#underWay = 0;
      }
      if (answer.state === "accepted") {
        await this.#store.remove(entry.place);
        await this.#wentWell({ accepted: entry, answer });
      } else if (answer.state === "refused") {
        await this.#store.put({ ...entry, tries: 1, problem: answer });
        await this.#wentWell({ refused: entry, answer });
      } else {
        this.trouble = answer;
        const most = answer.state === "offline" ? OFFLINE_PAUSE_MS : LONGEST_PAUSE_MS;
        const pause = Math.min(most, this.#pauses[Math.min(this.#tries, this.#pauses.length - 1)]);
        this.#tries += 1;
        this.#timer = this.#setTimer(
          () => this.send({ now: true }),
          Math.min(Math.max(pause, answer.pause ?? 0), LONGEST_PAUSE_MS),
        );
        await this.#tell({});
        return;
      }
    }
  }

  // The oldest entry in a lane that is not blocked by a refused entry.
  async #next() {
    const held = new Set();
    for (const entry of await this.entries()) {
      if (!entry.problem && !held.has(entry.lane)) return entry;
      held.add(entry.lane);
    }
    return null;
  }

  async #wentWell(change) {
    this.#tries = 0;
    this.trouble = null;
    await this.#tell(change);
  }

  async #tell(change) {
    await signal(this.#store);
    await this.#changed(change);
  }
}

// Two tabs of this device must not send at the same time.
function withLock(act) {
  return navigator.locks ? navigator.locks.request("tabletop-queue", act) : act();
}

async function signal(store) {
  try {
    const users = [...new Set((await store.all()).map((entry) => entry.user))];
    if (users.length) localStorage.setItem(SIGNAL, users.join(" "));
    else localStorage.removeItem(SIGNAL);
  } catch {
    // Storage is turned off: other pages send nothing.
  }
}
