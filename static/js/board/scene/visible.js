// The triangles that a picture of the town needs, nearest first: those that face the camera, lie in the picture and are
// larger than a pixel or so. Without a graphics card each triangle costs more than its pixels. No drawing here.
import { FLOATS } from "./mesh.js";

const BUCKETS = 256;
const BUCKETS_PER_INCH = 3;
const PARTS = 8;

export class Triangles {
  // `numbers` are the vertices of a mesh, three for each triangle; `floors` its ranges that can be hidden.
  constructor(numbers, floors) {
    this.count = numbers.length / FLOATS / 3;
    // For each triangle: its middle (3), its normal times its area (3), the distance of its farthest corner, its floor.
    this.parts = new Float32Array(this.count * PARTS);
    this.corners = new Uint32Array(this.count * 3);
    this.chosen = new Uint32Array(this.count * 3);
    this.kept = new Uint32Array(this.count);
    this.bucket = new Uint16Array(this.count);
    for (let at = 0; at < this.count; at += 1) this.read(numbers, at);
    for (const [number, { start, count }] of floors.entries())
      for (let at = start / 3; at < (start + count) / 3; at += 1) this.parts[at * PARTS + 7] = number + 1;
  }

  read(numbers, at) {
    const corner = (number) => numbers.slice((at * 3 + number) * FLOATS, (at * 3 + number) * FLOATS + 3);
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    const [u, v] = [b, c].map((point) => point.map((value, axis) => value - a[axis]));
    const middle = a.map((value, axis) => (value + b[axis] + c[axis]) / 3);
    const far = Math.max(...[a, b, c].map((point) => Math.hypot(...point.map((value, axis) => value - middle[axis]))));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    this.parts.set([...middle, ...normal.map((part) => part / 2), far, 0], at * PARTS);
    for (let number = 0; number < 3; number += 1)
      this.corners[at * 3 + number] = this.sharedCorner(numbers, at, number);
  }

  // The two triangles of a quad share two corners, so that each is computed once.
  sharedCorner(numbers, at, number) {
    const mine = at * 3 + number;
    if (!at) return mine;
    for (let other = at * 3 - 3; other < at * 3; other += 1) {
      let part = 0;
      while (part < FLOATS && numbers[mine * FLOATS + part] === numbers[other * FLOATS + part]) part += 1;
      if (part === FLOATS) return other;
    }
    return mine;
  }

  // Fills `chosen` with the corners to draw, those of walls before those of the ground and floors, and returns how many
  // of each. `pixels` is the length in pixels of an inch at a
  // distance of one inch, `least` the area in square pixels below which a triangle is left out.
  choose({ view, eye, pixels, least, isShown }) {
    const { parts, kept, bucket } = this;
    const sizes = new Uint32Array(2 * BUCKETS + 1);
    const smallest = least / (pixels * pixels);
    let [most, flats] = [0, 0];
    for (let at = 0, part = 0; at < this.count; at += 1, part += PARTS) {
      const [x, y, z, far] = [parts[part], parts[part + 1], parts[part + 2], parts[part + 6]];
      const [ex, ey, ez] = [eye[0] - x, eye[1] - y, eye[2] - z];
      const facing = parts[part + 3] * ex + parts[part + 4] * ey + parts[part + 5] * ez;
      if (facing <= 0) continue;
      const away = Math.sqrt(ex * ex + ey * ey + ez * ez);
      if (away > far && facing < smallest * away * away * away) continue;
      const w = view[3] * x + view[7] * y + view[11] * z + view[15];
      if (w < -far) continue;
      const room = Math.max(0, w) + far * 4;
      if (Math.abs(view[0] * x + view[4] * y + view[8] * z + view[12]) > room) continue;
      if (Math.abs(view[1] * x + view[5] * y + view[9] * z + view[13]) > room) continue;
      if (parts[part + 7] && !isShown(parts[part + 7] - 1)) continue;
      const near = Math.min(BUCKETS - 1, Math.floor(Math.max(0, away - far) * BUCKETS_PER_INCH));
      const isFlat = parts[part + 3] === 0 && parts[part + 4] === 0 && parts[part + 5] > 0;
      const place = isFlat ? near + BUCKETS : near;
      if (isFlat) flats += 1;
      kept[most] = at;
      bucket[most] = place;
      sizes[place + 1] += 1;
      most += 1;
    }
    for (let place = 0; place < 2 * BUCKETS; place += 1) sizes[place + 1] += sizes[place];
    for (let number = 0; number < most; number += 1) {
      const to = sizes[bucket[number]] * 3;
      sizes[bucket[number]] += 1;
      const from = kept[number] * 3;
      this.chosen[to] = this.corners[from];
      this.chosen[to + 1] = this.corners[from + 1];
      this.chosen[to + 2] = this.corners[from + 2];
    }
    return { walls: (most - flats) * 3, flats: flats * 3 };
  }
}
