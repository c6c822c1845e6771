// The camera: it circles a point of the table, or is at the eye of a model. Angles in radians, lengths in inches. Pure
// functions.
import { add, cross, lookingAt, minus, perspective, product, through, times, unit } from "./matrices.js";

export const ORBIT_ANGLE = (35 * Math.PI) / 180;
export const EYE_ANGLE = (60 * Math.PI) / 180;
export const LOWEST = (15 * Math.PI) / 180;
export const HIGHEST = (80 * Math.PI) / 180;
export const FIRST_PITCH = (40 * Math.PI) / 180;
const NEAREST = 7;
const FARTHEST = 6;
const HIGHEST_GAZE = (70 * Math.PI) / 180;

const within = (value, low, high) => Math.min(Math.max(value, low), high);

// `yaw` 0 looks from the near edge across the table; with `isFlipped` the player sits at the far edge.
export function newCamera(width, length, isFlipped = false) {
  return {
    width,
    length,
    target: [width / 2, length / 2, 0],
    distance: Math.max(width, length) * 1.7,
    yaw: isFlipped ? Math.PI : 0,
    pitch: FIRST_PITCH,
    eye: null,
  };
}

const heading = (yaw, pitch) => [Math.sin(yaw) * Math.cos(pitch), Math.cos(yaw) * Math.cos(pitch), -Math.sin(pitch)];

export function positionOf(camera) {
  if (camera.eye) return camera.eye.at;
  return minus(camera.target, times(heading(camera.yaw, camera.pitch), camera.distance));
}

export function forwardOf(camera) {
  return camera.eye ? heading(camera.eye.yaw, camera.eye.pitch) : heading(camera.yaw, camera.pitch);
}

export const rightOf = (camera) => unit(cross(forwardOf(camera), [0, 0, 1]));

// Turns by these angles; the tilt is limited so that the table stays visible.
export function orbit(camera, yaw, pitch) {
  if (camera.eye) {
    camera.eye.yaw += yaw;
    camera.eye.pitch = within(camera.eye.pitch + pitch, -HIGHEST_GAZE, HIGHEST_GAZE);
    return;
  }
  camera.yaw = (camera.yaw + yaw) % (2 * Math.PI);
  camera.pitch = within(camera.pitch + pitch, LOWEST, HIGHEST);
}

export function zoom(camera, factor) {
  if (camera.eye) return;
  camera.distance = within(camera.distance * factor, NEAREST, Math.max(camera.width, camera.length) * FARTHEST);
}

// Moves the point that the camera looks at; `right` and `up` are directions on the screen.
export function pan(camera, right, up) {
  if (camera.eye) return;
  const [sin, cos] = [Math.sin(camera.yaw), Math.cos(camera.yaw)];
  aimAt(camera, [camera.target[0] + cos * right + sin * up, camera.target[1] - sin * right + cos * up, 0]);
}

export function aimAt(camera, [x, y, z]) {
  camera.target = [within(x, 0, camera.width), within(y, 0, camera.length), z];
}

// Puts the camera at a model's eye, looking at a point.
export function lookFrom(camera, at, place) {
  const way = unit(minus(place, at));
  camera.eye = { at, yaw: Math.atan2(way[0], way[1]), pitch: Math.asin(within(-way[2], -1, 1)) };
}

export function leaveEye(camera) {
  camera.eye = null;
}

// The matrix from table coordinates to the picture.
export function matrixOf(camera, aspect) {
  const from = positionOf(camera);
  const view = lookingAt(from, add(from, forwardOf(camera)));
  const [angle, near] = camera.eye ? [EYE_ANGLE, 0.08] : [ORBIT_ANGLE, Math.max(0.5, camera.distance / 30)];
  return product(perspective(angle, aspect, near, camera.distance * 2 + 250), view);
}

// Centres the table, as close as possible with the whole table in the picture.
export function fit(camera, aspect) {
  camera.eye = null;
  const { width, length } = camera;
  const corners = [-1, width + 1].flatMap((x) => [-1, length + 1].flatMap((y) => [0, 4].map((z) => [x, y, z])));
  const edges = () => {
    const matrix = matrixOf(camera, aspect);
    const seen = corners.map((corner) => through(matrix, corner));
    const far = (axis) => [Math.min(...seen.map((at) => at[axis])), Math.max(...seen.map((at) => at[axis]))];
    return { across: far(0), up: far(1), isBefore: seen.every((at) => at[3] > 0) };
  };
  camera.target = [width / 2, length / 2, 0];
  for (let round = 0; round < 3; round += 1) {
    let [low, high] = [NEAREST, Math.max(width, length) * FARTHEST];
    for (let halving = 0; halving < 14; halving += 1) {
      camera.distance = (low + high) / 2;
      const { across, up, isBefore } = edges();
      if (isBefore && across[1] - across[0] < 1.94 && up[1] - up[0] < 1.86) high = camera.distance;
      else low = camera.distance;
    }
    camera.distance = high;
    const { up } = edges();
    const shift = ((up[0] + up[1]) / 2) * high * Math.tan(ORBIT_ANGLE / 2);
    pan(camera, 0, shift / Math.sin(camera.pitch));
  }
}

// The ray through a point of the picture, with both axes from -1 to 1: {from, way}.
export function rayThrough(camera, [x, y], aspect) {
  const forward = forwardOf(camera);
  const right = rightOf(camera);
  const above = cross(right, forward);
  const high = Math.tan((camera.eye ? EYE_ANGLE : ORBIT_ANGLE) / 2);
  const way = add(forward, add(times(right, x * high * aspect), times(above, y * high)));
  return { from: positionOf(camera), way: unit(way) };
}
