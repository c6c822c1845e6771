// Ground and what is on it: water, rubble, reeds, trees. Pure functions.
import { centreOf, holds, share } from "./shapes.js";
import { bar, flat, grey, tinted } from "./solids.js";
import * as tiles from "./tiles.js";

// An area of ground: its surface and what is on it.
export function patch(mesh, area, number) {
  const z = area.z + 0.012 + (number % 8) * 0.003;
  const is = (flag) => area.flags.includes(flag);
  if (/water/.test(area.ground) || is("river")) {
    const colour = area.ground === "deep_water" ? [0.72, 0.8, 0.88] : is("marsh") ? [0.72, 0.78, 0.6] : grey(1);
    flat(mesh, area.outline, z, { tile: tiles.WATER, size: tiles.SIZES[tiles.WATER], colour });
    bank(mesh, area.outline, z);
    return;
  }
  if (is("forest")) {
    flat(mesh, area.outline, z, { tile: tiles.LEAVES, size: 3, colour: [0.74, 0.78, 0.6] });
    return;
  }
  if (is("marsh")) {
    flat(mesh, area.outline, z, { tile: tiles.EARTH, size: 5, colour: [0.62, 0.66, 0.5] });
    strew(mesh, area, 2.2, reed);
    return;
  }
  if (area.ground === "open" && !is("dangerous")) return;
  flat(mesh, area.outline, z, { tile: tiles.RUBBLE, size: 4 });
  strew(mesh, area, area.ground === "very_difficult" ? 3.4 : 2.4, boulder);
}

// A rim of stones around water.
function bank(mesh, outline, z) {
  for (const [place, a] of outline.entries()) {
    const b = outline[(place + 1) % outline.length];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const count = Math.max(1, Math.round(length / 0.62));
    const at = (s) => [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s];
    for (let stone = 0; stone < count; stone += 1) {
      const seed = share(place, stone, a[0]);
      bar(
        mesh,
        at((stone + 0.04) / count),
        at((stone + 0.96) / count),
        0.3 + seed * 0.12,
        [z - 0.02, z + 0.09 + seed * 0.07],
        {
          tile: tiles.STONE,
          colour: grey(0.78 + seed * 0.25),
        },
      );
    }
  }
}

// Things at irregular positions in an area, about `density` for each square inch.
function strew(mesh, area, density, draw) {
  const xs = area.outline.map(([x]) => x);
  const ys = area.outline.map(([, y]) => y);
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - low];
  const count = Math.min(260, Math.round(wide * high * density));
  for (let place = 0; place < count; place += 1) {
    const x = left + share(place, left, 1) * wide;
    const y = low + share(place, low, 2) * high;
    if (holds(area.outline, x, y)) draw(mesh, x, y, area.z, share(place, x, y));
  }
}

function boulder(mesh, x, y, z, seed) {
  const size = 0.1 + seed ** 3 * 0.34;
  const count = 5;
  const outline = Array.from({ length: count }, (_none, place) => {
    const angle = ((place + seed) / count) * Math.PI * 2;
    const far = size * (0.7 + 0.5 * share(place, x, y));
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
  });
  const colour = seed > 0.82 ? [0.86, 0.62, 0.5] : grey(0.9 + seed * 0.3);
  const top = z + size * (0.55 + seed * 0.5);
  const middle = centreOf(outline);
  for (const [place, a] of outline.entries()) {
    const b = outline[(place + 1) % count];
    const inner = (p) => [(p[0] + middle[0]) / 2, (p[1] + middle[1]) / 2, top];
    mesh.quad([[...a, z], [...b, z], inner(b), inner(a)], {
      tile: tiles.STONE,
      colours: [tinted(colour, 0.8), tinted(colour, 0.8), colour, colour],
    });
    mesh.triangle([inner(a), inner(b), [...middle, top]], { tile: tiles.STONE, colours: [colour] });
  }
}

function reed(mesh, x, y, z, seed) {
  for (const lean of [-0.12, 0.02, 0.14]) {
    const tip = [x + lean + seed * 0.1, y + lean * 0.4, z + 0.5 + seed * 0.5];
    mesh.triangle([[x - 0.05, y, z], [x + 0.05, y, z], tip], { colours: [[0.36, 0.42, 0.22]], normal: [0, -0.4, 0.9] });
    mesh.triangle([[x + 0.05, y, z], [x - 0.05, y, z], tip], { colours: [[0.36, 0.42, 0.22]], normal: [0, 0.4, 0.9] });
  }
}

export function plant(mesh, { x, y, size }) {
  const seed = share(x, y);
  const height = 2 + seed * 1.2;
  pole(mesh, [x, y, 0], [x + (seed - 0.5) * 0.3, y, height], 0.12 * size, [0.34, 0.26, 0.19]);
  for (const [rise, wide, dx, dy] of [
    [0, 0.78, 0, 0],
    [0.75, 0.62, 0.25 - seed * 0.5, 0.14],
    [1.35, 0.42, seed * 0.3 - 0.1, -0.1],
  ])
    crown(mesh, [x + dx * size, y + dy * size, height - 0.5 + rise * size], wide * size, seed + rise);
}

// The crown of a tree: two rings and two tips.
function crown(mesh, [x, y, z], wide, seed) {
  const count = 7;
  const at = (place, far, up) => {
    const angle = ((place + seed) / count) * Math.PI * 2;
    const reach = wide * far * (0.85 + 0.3 * share(place, seed, far));
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, z + up * wide];
  };
  const tint = (value) => [0.55 * value + seed * 0.06, 0.68 * value, 0.4 * value];
  const top = [x, y, z + wide * 1.05];
  const bottom = [x, y, z - wide * 0.5];
  for (let place = 0; place < count; place += 1) {
    const next = (place + 1) % count;
    const [low, lowNext, high, highNext] = [
      at(place, 1, -0.1),
      at(next, 1, -0.1),
      at(place, 0.72, 0.6),
      at(next, 0.72, 0.6),
    ];
    const tile = tiles.LEAVES;
    const uvs = [
      [place, 0],
      [place + 1, 0],
      [place + 1, 1],
      [place, 1],
    ].map(([u, v]) => [u * 0.5, v * 0.5]);
    mesh.quad([low, lowNext, highNext, high], { tile, uvs, colours: [tint(0.75), tint(0.75), tint(1.05), tint(1.05)] });
    mesh.triangle([high, highNext, top], { tile, uvs, colours: [tint(1.05), tint(1.05), tint(1.25)] });
    mesh.triangle([lowNext, low, bottom], { tile, uvs, colours: [tint(0.75), tint(0.75), tint(0.5)] });
  }
}

// A thin square pole between two points.
export function pole(mesh, from, to, thick, colour) {
  const shifts = [
    [-thick, -thick],
    [thick, -thick],
    [thick, thick],
    [-thick, thick],
  ];
  const move = (p, [x, y]) => [p[0] + x, p[1] + y, p[2]];
  for (const [place, shift] of shifts.entries()) {
    const next = shifts[(place + 1) % 4];
    mesh.quad([move(from, shift), move(from, next), move(to, next), move(to, shift)], {
      tile: tiles.PLANKS,
      colours: [colour],
    });
  }
  mesh.line(from, to, 0.02);
}
