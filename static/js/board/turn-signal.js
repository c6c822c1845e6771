// "Your turn": while this player has to decide, the title of the page says so and its icon has a badge. When the turn
// begins, there is a sound and a notification, if the player has turned them on; not if both players share a screen.
import * as preferences from "./preferences.js";
import { words } from "./state.js";

const frame = document.getElementById("board");
const icon = document.querySelector("link[rel='icon']");
const plain = { title: document.title, icon: icon?.href };
let wasMine = true;
let sounds = null;

async function loadSounds() {
  if (!preferences.get("sound") || sounds) return;
  sounds = await import("./sounds.js");
  sounds.wantedWhile(() => preferences.get("sound"));
  sounds.listen();
}

// A notification is shown only if the player is looking at something else; a click on it returns to the board.
function notify() {
  if (!preferences.get("notify") || !document.hidden || globalThis.Notification?.permission !== "granted") return;
  const notice = new Notification(words.your_turn, { body: plain.title, tag: frame.dataset.pid, icon: plain.icon });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

// Shows whether this player has to decide now.
export function show(isMine) {
  if (frame.dataset.shared) return;
  document.title = isMine ? `${words.your_turn} · ${plain.title}` : plain.title;
  if (icon) icon.href = isMine ? frame.dataset.turnIcon : plain.icon;
  if (isMine && !wasMine) {
    if (preferences.get("sound")) sounds?.play("turn");
    notify();
  }
  wasMine = isMine;
}

loadSounds();
preferences.onChange(
  (name) => name === "sound" && loadSounds().then(() => preferences.get("sound") && sounds.play("turn")),
);
