// Requests made only when a player looks ahead: the destinations of a manner of moving, exact odds, lines of sight.
import { say } from "../site.js";
import * as draw from "./draw.js";
import * as server from "./server.js";
import { hint, state, words } from "./state.js";

// Fetch the destinations of a verb once for this position: into its list, the choices and the numbered spots.
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

// The weapon of a shot, by its number: the first is left out of the command. -1 for everything else.
const weaponOf = (command) => command.weapon ?? (command.kind === "shoot" ? 0 : -1);

// Show the exact odds of an option after an element, and for a charge its path with the band of interception.
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

// Draw and list what the selected model sees while it is wanted; `spoken` reads it out.
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

// What is seen from the spot the eye was put on, of everybody; any model may be named in the address.
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

// Put the eye on and away; away, whatever was looked at before is shown again.
export function toggleSpot(complain) {
  state.toggleSpotting();
  draw.drawEye(null);
  document.querySelector("[data-spot]")?.setAttribute("aria-pressed", String(state.spotting));
  say(state.spotting ? hint("spot") : words.spot_away, { show: true });
  if (!state.spotting) showSights(complain);
}
