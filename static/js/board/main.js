// The board with JavaScript: click a warrior, then a spot or an enemy. One click is enough for what can be undone, two
// are needed for the rest. Fragments from the server are swapped in. Without JavaScript every action is a link or a
// form of the same page.
import { actions } from "./actions.js";
import { showSelected } from "./aim-view.js";
import * as clock from "./clock.js";
import * as draw from "./draw.js";
import "./forms.js";
import * as guidance from "./guidance.js";
import { listenToKeys, listenToPointers } from "./input.js";
import * as log from "./log.js";
import { complain, loadChoices, refresh, send } from "./play.js";
import * as playback from "./playback.js";
import * as preferences from "./preferences.js";
import { connect } from "./preview.js";
import * as server from "./server.js";
import "./settings.js";
import { readPage, sentence, state, words } from "./state.js";
import * as turnSignal from "./turn-signal.js";

const frame = document.getElementById("board");

// The newest event announced by the socket. The response to a command may be older than this, if the opponent or the
// bot acted before it arrived.
let newest = 0;

function catchUp() {
  if (newest > state.seq && !server.isSending()) refresh();
}

function heard(message) {
  if (message.said) {
    const line = document.createElement("li");
    line.textContent = `${message.said.author}: ${message.said.text}`;
    document.getElementById("chat-lines")?.append(line);
    return;
  }
  if (message.changed) return void refresh();
  newest = Math.max(newest, message.seq);
  catchUp();
}

function lost(seconds) {
  const bar = document.getElementById("connection");
  if (!seconds) {
    if (!bar.hidden) {
      bar.hidden = true;
      refresh();
    }
    return;
  }
  if (seconds < 2) return;
  bar.hidden = false;
  const line = document.querySelector("#log .block:last-child .block-title");
  bar.textContent = sentence("lost", { n: seconds, line: line?.textContent.trim() ?? words.start });
}

// A message of the page before lies over the bar, and has been read by the first press.
function closeMessages() {
  const shown = document.querySelector(".board-body > .messages");
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, () => shown?.remove(), { capture: true, once: true });
}

// ---- start ----
closeMessages();
connect({ send, complain, back: actions.back });
frame.tabIndex = 0;
frame.setAttribute("role", "application");
readPage(frame);
if (innerWidth <= 640 && state.width > 22 && !state.over) {
  draw.closeUp(20);
  if (state.selected) draw.show(state.selected);
} else if (draw.pixelsUnderTools()) draw.whole();
listenToPointers(frame, actions);
listenToKeys(frame, actions);
loadChoices();
log.begin();
guidance.show();
turnSignal.show(state.isToDecide);
state.subscribe((change) => {
  if (change !== "answered") return;
  turnSignal.show(state.isToDecide);
  document.querySelector(".battle").classList.toggle("is-over", state.over);
});
playback.onStep((step) => step ?? (state.over ? draw.whole() : showSelected()));
preferences.onChange((name) => name === "hints" && preferences.stored().then(() => refresh()));
clock.start(refresh);
server.whenIdle(catchUp);
server.listen(heard, lost);
document.documentElement.dataset.board = "ready";
