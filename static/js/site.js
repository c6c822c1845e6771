// For every page: terms open next to the word, dialogs open in place, and a form is not submitted twice. Without this
// script terms open in the middle of the page, dialog links lead to a page with the question, and forms are posted
// normally.
const HOVER_MS = 300;
let once = new WeakSet();

function place(button, panel) {
  const word = button.getBoundingClientRect();
  const box = panel.getBoundingClientRect();
  const below = word.bottom + box.height + 8 < innerHeight;
  panel.style.inset = "auto";
  panel.style.left = `${Math.max(8, Math.min(word.left, innerWidth - box.width - 8))}px`;
  panel.style.top = `${below ? word.bottom + 4 : Math.max(8, word.top - box.height - 4)}px`;
}

function termOf(node) {
  const button = node.closest?.("[data-term]");
  return button ? [button, document.getElementById(button.getAttribute("popovertarget"))] : null;
}

let timer = 0;
document.addEventListener(
  "toggle",
  (event) => {
    const panel = event.target;
    if (!panel.matches?.(".term-panel") || event.newState !== "open" || innerWidth < 640) return;
    const openers = [...document.querySelectorAll(`[popovertarget="${CSS.escape(panel.id)}"]`)];
    const button =
      openers.find((opener) => opener.matches(":hover")) ??
      openers.find((opener) => opener === document.activeElement) ??
      openers[0];
    if (button) place(button, panel);
  },
  true,
);

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  clearTimeout(timer);
  const term = termOf(event.target);
  const inPanel = event.target.closest?.(".term-panel");
  const open = document.querySelector(".term-panel.by-hover:popover-open");
  if (open && inPanel !== open && term?.[1] !== open) {
    timer = setTimeout(() => open.hidePopover(), HOVER_MS);
  } else if (term && !term[1].matches(":popover-open")) {
    timer = setTimeout(() => {
      term[1].classList.add("by-hover");
      term[1].showPopover();
    }, HOVER_MS);
  }
});

for (const note of document.querySelectorAll("[data-note-of]")) {
  const menu = document.getElementById(note.dataset.noteOf);
  const show = () => {
    note.textContent = menu.selectedOptions[0]?.dataset.note ?? "";
  };
  menu.addEventListener("change", show);
  show();
}

document.addEventListener(
  "click",
  (event) => {
    const opener = event.target.closest?.("[data-dialog]");
    const dialog = opener && document.getElementById(opener.dataset.dialog);
    if (dialog?.showModal) {
      event.preventDefault();
      dialog.showModal();
      dialog.addEventListener("close", () => opener.focus(), { once: true });
    }
    const closer = event.target.closest?.("[data-close]");
    if (closer) {
      const owner = closer.closest("dialog");
      if (owner) {
        event.preventDefault();
        owner.close();
      }
    }
    const step = event.target.closest?.("[data-step]");
    if (step) {
      const input = step.closest(".stepper").querySelector("input");
      event.preventDefault();
      if (Number(step.dataset.step) > 0) input.stepUp();
      else input.stepDown();
      input.dispatchEvent(new Event("change", { bubbles: true }));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const blocked = event.target.closest?.("[aria-disabled=true]");
    if (blocked) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const why = document.getElementById(blocked.getAttribute("aria-describedby"));
      if (why) say(why.textContent.trim(), { show: Boolean(why.closest(".visually-hidden")) });
    }
  },
  true,
);

