// The odds page updates as the form changes; without this script its button does that.
import { page } from "../requests.js";
import { say } from "../site.js";

// An exact duel of two fighters with many attacks takes long to compute.
const ODDS_LIMIT_MS = 60000;
const TURNED = ["a", "b"];
let asking = null;

function question(form, changed) {
  const query = new URLSearchParams(new FormData(form));
  for (const side of TURNED) if (changed === side) query.delete(`${side}k`);
  for (const name of ["range", "cover", "moved"]) if (!query.get(name)) query.delete(name);
  return `?${query}`;
}

function fetched(url) {
  asking?.abort();
  asking = new AbortController();
  return page(url, { signal: asking.signal, limit: ODDS_LIMIT_MS });
}

// The duel takes longest, so it is requested separately after the rest.
async function finishDuel() {
  const place = document.querySelector("[data-duel]");
  if (!place) return;
  try {
    const duel = (await fetched(place.dataset.duel)).getElementById("duel");
    if (duel && place.isConnected) place.replaceWith(duel);
  } catch (fault) {
    if (fault.name === "AbortError") return;
    place.removeAttribute("data-duel");
    if (fault.message) say(fault.message, { show: true });
  }
}

async function show(url, { keep = true } = {}) {
  const answer = document.getElementById("odds-answer");
  answer.setAttribute("aria-busy", "true");
  try {
    const found = await fetched(url);
    const focused = document.activeElement?.id;
    const open = [...document.querySelectorAll("details[data-keep][open]")].map((details) => details.id);
    for (const id of ["odds-form", "odds-answer"]) document.getElementById(id).replaceWith(found.getElementById(id));
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    document.title = found.title;
    if (keep) history.replaceState(null, "", url);
    listen();
    await finishDuel();
  } catch (fault) {
    if (fault.name === "AbortError") return;
    answer.removeAttribute("aria-busy");
    say(fault.message || answer.dataset.lost, { show: true });
  }
}

function listen() {
  const form = document.getElementById("odds-form");
  form.addEventListener("change", (event) => show(question(form, event.target.name)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(question(form, ""));
  });
  document.getElementById("odds-link")?.addEventListener("focus", (event) => event.target.select());
}

listen();
finishDuel();
