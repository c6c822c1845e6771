// Walls with doors, windows and loose stones; hedges; ladders and stairs. Pure functions.
import { DARK_WOOD, WALL_TINTS, WOOD } from "./colours.js";
import { share } from "./shapes.js";
import { bar, grey, tinted, wall } from "./solids.js";
import { pole } from "./terrain.js";
import * as tiles from "./tiles.js";

const STOREY = 3;

// A wall of a house: stone below and timber frame above, or brick, with doors, window frames and loose stones on top.
export function upright(mesh, entry) {
  const { a, b, z0, z1, hard, openings } = entry;
  const height = z1 - z0;
  if (!hard) return void hedge(mesh, entry);
  const style = share(Math.round((a[0] + b[0]) / 8), Math.round((a[1] + b[1]) / 8), 5);
  const tint = WALL_TINTS[Math.floor(share(Math.round(a[0] / 7), Math.round(a[1] / 7), 9) * WALL_TINTS.length)];
  const stone = { tile: tiles.STONE, size: tiles.SIZES[tiles.STONE], colour: tint };
  const isTimbered = style < 0.55 && height > 4;
  const upper = isTimbered
    ? { tile: tiles.TIMBER, size: 3, colour: tint }
    : { tile: tiles.BRICK, size: tiles.SIZES[tiles.BRICK], colour: tint };
  const lower = style > 0.78 ? upper : stone;
  const faces = (z) => (height <= 1.2 ? stone : z - z0 < STOREY ? lower : upper);
  // Cut at each storey, so that the material changes at a floor.
  const cuts = [z0];
  for (let z = z0 + STOREY; z < z1 - 0.2; z += STOREY) cuts.push(z);
  cuts.push(z1);
  for (let at = 1; at < cuts.length; at += 1) {
    const [low, high] = [cuts[at - 1], cuts[at]];
    const here = openings
      .filter((hole) => hole.sill < high && hole.lintel > low)
      .map((hole) => ({ ...hole, sill: Math.max(hole.sill, low), lintel: Math.min(hole.lintel, high) }));
    wall(
      mesh,
      { ...entry, z0: low, z1: high, openings: here },
      { faces, rim: { tile: tiles.STONE, size: 3, colour: grey(1.12) } },
    );
  }
  for (const hole of openings) frame(mesh, entry, hole);
  if (isTimbered) {
    const [p, q] = [a, b];
    bar(mesh, p, q, entry.thickness + 0.12, [z0 + STOREY - 0.09, z0 + STOREY + 0.09], {
      tile: tiles.PLANKS,
      colour: DARK_WOOD,
      hasInk: true,
    });
  }
  caps(mesh, entry);
}

// Loose stones along the top, at most a sixth of an inch high, so that a ruin does not end in a straight line.
function caps(mesh, { a, b, thickness, z1, z0 }) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const count = Math.max(1, Math.round(length / (z1 - z0 < 1.2 ? 0.5 : 0.72)));
  const at = (s) => [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s];
  for (let place = 0; place < count; place += 1) {
    const seed = share(place, a[0] + b[0], a[1] + b[1]);
    if (seed < 0.22) continue;
    const [from, to] = [at((place + 0.03) / count), at((place + 0.97) / count)];
    bar(mesh, from, to, thickness * (0.8 + seed * 0.35), [z1 - 0.01, z1 + 0.03 + seed * 0.14], {
      tile: tiles.STONE,
      colour: grey(0.9 + seed * 0.25),
      hasInk: true,
    });
  }
}

function hedge(mesh, { a, b, thickness, z0, z1 }) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const at = (s) => [a[0] + ((b[0] - a[0]) * s) / length, a[1] + ((b[1] - a[1]) * s) / length];
  for (let s = 0; s < length - 0.05; s += 0.5) {
    const end = Math.min(length, s + 0.5);
    const seed = share(s, a[0], b[1]);
    bar(mesh, at(s), at(end), Math.max(0.24, thickness) * (1 + seed * 0.5), [z0, z1 - 0.1 + seed * 0.12], {
      tile: tiles.LEAVES,
      size: 2,
      colour: [0.6 + seed * 0.2, 0.72 + seed * 0.15, 0.5],
    });
  }
}

