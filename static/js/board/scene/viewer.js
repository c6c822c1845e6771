// A view of a table on a canvas that can be turned, moved and zoomed. It draws only after a change: fast while it
// moves, sharp when it stops.
import * as cameras from "./camera.js";
import { mixed, through } from "./matrices.js";
import { surfaceAt } from "./picking.js";
import { Renderer, strip } from "./renderer.js";
import { share } from "./shapes.js";
import { build } from "./town.js";

const TAP_PX = 8;
const REST_MS = 160;
const SHARP_MS = 1500;
const SLOW_MS = 45;
const GLOW_PIXELS = 512;
const TURN = Math.PI / 300;
const GREEN = [0.16, 0.66, 0.3, 0.85];
const RED = [0.78, 0.1, 0.12, 0.85];

export class Viewer {
  constructor(canvas, table, { isFlipped = false, colour = [0.9, 0.88, 0.83], isNight = false } = {}) {
    this.canvas = canvas;
    this.renderer = new Renderer(canvas, { isFlipped });
    this.camera = cameras.newCamera(table.width, table.length, isFlipped);
    this.isNight = isNight;
    this.fog = colour;
    this.scale = this.renderer.isSoftware ? 0.6 : Math.min(devicePixelRatio, 2);
    this.coarse = this.renderer.isSoftware ? 0.4 : 0.6;
    this.sharp = Math.max(this.renderer.isSoftware ? 1.5 : 2, devicePixelRatio);
    this.frames = { count: 0, ms: 0 };
    this.isShown = () => true;
    this.isFaint = () => false;
    this.rays = [];
    this.lastFrame = 0;
    this.pending = 0;
    this.onTap = () => {};
    this.onHover = () => {};
    this.beforeFrame = () => false;
    this.setTable(table);
    this.resizes = new ResizeObserver(() => this.changed());
    this.resizes.observe(canvas);
    this.listen();
  }

  setTable(table) {
    this.table = table;
    this.renderer.setTable(table, build(table));
    this.renderer.paint("glow", glowOf(table), { isFlipped: true });
    this.hasShadows = false;
    this.shadowsChanged();
  }

