// A battle tracked beside a table with a weak network: a tap that did not reach the site is kept on this device, for
// this user, and sent in order as soon as possible. Each has an id of its own, so a tap that arrives twice counts once.
// A tap leaves the queue only when the site has answered for this very id, or when its player removes it.
// Without script the same forms post and load the whole page.
import { keepPlace } from "../fragments.js";
import { csrfToken, newId, request } from "../requests.js";
import { savePage, say } from "../site.js";
import { follow } from "./live.js";

const box = document.getElementById("track-queue");
const USER = box?.dataset.user ?? "";
const PREFIX = "track-queue:";
const KEY = `${PREFIX}${USER}:${location.pathname}`;
const OLD_KEY = `track:${location.pathname}`;
const AGAIN_MS = 8000;
const SAVE_MS = 15000;
// Networks beside a gaming table are slow.
const TIME_LIMIT_MS = 30000;
const OWN_FIELDS = ["csrfmiddlewaretoken", "idempotency_key"];
let sending = false;
let trouble = "";
let isChanged = false;

function read(key = KEY) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

function write(queue) {
  try {
    localStorage.setItem(KEY, JSON.stringify(queue));
    return true;
  } catch {
    // No room, or storage is switched off.
    return false;
  }
}

// Taps kept by the script before this one: a list of {path, fields}, without a player. One that may tap on this table
// takes them over once, before newer taps. Two taps of one form had the same id there: the second gets its own.
function takeOldTaps() {
  const old = read(OLD_KEY);
  if (!USER || !Array.isArray(old) || !old.length || !document.querySelector("#track form[data-fragment]")) return;
  const queue = read();
  const used = new Set(queue.map((tap) => tap.id));
  const taken = [];
  for (const { path, fields } of old.filter((tap) => tap?.path && tap.fields)) {
    const id = fields.idempotency_key && !used.has(fields.idempotency_key) ? fields.idempotency_key : newId();
    used.add(id);
    const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN_FIELDS.includes(name)));
    taken.push({ id, path, fields: own, label: own.text ?? own.kind ?? "" });
  }
  if (write([...taken, ...queue])) localStorage.removeItem(OLD_KEY);
}

// Taps of a player who has been signed out wait under that player's name.
function othersWaiting() {
  try {
    return Object.keys(localStorage)
      .filter(
        (key) => key === OLD_KEY || (key.startsWith(PREFIX) && key !== KEY && key.endsWith(`:${location.pathname}`)),
      )
      .reduce((count, key) => count + read(key).length, 0);
  } catch {
    return 0;
  }
}

// Shows how many taps wait and, when they cannot be sent, why and what to do. `state` names the words in the template.
function show(state = "", detail = "") {
  trouble = state;
  if (!box) return;
  const waiting = read().length;
  if (!USER && othersWaiting()) state = "signin";
  const count = USER ? waiting : othersWaiting();
  box.hidden = count === 0 && state !== "lost";
  const words = box.dataset[state || "waiting"] ?? box.dataset.waiting;
  const text = words
    .replace("%n", String(count))
    .replace("%tap", read()[0]?.label ?? "")
    .replace("%why", detail);
  const line = box.querySelector("[role=status]");
  if (line.textContent !== text) line.textContent = text;
  for (const control of box.querySelectorAll("[data-for]"))
    control.hidden = !control.dataset.for.split(" ").includes(state);
}

function keep(path, fields, id, label) {
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN_FIELDS.includes(name)));
  const queue = read();
  if (queue.some((one) => JSON.stringify(one.fields) === JSON.stringify(own))) return;
  show(write([...queue, { id, path, fields: own, label }]) ? trouble : "lost");
  // Otherwise a browser that is short of room may delete what is stored.
  navigator.storage?.persist?.().catch(() => {});
}

function drop(id) {
  write(read().filter((one) => one.id !== id));
}

function token() {
  return csrfToken(document.cookie, document.querySelector("input[name=csrfmiddlewaretoken]")?.form);
}

