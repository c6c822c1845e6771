// What is fetched only when somebody looks ahead: the destinations of a manner of moving, exact odds, lines of sight.
import { say } from "../site.js";
import * as draw from "./draw.js";
import * as server from "./server.js";
import { state } from "./state.js";

// Fetch the destinations of a verb once for this position: into its list, the choices and the numbered spots.
export async function listMoves(code) {
  const who = state.selected;
  const place = document.querySelector(`details[data-verb="${code}"]`);
  if (place?.dataset.listed === String(state.seq)) return;
  const answer = await server.moves(who, code);
  if (who !== state.selected || answer.seq !== state.seq) return;
  const verbs = state.choices?.verbs;
  const at = verbs?.findIndex((entry) => entry.code === code) ?? -1;
  if (at >= 0) verbs[at] = answer.verb;
  state.spot = -1;
  draw.drawSpots(answer.spots);
  if (!place) return;
  place.dataset.listed = String(state.seq);
  place.querySelector("summary ~ *").outerHTML = answer.html;
  place.open = true;
}

// The exact odds of an option beside the sentence that asks for the second press.
export async function foresee(option, after) {
  const who = state.selected;
  const answer = await server.odds(who, option.target, option.command.weapon ?? -1);
  option.short = answer.short;
  if (who !== state.selected || !after?.isConnected) return;
  after.nextElementSibling?.classList.contains("foreseen") && after.nextElementSibling.remove();
  after.insertAdjacentHTML("afterend", answer.html);
}

export async function answerLink(link) {
  const place = document.getElementById("foreseen");
  const answer = await server.odds(state.selected, link.dataset.odds, link.dataset.weapon);
  place.innerHTML = answer.html;
  place.scrollIntoView({ block: "nearest" });
}

// Draw and list what the selected model sees while it is wanted; `spoken` reads it out.
export async function showSights(complain, spoken = false) {
  const list = document.getElementById("sights");
  for (const tool of document.querySelectorAll("[data-sights]")) tool.toggleAttribute("aria-current", state.sights);
  if (!state.sights || !state.selected) {
    draw.drawSights("");
    list.replaceChildren();
    return;
  }
  const who = state.selected;
  try {
    const answer = await server.sight(who);
    if (who !== state.selected || !state.sights) return;
    draw.drawSights(answer.lines);
    list.innerHTML = answer.html;
    if (spoken) say(list.textContent.replace(/\s+/g, " ").trim());
  } catch (fault) {
    complain(fault);
  }
}
