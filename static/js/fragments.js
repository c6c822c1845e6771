// Forms whose response replaces part of the page: keeps the focus, announces one line, prevents double submission, and
// repeats requests without a response until there is one. Needs htmx (partials/_htmx.html). Without it, or without JavaScript, the same
// forms load the whole page.
import { RETRY_MS, saySending } from "./requests.js";
import { keepPlace, savePage, say } from "./site.js";

const WORDS = {
  sending: "Sending…",
  kept: "No answer yet. Leave this page open: your input will be sent again.",
  early: "Your previous input has not been sent yet, so this was not saved. Wait for the connection.",
  more: "%n more to send. Leave this page open.",
  lost: "The site did not answer. Your input is still here: send it again when the connection is back.",
  away: "The site did not answer. Try again when the connection is back.",
  stale: "Nothing was changed: this page has expired or the site has an error. Reload it and try again.",
};
const words = { ...WORDS, ...document.documentElement.dataset };
const waiting = new WeakMap();
// Forms that will be sent again, each with what it sends.
const pausing = new Map();
// Presses of buttons of which each counts while an earlier one is being sent. They follow in order.
const COUNTED = ["more", "less", "fill"];
const later = [];
let isOwn = false;
const isRepeatable = (form) => form.matches("[data-again]") || form.querySelector("[name=idempotency_key]");

function pressed(event) {
  const form = event.detail.elt;
  const submitter = event.detail.requestConfig?.triggeringEvent?.submitter;
  return submitter ?? (form.matches?.("form") ? form.querySelector("button:not([type=button])") : form);
}

// While a form is being sent, another press of it would be lost, and the response replaces every other form of its
// region. So a press waits if each press of that button counts, and is refused otherwise.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.hasAttribute("data-fragment") || isOwn || !(waiting.has(form) || pausing.size)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!COUNTED.includes(event.submitter?.dataset.key)) {
      // The second click of a double click, unless the network is away.
      if (pausing.size) say(words.early, { show: true, isKept: true });
      return;
    }
    const { name, value, formAction: action } = event.submitter;
    later.push({ name, value, action });
    say(words.more.replace("%n", later.length), { show: true, isKept: Boolean(pausing.size) });
  },
  true,
);
function pressNext() {
  if (!later.length || pausing.size) return;
  const { name, value, action } = later.shift();
  const same = [...document.querySelectorAll("button[data-key]")].find(
    (button) => button.name === name && button.value === value && button.formAction === action,
  );
  if (same && same.getAttribute("aria-disabled") !== "true") {
    same.click();
    return;
  }
  later.length = 0;
  say(words.early, { show: true, isKept: true });
}

// The button shows that its form is being sent.
document.addEventListener("htmx:beforeRequest", (event) => {
  const elt = event.detail.elt;
  const button = pressed(event);
  if (!elt.hasAttribute("data-fragment")) return;
  setTimeout(() => {
    if (waiting.has(elt)) button?.setAttribute("aria-busy", "true");
  }, 100);
  waiting.set(elt, {
    button,
    tries: waiting.get(elt)?.tries ?? 0,
    again: waiting.get(elt)?.again,
    stopSaying: saySending(say, words),
  });
});

function settle(elt) {
  const state = waiting.get(elt);
  if (!state) return null;
  state.stopSaying();
  state.button?.removeAttribute("aria-busy");
  waiting.delete(elt);
  document.getElementById("status")?.classList.remove("is-shown");
  return state;
}
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr.status) settle(event.detail.requestConfig?.elt ?? event.detail.elt);
});

