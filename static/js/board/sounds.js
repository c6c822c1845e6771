// The sounds of the board, made by the browser itself: dice, a hit, a death, the turn of this player. Loaded when they are
// switched on.
import * as playback from "./playback.js";
import { soundOf, timesOf } from "./timeline.js";

const context = new AudioContext();
const LOUD = 0.16;

function tone(at, from, to, length, type = "triangle", loud = LOUD) {
  const source = new OscillatorNode(context, { type, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  const loudness = new GainNode(context, { gain: loud });
  loudness.gain.setValueAtTime(loud, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(loudness).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

function rattle(at, length, pitch) {
  const noise = new AudioBuffer({ length: Math.ceil(length * context.sampleRate), sampleRate: context.sampleRate });
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1)
    samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length);
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 4 });
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: LOUD * 2 }))
    .connect(context.destination);
  source.start(at);
}

const SOUNDS = {
  dice(at) {
    for (const [number, pitch] of [2400, 3100, 2700].entries()) rattle(at + number * 0.05, 0.04, pitch);
  },
  hit(at) {
    rattle(at, 0.06, 900);
    tone(at, 150, 55, 0.16, "square");
  },
  death(at) {
    tone(at, 330, 160, 0.28);
    tone(at + 0.2, 196, 65, 0.5);
  },
  turn(at) {
    tone(at, 523, 523, 0.3);
    tone(at + 0.14, 784, 784, 0.3);
  },
};

export function play(name, delay = 0) {
  if (context.state === "suspended") context.resume();
  document.documentElement.dataset.sound = name;
  SOUNDS[name](context.currentTime + delay);
}

// The dice when they are shown, the result when it is; without a playback the result of the last step alone.
let isOn = false;
export function listen() {
  if (isOn) return;
  isOn = true;
  playback.onStep((step, isDone) => {
    if (!step || !sounds.isWanted()) return;
    if (!isDone) for (const ms of timesOf(step, playback.speed()).rolls.slice(0, 4)) play("dice", ms / 1000);
    else if (soundOf(step)) play(soundOf(step));
  });
  playback.onUnplayed((steps) => {
    const name = steps.map(soundOf).findLast(Boolean);
    if (name && sounds.isWanted()) play(name);
  });
}

const sounds = { isWanted: () => false };
export function wantedWhile(isWanted) {
  sounds.isWanted = isWanted;
}
