// Polygons of the table: their orientation, whether they contain a point, and the triangles that fill them. Pure
// functions.

export function areaOf(ring) {
  let sum = 0;
  for (const [place, [x, y]] of ring.entries()) {
    const [nx, ny] = ring[(place + 1) % ring.length];
    sum += x * ny - nx * y;
  }
  return sum / 2;
}

export const anticlockwise = (ring) => (areaOf(ring) < 0 ? [...ring].reverse() : ring);

export function holds(ring, x, y) {
  let isIn = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
    const [ax, ay] = ring[at];
    const [bx, by] = ring[before];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}

export const centreOf = (ring) => [
  ring.reduce((sum, [x]) => sum + x, 0) / ring.length,
  ring.reduce((sum, [, y]) => sum + y, 0) / ring.length,
];

// Triangles (three points each, anticlockwise) that fill an outline without its holes: horizontal bands between the
// corners, each cut into trapeziums.
export function triangles(outline, holes = []) {
  const edges = [outline, ...holes].flatMap((ring) => ring.map((a, place) => [a, ring[(place + 1) % ring.length]]));
  const heights = [...new Set(edges.map(([[, y]]) => y))].sort((a, b) => a - b);
  const found = [];
  for (const [place, low] of heights.slice(0, -1).entries()) {
    const high = heights[place + 1];
    const middle = (low + high) / 2;
    const at = ([[ax, ay], [bx, by]], y) => ax + ((bx - ax) * (y - ay)) / (by - ay);
    const crossing = edges.filter(([a, b]) => a[1] > middle !== b[1] > middle);
    crossing.sort((a, b) => at(a, middle) - at(b, middle));
    for (let pair = 0; pair + 1 < crossing.length; pair += 2) {
      const [left, right] = [crossing[pair], crossing[pair + 1]];
      const [a, b, c, d] = [
        [at(left, low), low],
        [at(right, low), low],
        [at(right, high), high],
        [at(left, high), high],
      ];
      if (b[0] > a[0]) found.push([a, b, c]);
      if (c[0] > d[0]) found.push([a, c, d]);
    }
  }
  return found;
}

// A number from 0 to 1 that looks random but is the same every time.
export function share(...numbers) {
  let mixed = 2166136261;
  for (const number of numbers) mixed = Math.imul(mixed ^ Math.round(number * 100), 16777619);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
}
