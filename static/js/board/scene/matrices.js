// Vectors of three numbers and matrices of sixteen, column by column, as WebGL reads them. Pure functions.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a, share) => [a[0] * share, a[1] * share, a[2] * share];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const mixed = (a, b, share) => a.map((value, place) => value + (b[place] - value) * share);

export function unit(a) {
  const length = Math.hypot(...a) || 1;
  return times(a, 1 / length);
}

// `angle` is the vertical field of view in radians.
export function perspective(angle, aspect, near, far) {
  const f = 1 / Math.tan(angle / 2);
  const depth = near - far;
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / depth, -1, 0, 0, (2 * far * near) / depth, 0];
}

export function orthographic([left, right], [bottom, top], [near, far]) {
  const [w, h, d] = [right - left, top - bottom, far - near];
  return [
    ...[2 / w, 0, 0, 0, 0, 2 / h, 0, 0, 0, 0, -2 / d, 0],
    ...[-(right + left) / w, -(top + bottom) / h, -(far + near) / d, 1],
  ];
}

// The view from `eye` towards `target`; z is up.
export function lookingAt(eye, target, up = [0, 0, 1]) {
  const back = unit(minus(eye, target));
  const right = unit(cross(up, back));
  const above = cross(back, right);
  return [
    ...[right[0], above[0], back[0], 0, right[1], above[1], back[1], 0, right[2], above[2], back[2], 0],
    ...[-dot(right, eye), -dot(above, eye), -dot(back, eye), 1],
  ];
}

export function product(a, b) {
  const made = new Array(16).fill(0);
  for (let column = 0; column < 4; column += 1)
    for (let row = 0; row < 4; row += 1)
      for (let at = 0; at < 4; at += 1) made[column * 4 + row] += a[at * 4 + row] * b[column * 4 + at];
  return made;
}

// A point multiplied by a matrix and divided by its fourth coordinate: [x, y, z, w].
export function through(matrix, [x, y, z]) {
  const row = (at) => matrix[at] * x + matrix[4 + at] * y + matrix[8 + at] * z + matrix[12 + at];
  const w = row(3);
  return [row(0) / w, row(1) / w, row(2) / w, w];
}