function redraw(html) {
  const page = new DOMParser().parseFromString(html, "text/html").getElementById("track");
  const region = document.getElementById("track");
  if (!page || !region) return;
  const putRight = keepPlace(region);
  region.replaceWith(page);
  globalThis.htmx?.process(page);
  putRight();
  const saved = document.getElementById("saved-page");
  if (saved) saved.hidden = true;
  isChanged = true;
  const spoken = page.querySelector("[data-announce]");
  if (spoken) say(spoken.textContent.trim());
}

// Who is signed in now, by this page as the site shows it: a public id, or "" for nobody. Also renews the CSRF cookie.
async function signedIn() {
  const answer = await request(location.pathname, { accept: "text/html", redirect: "manual" });
  if (!answer.ok) return "";
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.getElementById("track-queue")?.dataset.user ?? "";
}

// Sends one tap: true when it is done with, else the reason is shown and it stays.
async function deliver(tap, isRetry = false) {
  const body = new URLSearchParams({
    ...tap.fields,
    idempotency_key: tap.id,
    tapped_by: USER,
    csrfmiddlewaretoken: token(),
  });
  const answer = await request(tap.path, { method: "POST", body, redirect: "manual", limit: TIME_LIMIT_MS });
  let said = null;
  try {
    said = await answer.json();
  } catch {
    /* A page instead of an answer. */
  }
  if (answer.ok && said?.accepted === tap.id) {
    drop(tap.id);
    redraw(said.html ?? "");
    return true;
  }
  if (answer.type === "opaqueredirect" || answer.status === 401) show("signin");
  else if (said?.code === "other_player") show("other");
  else if (said?.refused === tap.id) show("refused", said.message ?? "");
  else if (answer.status === 403) {
    // The form's token has expired; perhaps because the session has ended.
    const user = await signedIn();
    if (user === USER && !isRetry) return deliver(tap, true);
    show(user === USER ? "expired" : user ? "other" : "signin");
  } else if (answer.status === 429) show("busy");
  else if (answer.status >= 500) show("fault");
  else show("unreadable");
  return false;
}

async function send() {
  if (sending || !USER || !navigator.onLine || !read().length || trouble === "refused") return;
  sending = true;
  try {
    for (let queue = read(); queue.length; queue = read()) {
      if (!(await deliver(queue[0]))) return;
    }
    show();
  } catch {
    // Still no way out; the queue waits.
    show();
  } finally {
    sending = false;
  }
}

function isTap(event) {
  return event.detail.requestConfig?.verb === "post" && event.detail.elt.closest?.("#track") && USER;
}

function keepRequest(event) {
  const { path, parameters, triggeringEvent } = event.detail.requestConfig;
  const form = event.detail.elt;
  const fields = Object.fromEntries(Object.entries(parameters));
  const button = triggeringEvent?.submitter ?? form.querySelector("button");
  keep(path, fields, fields.idempotency_key || newId(), (button?.innerText ?? "").replace(/\s+/g, " ").trim());
  // The id belongs to this tap now; another button of the same form is another tap.
  const own = form.querySelector("[name=idempotency_key]");
  if (own) own.value = newId();
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isTap(event) || !read().length) return;
  // Earlier taps go first.
  event.preventDefault();
  keepRequest(event);
  send();
});
document.addEventListener("htmx:sendError", (event) => {
  if (isTap(event)) keepRequest(event);
});
document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  if (!isTap(event)) return;
  if (status !== 401 && status < 500) {
    // The table refuses it: the answer is the table as it is now, with the reason.
    redraw(event.detail.xhr.responseText);
    return;
  }
  keepRequest(event);
  show(status === 401 ? "signin" : "fault");
});
box?.addEventListener("click", (event) => {
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (!act) return;
  if (act === "remove" && read().length) drop(read()[0].id);
  show();
  send();
});
addEventListener("online", send);
addEventListener("storage", () => show(trouble));
setInterval(send, AGAIN_MS);
document.addEventListener("htmx:afterSwap", () => {
  isChanged = true;
});
// Opened again without a network, the page shows the table as it was last seen here.
setInterval(() => {
  if (!isChanged || !navigator.onLine) return;
  isChanged = false;
  savePage();
}, SAVE_MS);
takeOldTaps();
show();
send();
follow(redraw);
