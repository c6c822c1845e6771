// Prisms, boxes and walls with openings as triangles. Inches; z is up. Pure functions.
import { anticlockwise, triangles } from "./shapes.js";

const SHADE = 0.58;
const SHADE_HEIGHT = 0.9;

export const grey = (value) => [value, value, value];
export const tinted = (colour, value) => colour.map((part) => part * value);
const WHITE = [1, 1, 1];
// The z component of the normal of things on which the board draws no marks: beams, sills, loose stones.
const TRIM = 0.98;

// A horizontal polygon that is visible from above, or from below.
export function flat(
  mesh,
  outline,
  z,
  { holes = [], tile = 0, size = 3, colour = WHITE, isBelow = false, up = 1 } = {},
) {
  for (const corners of triangles(outline, holes)) {
    const points = (isBelow ? [...corners].reverse() : corners).map(([x, y]) => [x, y, z]);
    mesh.triangle(points, {
      tile,
      uvs: points.map(([x, y]) => [x / size, y / size]),
      colours: [colour],
      normal: [0, 0, isBelow ? -1 : up],
    });
  }
}

// The vertical faces of a prism; darker towards the ground, where there is less light.
export function sides(
  mesh,
  outline,
  [z0, z1],
  { tile = 0, size = 3, colour = WHITE, hasInk = true, shade = SHADE } = {},
) {
  const ring = anticlockwise(outline);
  let along = 0;
  for (const [place, a] of ring.entries()) {
    const b = ring[(place + 1) % ring.length];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const levels = z0 < SHADE_HEIGHT && z1 > SHADE_HEIGHT ? [z0, SHADE_HEIGHT, z1] : [z0, z1];
    for (let at = 1; at < levels.length; at += 1) {
      const [low, high] = [levels[at - 1], levels[at]];
      const [dark, light] = [low, high].map((z) => tinted(colour, shadeAt(z, shade)));
      mesh.quad(
        [
          [...a, low],
          [...b, low],
          [...b, high],
          [...a, high],
        ],
        {
          tile,
          uvs: [
            [along / size, -low / size],
            [(along + length) / size, -low / size],
            [(along + length) / size, -high / size],
            [along / size, -high / size],
          ],
          colours: [dark, dark, light, light],
        },
      );
    }
    if (hasInk) {
      mesh.line([...a, z1], [...b, z1]);
      if (ring.length < 9) mesh.line([...a, z0], [...a, z1]);
    }
    along += length;
  }
}

export const shadeAt = (z, shade = SHADE) => shade + (1 - shade) * Math.min(1, Math.max(0, z / SHADE_HEIGHT));

export function prism(mesh, outline, [z0, z1], { side = {}, top = {} } = {}) {
  sides(mesh, outline, [z0, z1], side);
  flat(mesh, outline, z1, top);
}

// A box whose axis runs from a to b, `thickness` wide.
export function bar(mesh, a, b, thickness, [z0, z1], { tile = 0, colour = WHITE, size = 3, hasInk = false } = {}) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [nx, ny] = [(-(b[1] - a[1]) / length) * (thickness / 2), ((b[0] - a[0]) / length) * (thickness / 2)];
  const outline = [
    [a[0] - nx, a[1] - ny],
    [b[0] - nx, b[1] - ny],
    [b[0] + nx, b[1] + ny],
    [a[0] + nx, a[1] + ny],
  ];
  prism(mesh, outline, [z0, z1], { side: { tile, colour, size, hasInk }, top: { tile, colour, size, up: TRIM } });
  flat(mesh, outline, z0, { tile, colour: tinted(colour, 0.7), size, isBelow: true });
}

const unique = (values) => [...new Set(values)].sort((a, b) => a - b);

