// "Your turn": while this player is to decide, the title of the page says so and its icon has a badge; a short sound, off by
// default, when the turn comes. Not on a screen that both players share.
import { words } from "./state.js";

const SOUND_KEY = "board-sound";
const frame = document.getElementById("board");
const icon = document.querySelector("link[rel='icon']");
const plain = { title: document.title, icon: icon?.href };
const box = document.getElementById("turn-sound");
let wasMine = true;

function ring() {
  const context = new AudioContext();
  for (const [number, pitch] of [523, 784].entries()) {
    const at = context.currentTime + number * 0.14;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const loudness = new GainNode(context, { gain: 0.15 });
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  }
}

// Shows whether this player is to decide now.
export function show(isMine) {
  if (frame.dataset.shared) return;
  document.title = isMine ? `${words.your_turn} · ${plain.title}` : plain.title;
  if (icon) icon.href = isMine ? frame.dataset.turnIcon : plain.icon;
  if (isMine && !wasMine && localStorage.getItem(SOUND_KEY) === "on") ring();
  wasMine = isMine;
}

box.checked = localStorage.getItem(SOUND_KEY) === "on";
box.addEventListener("change", () => localStorage.setItem(SOUND_KEY, box.checked ? "on" : "off"));