// The wooden frame of a door or a window, with an open leaf or shutters.
function frame(mesh, { a, b, thickness, z0 }, { kind, start, end, sill, lintel, closed }) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const at = (s, off = 0) => [a[0] + ux * s - uy * off, a[1] + uy * s + ux * off];
  const deep = thickness + 0.08;
  const beam = { tile: tiles.PLANKS, colour: DARK_WOOD, hasInk: true };
  bar(mesh, at(start), at(start + 0.1), deep, [sill, lintel], beam);
  bar(mesh, at(end - 0.1), at(end), deep, [sill, lintel], beam);
  bar(mesh, at(start), at(end), deep, [lintel - 0.1, lintel], beam);
  if (sill > z0 + 0.1)
    bar(mesh, at(start - 0.06), at(end + 0.06), deep + 0.1, [sill - 0.04, sill + 0.06], {
      tile: tiles.STONE,
      colour: grey(1.1),
      hasInk: true,
    });
  const leaf = { tile: tiles.PLANKS, colour: WOOD, hasInk: true, size: 1.5 };
  if (closed) return void bar(mesh, at(start + 0.1), at(end - 0.1), 0.1, [sill, lintel - 0.1], leaf);
  if (kind === "door" || kind === "gate") {
    const width = (end - start - 0.2) * 0.9;
    const hinge = at(start + 0.1, -thickness / 2);
    const open = [hinge[0] + ux * width * 0.35 + uy * width * 0.9, hinge[1] + uy * width * 0.35 - ux * width * 0.9];
    bar(mesh, hinge, open, 0.09, [sill + 0.03, lintel - 0.14], leaf);
    return;
  }
  if (kind === "window" && share(start, a[0], sill) > 0.35) {
    const wide = (end - start) * 0.42;
    const off = -thickness / 2 - 0.05;
    for (const [from, to] of [
      [start - wide, start - 0.02],
      [end + 0.02, end + wide],
    ])
      if (from > 0 && to < length)
        bar(mesh, at(from, off), at(to, off), 0.06, [sill, lintel], { ...leaf, colour: tinted(WOOD, 0.85) });
  }
}

export function climb(mesh, { kind, foot, head }) {
  const [dx, dy, dz] = [head[0] - foot[0], head[1] - foot[1], head[2] - foot[2]];
  const run = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / run, dy / run];
  const beam = { tile: tiles.PLANKS, colour: WOOD, hasInk: true };
  if (kind === "stairs") {
    const steps = Math.max(3, Math.round(dz / 0.34));
    for (let step = 0; step < steps; step += 1) {
      const at = (s) => [foot[0] + (dx * s) / steps, foot[1] + (dy * s) / steps];
      bar(
        mesh,
        at(step),
        at(step + 1),
        0.85,
        [foot[2] + (dz * step) / steps, foot[2] + (dz * (step + 1)) / steps],
        beam,
      );
    }
    return;
  }
  // A ladder leans: its top is at the edge of the floor, its foot half an inch away from the wall.
  const top = [head[0] - ux * Math.max(0.1, run * 0.5), head[1] - uy * Math.max(0.1, run * 0.5), head[2] + 0.35];
  const base = [foot[0], foot[1], foot[2]];
  const half = kind === "rope" ? 0 : 0.26;
  for (const side of half ? [-1, 1] : [0]) {
    const move = (p) => [p[0] - uy * half * side, p[1] + ux * half * side, p[2]];
    pole(mesh, move(base), move(top), kind === "rope" ? 0.05 : 0.07, kind === "rope" ? [0.72, 0.62, 0.44] : WOOD);
  }
  if (!half) return;
  const rungs = Math.max(3, Math.round(dz / 0.42));
  for (let rung = 1; rung < rungs; rung += 1) {
    const p = base.map((value, place) => value + ((top[place] - value) * rung) / rungs);
    bar(
      mesh,
      [p[0] - uy * half, p[1] + ux * half],
      [p[0] + uy * half, p[1] - ux * half],
      0.07,
      [p[2] - 0.035, p[2] + 0.035],
      { colour: tinted(WOOD, 1.1) },
    );
  }
}
