// Sheets over the tracker: a link with `data-sheet` names a page and, after #, a part of it, which is shown in a
// dialog. The device's back button, Escape, Close and a tap outside return to the tracker. Loaded with the first sheet.
import { savePage } from "../site.js";

const dialog = document.getElementById("track-sheet");
const body = dialog.querySelector(".track-sheet-body");
const back = dialog.querySelector("[data-sheet-back]");
// Pages by address, without the part after #.
const pages = new Map();
// The addresses of the open sheets, one above the other; the last one is visible.
let opened = [];
let opener = "";

async function fetchPage(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
    savePage([address]);
    return await answer.text();
  } catch {
    const viewer = document.documentElement.dataset.viewer ?? "";
    const cache = "caches" in globalThis ? await caches.open(`pages:${viewer}`) : undefined;
    const saved = await cache?.match(address, { ignoreVary: true });
    return saved?.text();
  }
}

// A page whose link is marked as fresh depends on the battle and is requested each time.
async function pageOf(address, isFresh) {
  if (isFresh || !pages.has(address)) {
    const text = await fetchPage(address);
    if (text) pages.set(address, new DOMParser().parseFromString(text, "text/html"));
  }
  return pages.get(address);
}

// Links within a part refer to parts of the page that it came from.
function copyOf(part, address) {
  const copy = document.importNode(part, true);
  for (const link of copy.querySelectorAll("a[href^='#']")) link.href = address + link.getAttribute("href");
  return copy;
}

async function show({ href, isFresh }) {
  const url = new URL(href);
  const id = decodeURIComponent(url.hash.slice(1));
  const address = url.href.slice(0, url.href.length - url.hash.length);
  back.hidden = opened.length < 2;
  if (isFresh || !pages.has(address)) body.textContent = dialog.dataset.loading;
  if (!dialog.open) dialog.showModal();
  const page = await pageOf(address, isFresh);
  if (opened.at(-1)?.href !== href) return;
  const part = id ? page?.getElementById(id) : page?.querySelector("[data-sheet-part]");
  if (!part) {
    body.textContent = dialog.dataset.lost;
    return;
  }
  body.replaceChildren(copyOf(part, address));
  if (body.querySelector("[data-rolls]")) import("./dice.js").then(({ showRolls }) => showRolls(body));
  dialog.setAttribute("aria-label", body.querySelector("h2, h3")?.textContent.trim() ?? "");
  dialog.scrollTop = 0;
  body.focus({ preventScroll: true });
}

// Shows another part instead of the current one.
function replaceSheet(sheet) {
  opened[opened.length - 1] = sheet;
  return show(sheet);
}

export function openSheet(link) {
  const sheet = { href: link.href, isFresh: link.dataset.sheet === "fresh" };
  if (opened.length && link.dataset.sheet === "beside") return replaceSheet(sheet);
  if (!opened.length) opener = link.getAttribute("href");
  opened.push(sheet);
  history.pushState({ sheets: opened.length }, "");
  return show(opened.at(-1));
}

// Each sheet is an entry of the browser history, so the back button closes one. Closing all of them returns to the
// entry of the tracker.
function closeAll() {
  if (opened.length) history.go(-opened.length);
}
addEventListener("popstate", (event) => {
  if (!opened.length) return;
  opened = opened.slice(0, event.state?.sheets ?? 0);
  if (opened.length) {
    show({ ...opened.at(-1), isFresh: false });
    return;
  }
  dialog.close();
  body.replaceChildren();
  // The tracker may have been replaced in the meantime: find the same link in the new one.
  document.querySelector(`#track a[data-sheet][href="${CSS.escape(opener)}"]`)?.focus({ preventScroll: true });
});
// A form that requests something else: its response replaces the sheet.
body.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-sheet-form]")) return;
  event.preventDefault();
  const url = new URL(form.action);
  url.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  url.hash = body.firstElementChild.id;
  replaceSheet({ href: url.href, isFresh: true });
});
dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  closeAll();
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("[data-sheet-close]")) closeAll();
  else if (event.target.closest("[data-sheet-back]")) history.back();
});