// One status line for the whole page, which fragments.js and the board use too.
// With `show` it is visible too: for some seconds, or with `isKept` until the next sentence. A sentence that is only
// spoken, such as another player's move, waits until a visible one can have been read.
const SHOWN_MS = 8000;
const READ_MS = 3000;
let spoken = 0;
let shown = 0;
let next = 0;
let readUntil = 0;
export function say(sentence, { show = false, isKept = false } = {}) {
  const line = document.getElementById("status");
  if (!line) return;
  clearTimeout(next);
  const left = readUntil - performance.now();
  if (!show && left > 0) {
    next = setTimeout(() => say(sentence), left);
    return;
  }
  readUntil = show && !isKept ? performance.now() + READ_MS : 0;
  clearTimeout(spoken);
  clearTimeout(shown);
  if (show && !isKept) shown = setTimeout(() => line.classList.remove("is-shown"), SHOWN_MS);
  line.classList.toggle("is-shown", show);
  line.textContent = "";
  spoken = setTimeout(() => {
    // A dot between parts is read as a word or not at all.
    line.textContent = sentence.replaceAll(" · ", ", ");
  }, 30);
}

// Plain posts: a second submission while the first is in progress has no effect.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("data-fragment") || form.method !== "post" || event.defaultPrevented) return;
  if (once.has(form)) {
    event.preventDefault();
    return;
  }
  once.add(form);
  event.submitter?.setAttribute("aria-busy", "true");
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  once = new WeakSet();
  for (const node of document.querySelectorAll("[aria-busy=true]")) node.removeAttribute("aria-busy");
});

// A row of tabs wider than the screen is scrolled to the current tab.
function showWhereOneIs(root) {
  for (const here of root.querySelectorAll?.("nav li [aria-current]") ?? []) {
    for (let row = here.closest("ol, ul"); row && row !== document.body; row = row.parentElement) {
      const past = here.getBoundingClientRect().right - row.getBoundingClientRect().right;
      if (past > 0) row.scrollLeft += past + 48;
      if (row.matches("nav")) break;
    }
  }
}
showWhereOneIs(document);
// The first event is for the page as it was loaded.
document.addEventListener("htmx:load", (event) => event.target !== document.body && showWhereOneIs(event.target));

// The number on the icon of the installed app: how many things wait for the user. A page saved on the device only has
// an old number.
function showBadge() {
  const { waiting, saved } = document.documentElement.dataset;
  if (waiting === undefined || saved || !("setAppBadge" in navigator)) return;
  const count = Number(waiting);
  (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}
showBadge();

// A page saved on the device, shown because the site could not be reached: it says how old it is. Not with `Intl`: its
// first use takes a phone longer than all other scripts of the page.
const root = document.documentElement;
const savedLine = document.getElementById("saved-page");
// How often a saved page asks whether the site can be reached again.
const LOOK_MS = 15000;
function showAge() {
  const minutes = Math.round((Date.now() - Date.parse(root.dataset.saved)) / 60000);
  const { text, now, minutes: ofMinutes, hours, days } = savedLine.dataset;
  const [count, words] =
    minutes < 60 ? [minutes, ofMinutes] : minutes < 2880 ? [minutes / 60, hours] : [minutes / 1440, days];
  const sentence = text.replace("%age", minutes < 1 ? now : words.replace("%n", Math.round(count)));
  if (savedLine.textContent !== sentence) savedLine.textContent = sentence;
  savedLine.hidden = false;
}
if (savedLine && root.dataset.saved) {
  showAge();
  setInterval(() => savedLine.hidden || !root.dataset.saved || showAge(), 60000);
  followConnection();
}

// A saved page is replaced by the current one as soon as the site can be reached again; if something was typed or
// chosen on it, a button does that. Pages with their own queue bring themselves up to date.
function followConnection() {
  if (document.querySelector("[data-own-queue]")) return;
  let isTouched = false;
  for (const kind of ["input", "submit"]) {
    addEventListener(kind, () => {
      isTouched = true;
    });
  }
  let timer = 0;
  const look = async () => {
    try {
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
      if (!answer.ok) return;
    } catch {
      return;
    }
    clearInterval(timer);
    if (!isTouched) return location.reload();
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = savedLine.dataset.reload;
    button.addEventListener("click", () => location.reload());
    savedLine.textContent = `${savedLine.dataset.back} `;
    savedLine.append(button);
    root.dataset.saved = "";
  };
  timer = setInterval(look, LOOK_MS);
  addEventListener("online", look);
}

// The page shown instead of one that was not saved.
const retry = document.querySelector("[data-retry]");
if (retry) {
  addEventListener("online", () => location.reload());
  // The event can come before the network works.
  setTimeout(() => navigator.onLine && location.reload(), 5000);
  retry.addEventListener("click", () => location.reload());
}

// Saves what this page shows, for times without a network.
export async function savePage(more = []) {
  if (!("serviceWorker" in navigator) || !root.dataset.worker) return;
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage({ save: [location.href, ...more] });
}

async function startWorker() {
  if (!("serviceWorker" in navigator) || !root.dataset.worker) return;
  const isFirst = !navigator.serviceWorker.controller;
  const registration = await navigator.serviceWorker.register(root.dataset.worker, { scope: "/" });
  // What was loaded before the service worker was active.
  if (registration && isFirst) savePage(performance.getEntriesByType("resource").map((entry) => entry.name));
}
addEventListener("load", () =>
  startWorker()
    .then(whenIdle)
    .then(saveOwnPages)
    .catch(() => {}),
);
const whenIdle = () => new Promise((done) => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(done), 3000));

