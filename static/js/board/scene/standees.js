// Models as numbers for the renderer: bases in the colour and shape of their side, figures as cards that face the
// camera, labels and badges, selection rings. Pure functions except for the atlas, from which they request pictures.
import { Mesh } from "./mesh.js";
import { flat, sides } from "./solids.js";

const BASE = 0.13;
const POINTS = { b: 4, c: 3, d: 8 };
const ROUND = 22;
const FIGURE_HEIGHT = 176 / 4.05;
const FIGURE_FOOT = 0.28 * FIGURE_HEIGHT;
const CARD_ASPECT = 144 / 176;
const RINGS = {
  isTarget: [0.75, 0.1, 0.12, 0.9],
  isActing: [0.98, 0.86, 0.36, 0.95],
  isSelected: [0.5, 0.78, 1, 0.95],
};
// Labels and badges stay readable when the camera is far away, but do not cover the figures.
const TAG_HEIGHT = 0.34;
const BADGE_HEIGHT = 0.44;
const LEAST_TAG_PIXELS = 17;
const MOST_GROWTH = 2.2;

export const isGone = (model) => ["out", "fled", "routed", "reserve"].includes(model.state);

// The outline of a base: a circle, or a circle with points around it.
export function baseOutline({ x, y, radius, side }) {
  const points = POINTS[side] ?? 0;
  if (!points)
    return Array.from({ length: ROUND }, (_none, place) => around(x, y, radius, (place / ROUND) * 2 * Math.PI));
  const steps = Math.max(2, Math.round(24 / points));
  return Array.from({ length: points * steps }, (_none, place) => {
    const angle = (place / (points * steps)) * 2 * Math.PI + Math.PI / 2;
    const near = Math.abs(((place % steps) / steps) * 2 - 1);
    return around(x, y, radius * (1 + 0.3 * Math.max(0, near * 2.2 - 1.2)), angle);
  });
}

const around = (x, y, far, angle) => [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
const GREY = 0.35;

// The parts that look the same from every side: {pieces, marks}. `hidden` is the model whose eyes are used.
export function bases(models, { hidden = "" } = {}) {
  const pieces = new Mesh();
  const marks = [];
  for (const model of models) {
    if (model.who === hidden) continue;
    const outline = baseOutline(model);
    const colour = isGone(model) ? model.colour.map((part) => part * GREY + 0.3) : model.colour;
    const high = topOf(model);
    sides(pieces, outline, [high - BASE, high], { colour: colour.map((part) => part * 0.62), hasInk: false, shade: 1 });
    flat(pieces, outline, high, { colour });
    ink(pieces, outline, high);
    ring(marks, model, [...RINGS_INNER, 0.8], high + 0.012, model.radius - 0.12, model.radius - 0.06);
    for (const [name, paint] of Object.entries(RINGS))
      if (model[name]) ring(marks, model, paint, model.z + 0.05, model.radius + 0.12, model.radius + 0.26);
  }
  return { pieces, marks };
}

// The figures with their labels and badges, which face the camera. `right` is the direction to the right of the camera;
// `pixelsAt(model)` is the length of an inch there on the screen.
export function figures(models, { right, atlas, colours, hidden = "", pixelsAt = () => 100 }) {
  const cards = [];
  for (const model of models) {
    if (model.who === hidden) continue;
    const high = topOf(model);
    figure(cards, model, high, right, atlas.figure(model.figure, model.side, colours(model)));
    const growth = Math.min(MOST_GROWTH, Math.max(1, LEAST_TAG_PIXELS / (TAG_HEIGHT * pixelsAt(model))));
    tags(cards, model, high, right, atlas, growth);
  }
  return cards;
}

const topOf = (model) => model.z + 0.01 + BASE;
const RINGS_INNER = [0.08, 0.06, 0.05];

function ink(mesh, outline, z) {
  for (const [place, a] of outline.entries()) mesh.line([...a, z], [...outline[(place + 1) % outline.length], z], 0.03);
}

// A flat ring on the ground as coloured triangles: position (3), colour (4).
function ring(marks, { x, y }, paint, z, inner, outer) {
  for (let place = 0; place < ROUND; place += 1) {
    const [from, to] = [place, place + 1].map((step) => (step / ROUND) * 2 * Math.PI);
    const [a, b, c, d] = [
      around(x, y, inner, from),
      around(x, y, outer, from),
      around(x, y, outer, to),
      around(x, y, inner, to),
    ];
    for (const point of [a, b, c, a, c, d]) marks.push(...point, z, ...paint);
  }
}

// A picture between four corners: lower left, lower right, upper right, upper left.
function card(cards, [a, b, c, d], [u0, v0, u1, v1], strength, glow = 0) {
  const corners = [
    [a, u0, v1],
    [b, u1, v1],
    [c, u1, v0],
    [a, u0, v1],
    [c, u1, v0],
    [d, u0, v0],
  ];
  for (const [point, u, v] of corners) cards.push(...point, u, v, strength, glow);
}

function figure(cards, model, z, right, picture) {
  const high = FIGURE_HEIGHT * model.scale * 1.14;
  const half = (high * CARD_ASPECT) / 2;
  const foot = (FIGURE_FOOT - 9) * model.scale * 1.14;
  const strength = model.isHidden || isGone(model) ? 0.6 : 1;
  const isDown = model.state === "knocked_down" || model.state === "stunned" || isGone(model);
  const at = [model.x, model.y, z];
  const move = (across, above) => {
    if (isDown) {
      // The figure lies on its base, with its head to the right of the screen.
      const [fx, fy] = [-right[1], right[0]];
      return [
        at[0] + right[0] * (above - high * 0.42) - fx * across,
        at[1] + right[1] * (above - high * 0.42) - fy * across,
        z + 0.05,
      ];
    }
    const lean = model.isFleeing ? 0.25 * above : 0;
    return [at[0] + right[0] * (across - lean), at[1] + right[1] * (across - lean), z + above];
  };
  card(
    cards,
    [move(-half, -foot), move(half, -foot), move(half, high - foot), move(-half, high - foot)],
    picture,
    strength,
  );
}

function tags(cards, model, z, right, atlas, growth) {
  const put = ({ place, aspect }, across, above, height) => {
    const [w, h] = [(height * growth * aspect) / 2, height * growth];
    const at = (dx, dz) => [
      model.x + right[0] * (across + dx) + right[1] * 0.2,
      model.y + right[1] * (across + dx) - right[0] * 0.2,
      z + above + dz,
    ];
    card(cards, [at(-w, 0), at(w, 0), at(w, h), at(-w, h)], place, 1, 1);
  };
  if (isGone(model)) return;
  if (model.letters) put(atlas.label(model.letters), model.radius * 0.86, 0.02, TAG_HEIGHT);
  const top = FIGURE_HEIGHT * model.scale * 0.92;
  if (model.badge) put(atlas.badge(model.badge), 0, model.state ? 0.75 : top, BADGE_HEIGHT);
  else if (model.isLeader) put(atlas.label("♛", { ink: "#ffffff", paper: "#b98a1e" }), 0, top, TAG_HEIGHT);
  if (model.wounds[1] > 1)
    put(
      atlas.label("●".repeat(model.wounds[0]) + "○".repeat(model.wounds[1] - model.wounds[0]), { ink: "#a3141f" }),
      -model.radius * 0.7,
      0.02,
      0.3,
    );
}
