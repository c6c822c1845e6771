// Solid things: hills, closed buildings, crates, wells, statues, rocks. Pure functions.
import { DARK_WOOD, WALL_TINTS, WOOD } from "./colours.js";
import { areaOf, centreOf, share } from "./shapes.js";
import { bar, grey, prism, tinted } from "./solids.js";
import * as tiles from "./tiles.js";

// Crates, wells, statues, rocks, closed buildings and hills.
export function solid(mesh, { outline, z0, z1, kind, is_hill, is_building }) {
  if (is_hill) {
    prism(mesh, outline, [z0, z1], {
      side: { tile: tiles.EARTH, size: 4, colour: [0.86, 0.8, 0.66], hasInk: true },
      top: { tile: tiles.LEAVES, size: 3, colour: [0.86, 0.86, 0.68] },
    });
    return;
  }
  if (is_building) {
    const tile = share(...outline[0]) > 0.5 ? tiles.BRICK : tiles.STONE;
    prism(mesh, outline, [z0, z1], {
      side: { tile, size: tiles.SIZES[tile], colour: WALL_TINTS[Math.floor(share(outline[0][0], 3) * 4)] },
      top: { tile: tiles.ROOF, size: tiles.SIZES[tiles.ROOF] },
    });
    eaves(mesh, outline, z1);
    return;
  }
  if (/crate|barrel|cart|wagon|stall|scaffold|gallows|boat/.test(kind)) {
    prism(mesh, outline, [z0, z1], {
      side: { tile: tiles.PLANKS, size: 2, colour: WOOD },
      top: { tile: tiles.PLANKS, size: 2, colour: tinted(WOOD, 1.2) },
    });
    return;
  }
  prism(mesh, outline, [z0, z1], {
    side: { tile: tiles.STONE, size: 2.4 },
    top: {
      tile: /well|fountain/.test(kind) ? tiles.WATER : tiles.STONE,
      size: 2.4,
      colour: /well/.test(kind) ? grey(0.6) : grey(1.08),
    },
  });
  if (/well|fountain/.test(kind)) rim(mesh, outline, z1);
  if (/statue|monument/.test(kind)) statue(mesh, outline, z1);
}

function eaves(mesh, outline, z) {
  for (const [place, a] of outline.entries()) {
    const b = outline[(place + 1) % outline.length];
    bar(mesh, a, b, 0.22, [z - 0.14, z + 0.04], { tile: tiles.PLANKS, colour: DARK_WOOD, hasInk: true });
  }
}

function rim(mesh, outline, z) {
  for (const [place, a] of outline.entries())
    bar(mesh, a, outline[(place + 1) % outline.length], 0.2, [z - 0.1, z + 0.16], {
      tile: tiles.STONE,
      colour: grey(1.05),
      hasInk: true,
    });
}

function statue(mesh, outline, z) {
  const [x, y] = centreOf(outline);
  const size = Math.min(0.5, Math.sqrt(areaOf(outline)) / 4);
  const shape = (r) =>
    [0, 1, 2, 3, 4, 5].map((place) => [
      x + Math.cos((place * Math.PI) / 3) * r,
      y + Math.sin((place * Math.PI) / 3) * r,
    ]);
  for (const [r, from, to] of [
    [size, 0, 0.25],
    [size * 0.55, 0.25, 1.3],
    [size * 0.32, 1.3, 1.75],
  ])
    prism(mesh, shape(r), [z + from, z + to], {
      side: { tile: tiles.STONE, hasInk: false },
      top: { tile: tiles.STONE },
    });
}
