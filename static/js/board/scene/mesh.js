// Builds triangles and ink lines: numbers for WebGL, and the ranges that are shown or hidden together. Pure functions.
import { cross, minus, unit } from "./matrices.js";

export const FLOATS = 12;
export const LINE_FLOATS = 8;
const WHITE = [1, 1, 1];

// A vertex is position (3), normal (3), position on its tile (2), tile, colour (3).
export class Mesh {
  constructor() {
    this.numbers = [];
    this.lines = [];
  }

  get count() {
    return this.numbers.length / FLOATS;
  }

  vertex(at, normal, uv, tile, colour) {
    this.numbers.push(...at, ...normal, ...uv, tile, ...colour);
  }

  triangle(points, { tile = 0, uvs, colours, normal }) {
    const up = normal ?? unit(cross(minus(points[1], points[0]), minus(points[2], points[0])));
    for (const [place, point] of points.entries())
      this.vertex(point, up, uvs?.[place] ?? [0, 0], tile, colours?.[place] ?? colours?.[0] ?? WHITE);
  }

  // Four corners, anticlockwise as seen from outside.
  quad([a, b, c, d], { uvs, colours, ...rest } = {}) {
    const some = (list, places) => list && places.map((place) => list[place] ?? list[0]);
    for (const places of [
      [0, 1, 2],
      [0, 2, 3],
    ])
      this.triangle(
        places.map((place) => [a, b, c, d][place]),
        { ...rest, uvs: some(uvs, places), colours: some(colours, places) },
      );
  }

  // A line in ink, `width` inches thick.
  line(a, b, width = 0.035) {
    for (const [end, side] of [
      [0, -1],
      [0, 1],
      [1, 1],
      [0, -1],
      [1, 1],
      [1, -1],
    ])
      this.lines.push(...(end ? b : a), ...(end ? a : b), end ? -side : side, width);
  }
}