  get aspect() {
    return this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight);
  }

  shadowsChanged() {
    this.areShadowsOld = true;
    this.changed();
  }

  // Something has changed: draw in the next frame.
  changed() {
    clearTimeout(this.resting);
    if (!this.pending && !this.isClosed) this.pending = requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.pending = 0;
    const between = now - this.lastFrame;
    this.lastFrame = now;
    this.frames.count += 1;
    if (between < 1500) this.adapt(between);
    const goesOn = this.beforeFrame(now);
    this.draw(this.scale);
    if (goesOn) this.changed();
    // On a slow machine the next frame may take longer to come than a moment of rest.
    else this.resting = setTimeout(() => this.rest(), Math.max(REST_MS, 3 * this.frames.ms));
  }

  // At rest: every detail, and a moment later, because that takes a slow machine long, more pixels than the screen has.
  rest() {
    const plain = Math.max(1, devicePixelRatio);
    this.draw(this.renderer.isSoftware ? plain : this.sharp, true);
    if (this.renderer.isSoftware && this.sharp > plain)
      this.resting = setTimeout(() => this.draw(this.sharp, true), SHARP_MS);
  }

  // Draw fewer pixels while moving on a slow machine, more on a fast one.
  adapt(ms) {
    this.frames.ms = this.frames.ms ? this.frames.ms * 0.8 + ms * 0.2 : ms;
    if (this.frames.count % 6) return;
    if (this.frames.ms > SLOW_MS && this.scale > this.coarse) this.scale = Math.max(this.coarse, this.scale * 0.8);
    else if (this.frames.ms < 20 && this.scale < devicePixelRatio)
      this.scale = Math.min(devicePixelRatio, this.scale * 1.25);
  }

  draw(scale, isResting = false) {
    const { canvas, camera, renderer } = this;
    if (this.isClosed || !canvas.clientWidth) return;
    const size = [canvas.clientWidth, canvas.clientHeight].map((pixels) => Math.round(pixels * scale));
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    // Without a graphics card shadows follow the models when they stop.
    if (this.areShadowsOld && (isResting || !renderer.isSoftware || !this.hasShadows)) {
      renderer.castShadows(this.isShown);
      this.areShadowsOld = false;
      this.hasShadows = true;
    }
    this.view = cameras.matrixOf(camera, this.aspect);
    if (this.rays.length || this.marks) renderer.load("marks", [...(this.marks ?? []), ...this.rayStrips()]);
    const far = Math.max(this.table.width, this.table.length);
    renderer.render({
      view: this.view,
      eye: cameras.positionOf(camera),
      night: this.isNight,
      fog: this.isNight ? [0.05, 0.06, 0.1] : this.fog,
      fogRange: camera.eye ? [14, 60] : [camera.distance + far * 0.35, camera.distance + far * 1.6],
      angle: camera.eye ? cameras.EYE_ANGLE : cameras.ORBIT_ANGLE,
      isShown: this.isShown,
      isFaint: this.isFaint,
      hasInk: isResting || !renderer.isSoftware,
    });
  }

  // Rays of a line of sight as thin strips, with a bar where one is blocked.
  rayStrips() {
    const eye = cameras.positionOf(this.camera);
    const found = [];
    for (const { from, end, isClear } of this.rays) {
      const paint = isClear ? GREEN : RED;
      const wide = this.camera.eye ? 0.008 : 0.04;
      for (const point of strip(from, end, eye, wide)) found.push(...point, ...paint);
      const far =
        Math.hypot(...end.map((value, place) => value - eye[place])) * (this.camera.eye ? 0.006 : 0.004) + 0.02;
      const [x, y, z] = end;
      for (const [a, b] of isClear
        ? [
            [
              [x, y, z - far],
              [x, y, z + far],
            ],
          ]
        : [
            [
              [x - far, y, z - far],
              [x + far, y, z + far],
            ],
            [
              [x + far, y, z - far],
              [x - far, y, z + far],
            ],
          ])
        for (const point of strip(a, b, eye, far * (isClear ? 2 : 0.8))) found.push(...point, ...paint);
    }
    return found;
  }

  // The position of a point on the canvas, in pixels of the page from the upper left corner; null behind the camera.
  pixels(spot) {
    const matrix = this.view ?? cameras.matrixOf(this.camera, this.aspect);
    const [x, y, , w] = through(matrix, spot);
    return w > 0 ? [((x + 1) / 2) * this.canvas.clientWidth, ((1 - y) / 2) * this.canvas.clientHeight] : null;
  }

  rayAt(clientX, clientY) {
    const edge = this.canvas.getBoundingClientRect();
    const point = [((clientX - edge.left) / edge.width) * 2 - 1, 1 - ((clientY - edge.top) / edge.height) * 2];
    return cameras.rayThrough(this.camera, point, this.aspect);
  }

  orbit(yaw, pitch) {
    cameras.orbit(this.camera, yaw, pitch);
    this.changed();
  }

  // Zooms, towards a point of the table if one is given.
  zoom(factor, place) {
    const before = this.camera.distance;
    cameras.zoom(this.camera, factor);
    const share = 1 - this.camera.distance / before;
    if (place && share > 0) cameras.aimAt(this.camera, mixed(this.camera.target, [place[0], place[1], 0], share));
    this.changed();
  }

  fit() {
    cameras.fit(this.camera, this.aspect);
    this.changed();
  }

  pan(dx, dy) {
    const inch = (2 * this.camera.distance * Math.tan(cameras.ORBIT_ANGLE / 2)) / Math.max(1, this.canvas.clientHeight);
    cameras.pan(this.camera, -dx * inch, (dy * inch) / Math.sin(this.camera.pitch));
    this.changed();
  }

  // Turns smoothly from one view to another; at once if the user prefers reduced motion.
  glide(ms, change) {
    if (!ms) {
      change(1);
      return void this.changed();
    }
    const start = performance.now();
    const step = (now) => {
      const share = Math.min(1, (now - start) / ms);
      change(share * share * (3 - 2 * share));
      this.changed();
      if (share < 1 && !this.isClosed) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // ---- fingers and mouse: one finger turns, Shift or the right button moves, two fingers move and zoom ----
  listen() {
    const { canvas } = this;
    const down = new Map();
    let start = null;
    let moved = false;
    let before = null;
    const two = () => {
      const [a, b] = [...down.values()];
      return { middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], spread: Math.hypot(a[0] - b[0], a[1] - b[1]) };
    };
    canvas.addEventListener("pointerdown", (event) => {
      down.set(event.pointerId, [event.clientX, event.clientY]);
      canvas.setPointerCapture(event.pointerId);
      if (down.size === 1) {
        start = [event.clientX, event.clientY];
        moved = false;
      } else {
        before = two();
        moved = true;
      }
    });
    canvas.addEventListener("pointermove", (event) => {
      const last = down.get(event.pointerId);
      if (!last) return void (event.pointerType === "mouse" && this.onHover(event));
      const now = [event.clientX, event.clientY];
      down.set(event.pointerId, now);
      if (down.size === 2) {
        const both = two();
        this.zoom(before.spread / Math.max(1, both.spread));
        this.pan(both.middle[0] - before.middle[0], both.middle[1] - before.middle[1]);
        before = both;
        return;
      }
      if (!start || (!moved && Math.hypot(now[0] - start[0], now[1] - start[1]) < TAP_PX)) return;
      moved = true;
      if (event.buttons & 2 || event.shiftKey) this.pan(now[0] - last[0], now[1] - last[1]);
      else this.orbit((last[0] - now[0]) * -TURN, (now[1] - last[1]) * TURN);
    });
    const up = (event) => {
      down.delete(event.pointerId);
      if (!down.size && !moved && start && event.type === "pointerup" && event.button !== 2) this.onTap(event);
      if (!down.size) start = null;
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const ray = this.rayAt(event.clientX, event.clientY);
        this.zoom(Math.exp(Math.sign(event.deltaY) * 0.12), surfaceAt(ray, this.table, this.isShown)?.spot);
      },
      { passive: false },
    );
  }

  close() {
    this.isClosed = true;
    cancelAnimationFrame(this.pending);
    clearTimeout(this.resting);
    this.resizes.disconnect();
    this.renderer.dispose();
  }
}

