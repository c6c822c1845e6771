// Dice of a step as elements: the faces with the number needed and how it went.
const NS = "http://www.w3.org/2000/svg";
const PIPS = {
  1: [[8, 8]],
  2: [
    [4.5, 4.5],
    [11.5, 11.5],
  ],
  3: [
    [4.5, 4.5],
    [8, 8],
    [11.5, 11.5],
  ],
  4: [
    [4.5, 4.5],
    [11.5, 4.5],
    [4.5, 11.5],
    [11.5, 11.5],
  ],
  5: [
    [4.5, 4.5],
    [11.5, 4.5],
    [8, 8],
    [4.5, 11.5],
    [11.5, 11.5],
  ],
  6: [
    [4.5, 4],
    [11.5, 4],
    [4.5, 8],
    [11.5, 8],
    [4.5, 12],
    [11.5, 12],
  ],
};

export function node(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function die(face) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("class", "thrown-die");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", String(face));
  const box = document.createElementNS(NS, "rect");
  for (const [key, value] of Object.entries({ x: 1, y: 1, width: 14, height: 14, rx: 3 })) box.setAttribute(key, value);
  svg.append(box);
  for (const [x, y] of PIPS[face] ?? []) {
    const pip = document.createElementNS(NS, "circle");
    for (const [key, value] of Object.entries({ cx: x, cy: y, r: 1.5 })) pip.setAttribute(key, value);
    svg.append(pip);
  }
  return svg;
}

const MARKS = { pass: "✓", fail: "✗" };

// One roll: its name and what it needed above its dice, then a tick or a cross.
export function rollOf(roll, words) {
  const made = node("div", `step-roll${roll.outcome ? ` is-${roll.outcome}` : ""}`);
  const name = node("span", "step-roll-name", roll.name);
  if (roll.need) name.append(" ", node("b", "", roll.need));
  const faces = node("span", "step-roll-dice");
  for (const face of roll.faces.slice(0, 10)) faces.append(PIPS[face] ? die(face) : node("b", "", String(face)));
  if (roll.outcome) {
    const mark = node("b", "step-roll-mark");
    const sign = node("span", "", MARKS[roll.outcome]);
    sign.setAttribute("aria-hidden", "true");
    mark.append(sign, node("span", "visually-hidden", words[`roll_${roll.outcome}`]));
    faces.append(mark);
  }
  made.append(name, faces);
  return made;
}

export function rollsOf(step, words, most = 6) {
  const box = node("div", "step-rolls");
  box.append(...step.rolls.slice(0, most).map((roll) => rollOf(roll, words)));
  if (step.rolls.length > most) box.append(node("span", "step-more", `+${step.rolls.length - most}`));
  return box;
}
