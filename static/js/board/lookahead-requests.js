// Requests that are made only when a player asks for a preview: destinations of a way of moving, exact odds, lines of
// sight.
import { say } from "../site.js";
import * as draw from "./draw.js";
import * as server from "./server.js";
import { hint, state, words } from "./state.js";

// Fetch the destinations of a verb once for this position, and add them to its list, the choices and the numbered
// spots.
export async function listMoves(code) {
  const modelId = state.selected;
  const place = document.querySelector(`details[data-verb="${code}"]`);
  if (place?.dataset.listed === String(state.seq)) return;
  const answer = await server.moves(modelId, code);
  if (modelId !== state.selected || answer.seq !== state.seq) return;
  state.listed(code, answer.verb);
  draw.drawSpots(answer.spots);
  if (!place) return;
  place.dataset.listed = String(state.seq);
  place.querySelector("summary ~ *").outerHTML = answer.html;
  place.open = true;
}

// The number of the weapon of a shot, which the command leaves out for the first weapon; -1 for other commands.
const weaponOf = (command) => command.weapon ?? (command.kind === "shoot" ? 0 : -1);

// Show the exact odds of an option after an element; for a charge also its route and the area from which it can be
// intercepted.
export async function showOdds(entry, option, after) {
  const modelId = state.selected;
  const answer = await server.odds(modelId, option.target, weaponOf(option.command), entry.options.indexOf(option));
  option.short = answer.short;
  if (modelId !== state.selected || !after?.isConnected) return;
  draw.drawPreviewRoute(answer.drawing);
  after.nextElementSibling?.classList.contains("odds-preview") && after.nextElementSibling.remove();
  after.insertAdjacentHTML("afterend", answer.html);
}

export async function showLinkedOdds(link) {
  const place = document.getElementById("odds-preview");
  const answer = await server.odds(state.selected, link.dataset.odds, link.dataset.weapon, link.dataset.place);
  draw.drawPreviewRoute(answer.drawing);
  place.innerHTML = answer.html;
  place.scrollIntoView({ block: "nearest" });
}

// Draw and list what the selected model sees while this is turned on; `spoken` announces it to screen readers.
export async function showSights(complain, spoken = false) {
  const list = document.getElementById("sights");
  for (const tool of document.querySelectorAll("[data-sights]")) tool.toggleAttribute("aria-current", state.sights);
  if (state.eye) return void showFrom(complain, spoken);
  if (!state.sights || !state.selected) {
    draw.drawSights("");
    list.replaceChildren();
    return;
  }
  const modelId = state.selected;
  try {
    const answer = await server.sight(modelId);
    if (modelId !== state.selected || !state.sights) return;
    draw.drawSights(answer.lines);
    list.innerHTML = answer.html;
    if (spoken) say(list.textContent.replace(/\s+/g, " ").trim());
  } catch (fault) {
    complain(fault);
  }
}

// What is visible from the chosen spot. The result does not depend on a model, so the address may name any.
async function showFrom(complain, spoken) {
  const [x, y] = state.eye;
  const list = document.getElementById("sights");
  const modelId = state.selected || document.querySelector("#table .model")?.dataset.who;
  if (!modelId) return;
  try {
    const answer = await server.sightFrom(modelId, x, y, state.level);
    if (!state.eye || state.eye[0] !== x || state.eye[1] !== y) return;
    draw.drawSights(answer.lines);
    draw.drawEye([x, y]);
    list.innerHTML = answer.html;
    if (spoken) say(list.querySelector("h3").textContent);
    list.scrollIntoView({ block: "nearest" });
  } catch (fault) {
    complain(fault);
  }
}

export function lookFrom(x, y, complain) {
  state.lookFrom(x, y);
  showSights(complain, true);
}

// Place or remove the eye icon; after it is removed, the previous line of sight is shown again.
export function toggleSpot(complain) {
  state.toggleSpotting();
  draw.drawEye(null);
  document.querySelector("[data-spot]")?.setAttribute("aria-pressed", String(state.spotting));
  say(state.spotting ? hint("spot") : words.spot_away, { show: true });
  if (!state.spotting) showSights(complain);
}