// After signing in, and again every few hours: saves the user's own pages, for times without a network.
const OWN_PAGES_MS = 6 * 3600 * 1000;
async function saveOwnPages() {
  if (!root.dataset.viewer || !root.dataset.worker || navigator.connection?.saveData) return;
  const [viewer, at] = (localStorage.getItem("own-pages") ?? "").split(" ");
  if (viewer === root.dataset.viewer && Date.now() - Number(at) < OWN_PAGES_MS) return;
  const answer = await fetch("/offline/pages/");
  if (!answer.ok) return;
  await savePage((await answer.json()).pages);
  localStorage.setItem("own-pages", `${root.dataset.viewer} ${Date.now()}`);
}

// Entries of tabletop battles that are stored on this device are sent from any page, except from pages with their own
// queue.
function isWaiting() {
  try {
    return localStorage.getItem("tabletop-waiting")?.split(" ").includes(root.dataset.viewer);
  } catch {
    return false;
  }
}
addEventListener("load", () => {
  if (!root.dataset.viewer || !isWaiting() || document.querySelector("[data-own-queue]")) return;
  import("./tabletop/courier.js").then(({ sendWaiting }) =>
    sendWaiting(root.dataset.viewer, say, { sent: root.dataset.sent ?? "", held: root.dataset.held ?? "" }),
  );
});

// The height that bars at the edges of the screen may cover.
const EDGE = 120;

// A region with `data-keep-place` keeps its scroll position: the same rows stay open, and the clicked row stays at the
// same height of the screen. Returns a function that restores this in the new region.
export function keepPlace(region) {
  if (!region.hasAttribute("data-keep-place")) return () => {};
  const open = [...region.querySelectorAll("details[id][open]")].map((control) => control.id);
  const active = region.contains(document.activeElement) ? document.activeElement : null;
  const pressed = active && { name: active.name, value: active.value, label: active.textContent.trim() };
  const home = active?.closest("li[id]");
  const anchor = home && { id: home.id, top: home.getBoundingClientRect().top };
  const y = scrollY;
  return () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    const row = anchor && document.getElementById(anchor.id);
    if (row) {
      const controls = [...row.querySelectorAll("button, select, input, summary")];
      const same =
        controls.find((control) => control.name === pressed.name && control.value === pressed.value && control.name) ??
        controls.find((control) => control.textContent.trim() === pressed.label) ??
        row.querySelector("summary") ??
        row;
      if (same === row) row.tabIndex = -1;
      same.focus({ preventScroll: true });
      scrollBy({ top: row.getBoundingClientRect().top - anchor.top, behavior: "instant" });
      // A row that got shorter may have ended above the screen.
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom < EDGE || top > innerHeight - EDGE) row.scrollIntoView({ block: "nearest", behavior: "instant" });
    } else if (pressed) {
      scrollTo({ top: y, behavior: "instant" });
    }
  };
}
