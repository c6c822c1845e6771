// The preview of an action that cannot be undone: a sentence, the button that says what is final, and a way back. Odds
// that arrive later are shown below the buttons, so that the buttons do not move.
import { say } from "../site.js";
import * as draw from "./draw.js";
import * as lookahead from "./lookahead-requests.js";
import { mustConfirm } from "./preferences.js";
import * as server from "./server.js";
import { words } from "./state.js";

const preview = document.getElementById("preview");
let pending = null;

// The functions to send a command, go back and show an error are passed in, because their modules import this one.
let send = null;
let back = null;
let complain = null;
export function connect(doors) {
  ({ send, back, complain } = doors);
}

// Whether a preview is shown.
export const isOpen = () => !preview.hidden;

export function ask(sentence, label, command) {
  pending = () => send(server.order(command));
  preview.hidden = false;
  preview.replaceChildren();
  const text = document.createElement("p");
  text.textContent = sentence;
  const row = document.createElement("div");
  row.className = "row";
  const yes = button(label, "button button-main", commit);
  const cancel = button(words.back, "button", () => back());
  row.append(yes, cancel);
  preview.append(text, row);
  preview.scrollIntoView({ block: "nearest" });
  say(`${sentence} ${label}?`);
}

export function button(label, className, run) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = label;
  made.addEventListener("click", run);
  return made;
}

export function closePreview() {
  pending = null;
  preview.hidden = true;
  preview.replaceChildren();
  draw.drawWay(null);
  draw.drawPreviewRoute("");
}

export function commit() {
  if (!pending) return false;
  const run = pending;
  closePreview();
  run();
  return true;
}

const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function take(entry, option) {
  if (!mustConfirm(entry.code, option.final)) return void send(server.order(option.command));
  const odds = option.odds
    ? ` ${capitalized(option.odds.needs)}${option.odds.reasons ? ` (${option.odds.reasons})` : ""}; ${option.odds.says}.`
    : "";
  if (option.target) draw.drawAim(entry, option);
  ask(
    `${option.label}.${odds || (option.note ? ` ${option.note}.` : "")}`,
    option.target ? option.label : entry.label,
    option.command,
  );
  if (option.odds)
    lookahead
      .showOdds(entry, option, preview.querySelector(".row"))
      .then(() => pending && draw.drawAim(entry, option))
      .catch(complain);
}

// One button for each choice, with a sentence above them if there is one.
export function offer(sentence, buttons) {
  const row = document.createElement("div");
  row.className = "row";
  row.append(...buttons);
  const text = document.createElement("p");
  text.textContent = sentence;
  preview.hidden = false;
  preview.replaceChildren(...(sentence ? [text] : []), row);
  preview.scrollIntoView({ block: "nearest" });
}

export function choose(aims) {
  offer(
    "",
    aims.map(([entry, option]) =>
      button(option.label, "button", () => {
        closePreview();
        take(entry, option);
      }),
    ),
  );
}