// No response at all: the same form is sent again with the same idempotency key.
document.addEventListener("htmx:sendError", resend);
document.addEventListener("htmx:timeout", resend);
function resend(event) {
  const elt = event.detail.elt;
  const state = settle(elt);
  // A page with its own queue repeats its requests itself.
  if (elt.closest?.("[data-queued]")) return;
  if (!elt.matches?.("form")) {
    // A part that the page loads by itself is not missed.
    const trigger = event.detail.requestConfig?.triggeringEvent;
    if (trigger?.type === "click" || trigger?.type === "submit") say(words.away, { show: true });
    return;
  }
  if (!state || !isRepeatable(elt)) {
    say(words.lost, { show: true, isKept: true });
    return;
  }
  say(words.kept, { show: true, isKept: true });
  const { parameters, path } = event.detail.requestConfig;
  const sent = { ...state, again: state.again ?? { parameters, path } };
  const timer = setTimeout(() => sendAgain(elt), RETRY_MS[Math.min(state.tries, RETRY_MS.length - 1)]);
  pausing.set(elt, { ...sent, timer });
}
function sendAgain(elt) {
  const state = pausing.get(elt);
  clearTimeout(state.timer);
  pausing.delete(elt);
  if (!elt.isConnected) return say(words.away, { show: true });
  waiting.set(elt, { ...state, tries: state.tries + 1, stopSaying: () => {} });
  isOwn = true;
  elt.requestSubmit(state.button?.form === elt ? state.button : undefined);
  isOwn = false;
}
// The same request, even if another button of the form has been pressed since.
document.addEventListener("htmx:configRequest", (event) => {
  const again = waiting.get(event.detail.elt)?.again;
  if (!again) return;
  event.detail.parameters = again.parameters;
  event.detail.path = again.path;
});
addEventListener("online", () => {
  for (const form of [...pausing.keys()]) sendAgain(form);
});
addEventListener("beforeunload", (event) => {
  if (pausing.size) event.preventDefault();
});

// The page that is saved for times without a network follows what was done on it.
const SAVE_MS = 2000;
let saving = 0;
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.requestConfig?.verb !== "post" || event.detail.xhr.status !== 200) return;
  clearTimeout(saving);
  saving = setTimeout(() => savePage().catch(() => {}), SAVE_MS);
});

// A region that got shorter may have moved up so far that its result is above the screen.
function showResult(region) {
  const result = region.querySelector("[data-announce]:not(.visually-hidden)") ?? region.querySelector("h2") ?? region;
  const { top, bottom } = result.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) result.scrollIntoView({ block: "center", behavior: "instant" });
}

// Focus: the first error of a refused form; else the same control in the new fragment; else it is not changed.
let remembered = null;
let putRight = () => {};
document.addEventListener("htmx:beforeSwap", (event) => {
  const active = document.activeElement;
  const inside = active && event.detail.target.contains(active);
  remembered = inside
    ? { id: active.id, name: active.name, value: active.value, label: active.textContent.trim() }
    : null;
  putRight = keepPlace(event.detail.target);
  if (event.detail.xhr.status === 422) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});
document.addEventListener("htmx:afterSettle", (event) => {
  const region = event.detail.elt;
  const refused = event.detail.xhr.status === 422 && region.querySelector("[aria-invalid=true], [data-refusal]");
  putRight();
  putRight = () => {};
  if (refused) {
    refused.focus();
  } else if (remembered && !region.contains(document.activeElement)) {
    const all = [...region.querySelectorAll("button, a[href], input, select, textarea, summary")];
    const same =
      (remembered.id && document.getElementById(remembered.id)) ||
      all.find((node) => node.name && node.name === remembered.name && node.value === remembered.value) ||
      all.find((node) => node.textContent.trim() === remembered.label && remembered.label);
    if (same) same.focus({ preventScroll: region.hasAttribute("data-keep-place") });
    else {
      region.setAttribute("tabindex", "-1");
      region.focus({ preventScroll: true });
      if (!region.hasAttribute("data-keep-place")) showResult(region);
    }
  }
  remembered = null;
  // The page has only one live region (#status): a fragment marks its line with data-announce and is no live region
  // itself, because a screen reader would read it twice.
  const spoken = region.querySelector("[data-announce]") ?? region.querySelector(".legality > p");
  if (spoken && !refused) say(spoken.textContent.replace(/\s+/g, " ").trim());
  if (refused) later.length = 0;
  else pressNext();
});

// A response that is neither a page nor a refusal: it is shown in the page's status line, and the form is not changed.
document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  if (status === 403 || status === 404 || status >= 500) {
    say(words.stale, { show: true, isKept: true });
  }
});