// Ground effects besides tiles: red is the light of lanterns at doors, green the darkness along walls, blue mud.
function glowOf(table) {
  const canvas = document.createElement("canvas");
  canvas.width = GLOW_PIXELS;
  canvas.height = GLOW_PIXELS;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, GLOW_PIXELS, GLOW_PIXELS);
  pen.globalCompositeOperation = "lighter";
  pen.setTransform(GLOW_PIXELS / table.width, 0, 0, -GLOW_PIXELS / table.length, 0, GLOW_PIXELS);
  pen.lineCap = "round";
  for (const [wide, strength] of [
    [2.2, 26],
    [1.5, 34],
    [0.9, 44],
    [0.5, 52],
  ]) {
    pen.strokeStyle = `rgb(0, ${strength}, 0)`;
    pen.lineWidth = wide;
    pen.beginPath();
    for (const { a, b, z0 } of table.walls)
      if (z0 < 0.5) {
        pen.moveTo(...a);
        pen.lineTo(...b);
      }
    for (const { outline, z0 } of table.blocks)
      if (z0 < 0.5) for (const [place, point] of outline.entries()) place ? pen.lineTo(...point) : pen.moveTo(...point);
    pen.stroke();
  }
  // Blue is mud, in patches of different sizes, so that the same stones do not look the same everywhere.
  for (let number = 0; number < (table.width * table.length) / 9; number += 1) {
    const at = [share(number, 71) * table.width, share(number, 72) * table.length];
    const reach = 0.8 + share(number, 73) ** 2 * 4.5;
    const mud = pen.createRadialGradient(...at, 0, ...at, reach);
    mud.addColorStop(0, `rgb(0, 0, ${30 + share(number, 74) * 60})`);
    mud.addColorStop(1, "rgb(0, 0, 0)");
    pen.fillStyle = mud;
    pen.fillRect(at[0] - reach, at[1] - reach, 2 * reach, 2 * reach);
  }
  for (const { a, b, openings } of table.walls)
    for (const { kind, start, end, sill } of openings) {
      if (kind !== "door" || sill > 1) continue;
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const at = [0, 1].map((axis) => a[axis] + ((b[axis] - a[axis]) * (start + end)) / 2 / length);
      const light = pen.createRadialGradient(...at, 0, ...at, 4.6);
      light.addColorStop(0, "rgba(235, 0, 0, 1)");
      light.addColorStop(0.4, "rgba(110, 0, 0, 1)");
      light.addColorStop(1, "rgba(0, 0, 0, 1)");
      pen.fillStyle = light;
      pen.beginPath();
      pen.arc(...at, 4.6, 0, 7);
      pen.fill();
    }
  return canvas;
}
