// A battle tracked at a table with a weak network: every tap is first stored on this device (queue.js), shown at once,
// and sent in order as soon as possible. Each has its own id, so a tap that arrives twice counts once. Without
// JavaScript the same forms are posted and load the whole page.
import { newId } from "../requests.js";
import { keepPlace, savePage, say } from "../site.js";
import { deliverer, fieldsOf } from "./deliver.js";
import { untilReleased } from "./finger.js";
import { follow, keepTyped } from "./live.js";
import { forgetTap, noteTap, oldTapsOf, takeOldTaps } from "./old-taps.js";
import { labelOf, showPending, showQueue } from "./pending.js";
import { openStore, Queue } from "./queue.js";
import { startScreen } from "./screen.js";

const box = document.getElementById("track-queue");
const USER = box?.dataset.user ?? "";
const LANE = location.pathname;
const SAVE_MS = 15000;
// A tap with an immediate response needs no line in the list.
const QUICK_MS = 1500;
const DEVICE = deviceMark();
const region = () => document.getElementById("track");
let isChanged = false;
let hasPhotos = false;
let checkAgain = () => {};

// The same 12 characters in the ids of all entries of this device, so that they differ from those of other phones.
function deviceMark() {
  const made = newId().slice(0, 12);
  try {
    const known = localStorage.getItem("tabletop-device");
    if (!known) localStorage.setItem("tabletop-device", made);
    return known ?? made;
  } catch {
    return made;
  }
}

// Shows the newest region. One that is already shown, or older, is ignored: the response to a tap and the message about
// its event arrive separately, and replacing the region twice would take the next tap from under the finger.
async function redraw(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const page = parsed.getElementById("track");
  await untilReleased();
  const shown = region();
  if (!page || !shown || shown.dataset.version === page.dataset.version || timeOf(page) < timeOf(shown)) return;
  const putRight = keepPlace(shown);
  const putBack = keepTyped(shown);
  shown.replaceWith(page);
  putRight();
  putBack();
  const photos = parsed.getElementById("track-photos");
  if (photos) document.getElementById("track-photos").replaceWith(photos);
  const saved = document.getElementById("saved-page");
  if (saved) saved.hidden = true;
  isChanged = true;
  const spoken = page.querySelector("[data-announce]");
  if (spoken) say(spoken.textContent.trim());
}

const timeOf = (shown) => Number.parseFloat(shown.dataset.version);

async function open() {
  const form = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.form;
  return new Queue({ store: await openStore(), user: USER, deliver: deliverer({ user: USER, form }), changed: show });
}
const opened = open();
// Taps that were noted before come first.
const ready = opened.then((queue) => USER && takeOldTaps(queue, LANE));
startScreen(document.getElementById("track-screen"));

async function show({ accepted, answer } = {}) {
  // What another page of this device sent belongs to another battle.
  if (accepted?.lane === LANE) {
    await redraw(answer.html ?? "");
    checkAgain();
  }
  const queue = await opened;
  const entries = await queue.entries(LANE);
  showPending(region(), entries);
  if (hasPhotos || entries.some(({ file }) => file)) {
    hasPhotos = true;
    (await import("./photos.js")).showWaiting(entries, queue, say);
  }
  const others = USER ? 0 : (await queue.entries(LANE, { ofOthers: true })).length + oldTapsOf(LANE);
  const isLate = entries.some((entry) => Date.now() - entry.at >= QUICK_MS) || !navigator.onLine;
  showQueue(box, { entries, others, isLate, trouble: queue.trouble, isLasting: queue.isLasting });
}

async function record(form, submitter) {
  const fields = fieldsOf(new FormData(form, submitter));
  // What this phone had seen: what others recorded later about the same thing is a conflicting version.
  fields.push(["seen", region().dataset.seen]);
  const path = new URL(form.action).pathname;
  const tap = { id: DEVICE + newId(), lane: LANE, path, fields, label: labelOf(form, submitter), at: Date.now() };
  const isUndo = fields.some(([name]) => name === "back");
  if (!isUndo) noteTap(USER, tap);
  await ready;
  const queue = await opened;
  if (isUndo && (await queue.entries(LANE)).length) {
    // Stored entries are newer than the one that the page offers to undo.
    if (await queue.takeBack(LANE)) say(box.dataset.undone);
    else say(box.dataset.tried, { show: true });
    return;
  }
  const added = await queue.add(tap);
  forgetTap(USER, tap);
  if (!added) return;
  form.reset();
  await sendAdded(queue);
}

async function sendAdded(queue) {
  // Otherwise a browser that runs out of space may delete what is stored.
  navigator.storage?.persist?.().catch(() => {});
  setTimeout(show, QUICK_MS);
  await queue.send({ now: queue.trouble?.state === "offline" && navigator.onLine });
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!USER || !form.matches?.("#track form[data-fragment], #track-photos form")) return;
    event.preventDefault();
    event.stopPropagation();
    record(form, event.submitter);
  },
  true,
);
// A chosen photo is added at once; without JavaScript the form has a button.
const photoForm = USER ? document.getElementById("photo-form") : null;
if (photoForm) photoForm.querySelector("button").parentElement.hidden = true;
photoForm?.addEventListener("change", async ({ target: input }) => {
  if (input.type !== "file") return;
  const { addFiles } = await import("./photos.js");
  await ready;
  const queue = await opened;
  async function add(entry) {
    await queue.add({ ...entry, id: DEVICE + newId(), lane: LANE });
    sendAdded(queue);
  }
  addFiles({ form: photoForm, input, say, add });
});
box?.addEventListener("click", async (event) => {
  const control = event.target.closest("[data-act]");
  if (!control) return;
  const queue = await opened;
  const first = (await queue.entries(LANE)).find((entry) => entry.problem);
  if (first && control.dataset.act === "remove") await queue.remove(first.place);
  else if (first && control.dataset.act === "mine")
    await queue.again(first.place, [["replaces", first.problem.numbers.join(",")]]);
  else if (first) await queue.again(first.place);
  await queue.send({ now: true });
});
async function sendNow() {
  await (await opened).send({ now: true });
}
// Sheets over the tracker (sheets.js), loaded with the first one. Without JavaScript their links open pages.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-sheet]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { openSheet } = await import("./sheets.js");
  openSheet(link);
});
addEventListener("online", sendNow);
addEventListener("offline", () => show());
document.addEventListener("visibilitychange", () => document.hidden || sendNow());
// Opened again without a network, the page shows the battle as last seen here.
setInterval(() => {
  if (!isChanged || !navigator.onLine) return;
  isChanged = false;
  savePage();
}, SAVE_MS);
// The cards, the guide and the dice work without a network even if they were never opened.
const SHEETS_MS = 4000;
async function saveSheets() {
  if (!("caches" in globalThis) || !USER) return;
  const links = [...document.querySelectorAll("#track a[data-sheet], #track [data-sheet][href]")];
  const addresses = new Set(links.map((link) => link.href.split(/[?#]/)[0]));
  const found = await Promise.all([...addresses].map((url) => caches.match(url, { ignoreVary: true })));
  const missing = [...addresses].filter((_url, place) => !found[place]);
  if (missing.length) savePage(missing);
}
setTimeout(() => saveSheets().catch(() => {}), SHEETS_MS);
async function start() {
  const queue = await opened;
  await ready;
  await show();
  checkAgain = follow(async (html) => {
    await redraw(html);
    await show();
  });
  if (USER) await queue.send();
}
start();
