// "Your turn": while this player is to decide, the title of the page says so and its icon has a badge. When the turn comes,
// a sound and a notification, if the player wants them. Not on a screen that both players share.
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

// A notification only for a player who looks at something else; a press on it brings the board back.
function notify() {
  if (!preferences.get("notify") || !document.hidden || globalThis.Notification?.permission !== "granted") return;
  const notice = new Notification(words.your_turn, { body: plain.title, tag: frame.dataset.pid, icon: plain.icon });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

// Shows whether this player is to decide now.
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