// Which cells of a wall are stone: the cuts along and up the wall, and for each cell between them whether it is.
export function cellsOf(length, z0, z1, openings) {
  const along = unique(
    [0, length, ...openings.flatMap(({ start, end }) => [start, end])].filter((s) => s >= 0 && s <= length),
  );
  const up = unique(
    [
      z0,
      z1,
      ...(z1 > SHADE_HEIGHT && z0 < SHADE_HEIGHT ? [SHADE_HEIGHT] : []),
      ...openings.flatMap(({ sill, lintel }) => [sill, lintel]),
    ].filter((z) => z >= z0 && z <= z1),
  );
  const isOpen = (s, z) =>
    openings.some(({ start, end, sill, lintel }) => s > start && s < end && z > sill && z < lintel);
  const isStone = along
    .slice(1)
    .map((end, column) => up.slice(1).map((top, row) => !isOpen((along[column] + end) / 2, (up[row] + top) / 2)));
  return { along, up, isStone };
}

// A wall with holes. `faces(z)` returns the tile, its size and the colour of the faces at that height; `rim` those of
// the edges of holes.
export function wall(mesh, { a, b, thickness, z0, z1, openings }, { faces, rim }) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const half = Math.max(thickness, 0.1) / 2;
  const at = (s, side, z) => [a[0] + ux * s - uy * half * side, a[1] + uy * s + ux * half * side, z];
  const { along, up, isStone } = cellsOf(length, z0, z1, openings);
  const is = (column, row) => isStone[column]?.[row] ?? false;
  for (let column = 0; column + 1 < along.length; column += 1) {
    for (let row = 0; row + 1 < up.length; row += 1) {
      if (!is(column, row)) continue;
      const [s0, s1, low, high] = [along[column], along[column + 1], up[row], up[row + 1]];
      const face = faces((low + high) / 2);
      const [dark, light] = [low, high].map((z) => tinted(face.colour, shadeAt(z)));
      const uvs = (from, to) => [
        [from / face.size, -low / face.size],
        [to / face.size, -low / face.size],
        [to / face.size, -high / face.size],
        [from / face.size, -high / face.size],
      ];
      const colours = [dark, dark, light, light];
      mesh.quad([at(s0, -1, low), at(s1, -1, low), at(s1, -1, high), at(s0, -1, high)], {
        tile: face.tile,
        uvs: uvs(s0, s1),
        colours,
      });
      mesh.quad([at(s1, 1, low), at(s0, 1, low), at(s0, 1, high), at(s1, 1, high)], {
        tile: face.tile,
        uvs: uvs(s1, s0),
        colours,
      });
      const cut = { tile: rim.tile, colours: [tinted(rim.colour, shadeAt((low + high) / 2))] };
      const across = (from, to) => [
        [from / rim.size, 0],
        [to / rim.size, 0],
        [to / rim.size, (2 * half) / rim.size],
        [from / rim.size, (2 * half) / rim.size],
      ];
      if (!is(column, row + 1)) {
        mesh.quad([at(s0, -1, high), at(s1, -1, high), at(s1, 1, high), at(s0, 1, high)], {
          ...cut,
          uvs: across(s0, s1),
          normal: [0, 0, TRIM],
        });
        for (const side of [-1, 1]) mesh.line(at(s0, side, high), at(s1, side, high));
      }
      if (!is(column, row - 1) && low > z0) {
        mesh.quad([at(s0, 1, low), at(s1, 1, low), at(s1, -1, low), at(s0, -1, low)], { ...cut, uvs: across(s0, s1) });
        for (const side of [-1, 1]) mesh.line(at(s0, side, low), at(s1, side, low));
      }
      if (!is(column - 1, row)) {
        mesh.quad([at(s0, 1, low), at(s0, -1, low), at(s0, -1, high), at(s0, 1, high)], {
          ...cut,
          uvs: across(low, high),
        });
        for (const side of [-1, 1]) mesh.line(at(s0, side, low), at(s0, side, high));
      }
      if (!is(column + 1, row)) {
        mesh.quad([at(s1, -1, low), at(s1, 1, low), at(s1, 1, high), at(s1, -1, high)], {
          ...cut,
          uvs: across(low, high),
        });
        for (const side of [-1, 1]) mesh.line(at(s1, side, low), at(s1, side, high));
      }
    }
  }
}
