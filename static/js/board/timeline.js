// The timing of a step of the playback, and where every model is before it. Pure functions: no page, no clock.
// Positions are inches of the table, times milliseconds.

export const SPEEDS = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };

const INCHES_A_SECOND = 12;
const LONGEST_MOVE = 600;
const FIRST_ROLL = 250;
const NEXT_ROLL = 260;
const MOST_ROLLS = 4;
const HOLD = 450;
const LEADER_HOLD = 900;

// Length of the path through these points.
export function lengthOf(path) {
  let sum = 0;
  for (let place = 1; place < path.length; place += 1)
    sum += Math.hypot(path[place][0] - path[place - 1][0], path[place][1] - path[place - 1][1]);
  return sum;
}

// How far along the path each of its points is, from 0 to 1.
export function offsetsOf(path) {
  const whole = lengthOf(path) || 1;
  return path.map((_spot, place) => Math.min(1, lengthOf(path.slice(0, place + 1)) / whole));
}

// The times of a step at a speed: the duration of the move, when each roll and the result are shown, and the end.
export function timesOf(step, speed = "normal") {
  const factor = SPEEDS[speed] ?? 1;
  const move =
    step.path.length > 1 ? Math.min(LONGEST_MOVE, Math.max(200, (lengthOf(step.path) / INCHES_A_SECOND) * 1000)) : 0;
  const count = Math.min(step.rolls, MOST_ROLLS);
  const rolls = Array.from(
    { length: step.rolls },
    (_roll, place) => move + FIRST_ROLL + Math.min(place, MOST_ROLLS - 1) * NEXT_ROLL,
  );
  const result = count ? move + FIRST_ROLL + (count - 1) * NEXT_ROLL + 250 : move || 150;
  const end = result + (move && !count && !step.ribbon ? 150 : HOLD) + (step.leader ? LEADER_HOLD : 0);
  const scaled = (time) => Math.round(time * factor);
  return { move: scaled(move), rolls: rolls.map(scaled), result: scaled(result), end: scaled(end) };
}

// Steps that are shown on the board; the list contains the others too.
export const isShown = (step) => !["setup", "phase"].includes(step.kind) && (step.kind !== "note" || Boolean(step.at));

// The last position of every model in these steps: a map of positions.
export function lastSpots(steps) {
  const spots = new Map();
  for (const step of steps) {
    if (step.at) spots.set(step.who, step.at);
    if (step.path.length > 1) spots.set(step.who, step.path.at(-1));
    if (step.to) spots.set(step.whom, step.to);
  }
  return spots;
}

// The positions of models before the first of these steps: `now` (a map of positions) with every later move undone.
export function rewound(now, steps) {
  const before = new Map(now);
  for (const step of [...steps].reverse())
    if (step.path.length > 1 && before.has(step.who)) before.set(step.who, step.path[0]);
  return before;
}

// Positions and conditions after the first `count` steps: a map of {spot, code}.
export function posesAfter(before, steps, count) {
  const poses = new Map([...before].map(([modelId, spot]) => [modelId, { spot, code: "" }]));
  for (const step of steps.slice(0, count)) {
    if (step.path.length > 1 && poses.has(step.who)) poses.get(step.who).spot = step.path.at(-1);
    for (const result of step.results) if (poses.has(result.who)) poses.get(result.who).code = result.code;
  }
  return poses;
}

// The point that a step shows: the target, else the actor, else the end of the path.
export const focusOf = (step) => step.to ?? step.path.at(-1) ?? step.at;

// The points that a card must not cover: who acts and who is meant, and the path with the middles of its legs.
export function keptFree(step) {
  const middles = step.path
    .slice(1)
    .map(([x, y], place) => [(x + step.path[place][0]) / 2, (y + step.path[place][1]) / 2]);
  return [step.at, step.to, ...step.path, ...middles].filter(Boolean);
}

// On which side of a point (in pixels of the frame) a card of this size is shown: next to it, away from the other
// models, and never over the points that are `kept` free while there is another place, if need be a corner.
export function cardPlace(spot, size, frame, others, kept = []) {
  const gap = 34;
  const [right, bottom] = [frame[0] - size[0] - 4, frame[1] - size[1] - 4];
  const places = [
    [spot[0] + gap, spot[1] - size[1] / 2],
    [spot[0] - gap - size[0], spot[1] - size[1] / 2],
    [spot[0] - size[0] / 2, spot[1] - gap - size[1]],
    [spot[0] - size[0] / 2, spot[1] + gap],
    [4, 4],
    [right, 4],
    [4, bottom],
    [right, bottom],
  ].map(([x, y]) => [Math.max(4, Math.min(x, right)), Math.max(4, Math.min(y, bottom))]);
  const under = (points, [x, y]) =>
    points.filter(([ox, oy]) => ox > x - 16 && ox < x + size[0] + 16 && oy > y - 16 && oy < y + size[1] + 16).length;
  const covered = (place) => under(others, place) + 100 * under([spot, ...kept], place);
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

// The sound of a result: a death, a hit, or none.
export function soundOf(step) {
  const codes = step.results.map((result) => result.code);
  if (codes.includes("out")) return "death";
  return codes.some((code) => ["wound", "knocked_down", "stunned"].includes(code)) ? "hit" : "";
}
