// The 3D view of a battle, above the board's map: the same models, options and playback, seen from any side or through
// a model's eyes. The map stays below it, invisible, and keeps working; what it shows is drawn on the ground here.
// `host` contains what the board provides: {frame, svg, state, actions, say, draw, complain}.
import { json, page } from "../../requests.js";
import * as cameras from "./camera.js";
import { EyeView } from "./eyes.js";
import { Atlas, readModel } from "./models.js";
import { paintLayer } from "./painter.js";
import { modelAt, surfaceAt } from "./picking.js";
import { NoWebGl } from "./renderer.js";
import { holds } from "./shapes.js";
import { bases, figures, isGone } from "./standees.js";
import { readTable } from "./town.js";
import { Viewer } from "./viewer.js";

const LAYERS = "zones-now reach marks routes ahead spots lines sights ghost playback-marks";
const WATCHED = {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["class", "d", "transform", "data-level"],
};
const PER_INCH = 40;
const MOST_PIXELS = 2048;
const TOUCH_IN = 0.35;
const TURN = Math.PI / 18;
const SLOW_DATA_MS = 20000;
const GLIDE_MS = 450;

let view = null;

// Opens the view, or closes it if it is open. Returns whether it is open now.
export async function toggle(host) {
  if (view) {
    view.close();
    view = null;
    return false;
  }
  const address = `/api/v1/battles/${host.state.pid}/table/`;
  const [parts, answer] = await Promise.all([
    page(`${host.state.base}scene/`, { limit: SLOW_DATA_MS }),
    json(address, { limit: SLOW_DATA_MS }),
  ]);
  const panel = document.importNode(parts.querySelector(".scene"), true);
  const words = JSON.parse(panel.querySelector("script[type='application/json']").textContent);
  try {
    host.frame.append(panel);
    await styled(panel.querySelector("link"));
    view = new BoardView(host, panel, words, readTable(answer.scene));
  } catch (fault) {
    panel.remove();
    if (!(fault instanceof NoWebGl)) throw fault;
    host.say(words.no_webgl, { show: true });
    return false;
  }
  host.say(words.opened, { show: true });
  return true;
}

// Waits for the style sheet of the view, without which the canvas has no size.
const styled = (link) =>
  link.sheet ||
  new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
  });

class BoardView {
  constructor(host, panel, words, table) {
    Object.assign(this, { host, panel, words });
    // For tests, measurements and the console.
    panel.view = this;
    this.canvas = panel.querySelector("canvas");
    this.viewer = new Viewer(this.canvas, table, {
      isFlipped: host.svg.classList.contains("is-flipped"),
      colour: pageColour(panel),
      isNight: isDark(panel),
    });
    this.viewer.fit();
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.atlas = new Atlas();
    this.models = [];
    this.known = new Map();
    this.colours = new Map();
    this.ground = document.createElement("canvas");
    const scale = Math.min(PER_INCH, MOST_PIXELS / Math.max(table.width, table.length));
    this.ground.width = table.width * scale;
    this.ground.height = table.length * scale;
    this.isGroundOld = true;
    this.eyes = new EyeView(this);
    this.viewer.beforeFrame = () => this.update();
    this.viewer.isShown = (floor) => this.isFloorShown(floor);
    this.viewer.isFaint = (floor) => this.isLifted(floor);
    this.viewer.onTap = (event) => this.tap(event);
    this.viewer.onHover = (event) => this.hover(event);
    this.observer = new MutationObserver(() => this.boardChanged());
    this.observer.observe(host.svg, WATCHED);
    this.onKey = (event) => this.key(event);
    host.frame.addEventListener("keydown", this.onKey, true);
    panel.addEventListener("click", (event) => this.press(event));
    // The frame below translates clicks into actions on the map.
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel", "click", "contextmenu", "wheel"])
      panel.addEventListener(kind, (event) => event.stopPropagation());
    host.frame.classList.add("has-scene");
    host.draw.setView(this);
    this.showNight();
    this.boardChanged();
  }

  get table() {
    return this.viewer.table;
  }

  close() {
    const { host } = this;
    this.observer.disconnect();
    host.frame.removeEventListener("keydown", this.onKey, true);
    host.frame.classList.remove("has-scene");
    host.draw.setView(null);
    this.viewer.close();
    this.panel.remove();
    host.frame.focus({ preventScroll: true });
  }

  // ---- what the board shows ----
  boardChanged() {
    this.isGroundOld = true;
    this.areModelsOld = true;
    this.viewer.changed();
  }

  // Called before each frame: positions of models on the board, marks on the ground. Returns whether a model is still
  // moving; other changes of the playback are reported by the observer.
  update() {
    const isPlaying = this.host.svg.classList.contains("is-playing");
    const sheet = isPlaying ? this.host.svg.parentElement.querySelector(".playback-sheet") : null;
    if (sheet && sheet !== this.sheet) this.observer.observe(sheet, WATCHED);
    this.sheet = sheet;
    const nodes = [...(sheet ?? this.host.svg).querySelectorAll(sheet ? ".playback-model" : ".layer.models .model")];
    const isMoving = nodes.some((node) => node.getAnimations().length);
    if (this.areModelsOld || isMoving || this.wasMoving) this.readModels(nodes);
    this.areModelsOld = false;
    this.wasMoving = isMoving;
    if (this.isGroundOld) this.paintGround();
    this.isGroundOld = false;
    this.dress();
    return isMoving;
  }

  readModels(nodes) {
    const { length } = this.table;
    const names = new Map(
      [...this.host.svg.querySelectorAll(".layer.models .model")].map((node) => [node.dataset.who, node]),
    );
    this.models = nodes.map((node, place) => {
      const modelId = node.dataset.who ?? [...names.keys()][place];
      const model = { ...readModel(node, length, this.table, this.known.get(modelId)), who: modelId };
      model.title ||= names.get(modelId)?.querySelector("title")?.textContent ?? "";
      if (!this.colours.has(model.side)) {
        const style = getComputedStyle(node);
        const colour = (name) => style.getPropertyValue(name).trim();
        this.colours.set(model.side, { figure: colour("--figure"), halo: colour("--halo") });
      }
      return model;
    });
    this.known = new Map(this.models.map((model) => [model.who, model]));
    this.areBasesOld = true;
    this.viewer.areShadowsOld = true;
    this.eyes.modelsMoved();
  }

  dress() {
    const { renderer, camera } = this.viewer;
    const hidden = camera.eye ? this.eyes.who : "";
    if (this.areBasesOld || hidden !== this.hidden) {
      const { pieces, marks } = bases(this.models, { hidden });
      renderer.load("pieces", pieces.numbers);
      renderer.load("pieceLines", pieces.lines);
      this.viewer.marks = marks;
    }
    this.areBasesOld = false;
    this.hidden = hidden;
    const eye = cameras.positionOf(camera);
    const inch = this.canvas.clientHeight / 2 / Math.tan((camera.eye ? cameras.EYE_ANGLE : cameras.ORBIT_ANGLE) / 2);
    const cards = figures(this.models, {
      right: cameras.rightOf(camera),
      atlas: this.atlas,
      colours: (model) => this.colours.get(model.side),
      hidden,
      pixelsAt: (model) => inch / Math.hypot(eye[0] - model.x, eye[1] - model.y, eye[2] - model.z),
    });
    renderer.load("cards", cards);
    if (this.atlas.isChanged) renderer.paint("atlas", this.atlas.canvas, { hasMips: true });
    this.atlas.isChanged = false;
  }

  paintGround() {
    const pen = this.ground.getContext("2d");
    const { width, length } = this.table;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.ground.width, this.ground.height);
    pen.setTransform(this.ground.width / width, 0, 0, this.ground.height / length, 0, 0);
    const turned = this.host.svg.querySelector(".turned");
    const toTable = turned.getScreenCTM().inverse();
    for (const name of LAYERS.split(" "))
      for (const drawing of [turned, this.sheet])
        for (const layer of drawing?.querySelectorAll(`.${name}`) ?? []) paintLayer(pen, layer, toTable);
    for (const fight of turned.querySelectorAll(".layer.models > .fight")) paintLayer(pen, fight, toTable);
    this.viewer.renderer.paint("overlay", this.ground, { isFlipped: true });
  }

  // Floors above the shown level are hidden, and those above the selected or acting model are faint.
  isFloorShown(floor) {
    const { level } = this.host.state;
    if (level !== "" && floor.z * 100 > Number(level) + 1) return false;
    return !this.isLifted(floor);
  }

  isLifted(floor) {
    const { level } = this.host.state;
    if (floor.z <= 0 || this.viewer.camera.eye || (level !== "" && floor.z * 100 > Number(level) + 1)) return false;
    return this.models.some(
      (model) =>
        (model.isSelected || model.isActing) && model.z < floor.z - 0.5 && holds(floor.outline, model.x, model.y),
    );
  }

  // ---- pointing ----
  find(event) {
    const ray = this.viewer.rayAt(event.clientX, event.clientY);
    const near = this.models.filter((model) => model.who !== (this.viewer.camera.eye ? this.eyes.who : ""));
    const grown =
      event.pointerType === "touch" ? near.map((model) => ({ ...model, radius: model.radius + TOUCH_IN })) : near;
    const model = modelAt(ray, grown, cameras.rightOf(this.viewer.camera));
    const surface = surfaceAt(ray, this.table, (floor) => this.isFloorShown(floor));
    if (model && (!surface || model.share < surface.share + 1.2)) return { who: model.who };
    return surface ? { spot: surface.spot } : {};
  }

  tap(event) {
    this.host.frame.focus({ preventScroll: true, focusVisible: false });
    const { who: modelId, spot } = this.find(event);
    if (modelId && this.viewer.camera.eye) return void this.eyes.lookAt(modelId);
    if (modelId) return void this.host.actions.pressModel(modelId, { isOnTable: true });
    if (!spot || this.viewer.camera.eye) return;
    const [x, y, z] = spot;
    this.host.actions.pressSpot(x, y, String(Math.round(z * 100)));
  }

  hover(event) {
    const { who: modelId } = this.find(event);
    if (modelId === this.hovered) return;
    this.hovered = modelId;
    this.canvas.title = (modelId && this.known.get(modelId)?.title) || "";
    this.canvas.classList.toggle("is-over-model", Boolean(modelId));
    this.host.actions.hover(modelId ?? "");
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { viewer } = this;
    const actions = {
      arrowleft: () => event.shiftKey && viewer.orbit(-TURN, 0),
      arrowright: () => event.shiftKey && viewer.orbit(TURN, 0),
      arrowup: () => event.shiftKey && viewer.orbit(0, TURN / 2),
      arrowdown: () => event.shiftKey && viewer.orbit(0, -TURN / 2),
      escape: () => Boolean(this.viewer.camera.eye) && this.eyes.leave(),
    };
    const run = actions[event.key.toLowerCase()];
    if (!run || run() === false) return;
    event.preventDefault();
    event.stopPropagation();
  }

  press(event) {
    const name = event.target.closest("[data-scene]")?.dataset.scene;
    const actions = {
      left: () => this.viewer.orbit(-TURN * 1.5, 0),
      right: () => this.viewer.orbit(TURN * 1.5, 0),
      up: () => this.viewer.orbit(0, TURN / 2),
      down: () => this.viewer.orbit(0, -TURN / 2),
      night: () => {
        this.viewer.isNight = !this.viewer.isNight;
        this.showNight();
        this.viewer.changed();
      },
      eyes: () => this.eyes.toggle(),
    };
    if (actions[name]) actions[name]();
  }

  showNight() {
    this.panel.querySelector("[data-scene=night]").setAttribute("aria-pressed", String(this.viewer.isNight));
    this.panel.classList.toggle("is-night", this.viewer.isNight);
  }

  get glideMs() {
    return this.still.matches ? 0 : GLIDE_MS;
  }

  // ---- what the board asks of a view: zoom, the whole table, a model, positions on the screen ----
  zoom(factor) {
    this.viewer.zoom(factor);
  }

  fit() {
    this.eyes.leave();
    this.viewer.fit();
  }

  show(modelId) {
    const model = this.known.get(modelId);
    if (!model || this.viewer.camera.eye) return;
    const at = this.viewer.pixels([model.x, model.y, model.z]);
    const [w, h] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (at && at[0] > w * 0.06 && at[0] < w * 0.94 && at[1] > h * 0.08 && at[1] < h * 0.92) return;
    this.moveTo([model.x, model.y, 0]);
  }

  // A position on the table as pixels of the frame.
  pixels([x, y]) {
    const near = this.models.find((model) => Math.hypot(model.x - x, model.y - y) < 0.6 && !isGone(model));
    return this.viewer.pixels([x, y, (near?.z ?? 0) + 0.5]) ?? [0, 0];
  }

  bringIntoView(spots) {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const top = Math.max(h * 0.12, this.host.draw.pixelsUnderTools() + h * 0.04);
    const isIn = (at) => at && at[0] > w * 0.08 && at[0] < w * 0.92 && at[1] > top && at[1] < h * 0.9;
    if (this.viewer.camera.eye || spots.every((spot) => isIn(this.pixels(spot)))) return;
    const middle = [0, 1].map(
      (axis) => (Math.min(...spots.map((spot) => spot[axis])) + Math.max(...spots.map((spot) => spot[axis]))) / 2,
    );
    this.moveTo([...middle, 0]);
  }

  moveTo(target) {
    const { camera } = this.viewer;
    const from = [...camera.target];
    this.viewer.glide(this.glideMs, (share) =>
      cameras.aimAt(
        camera,
        from.map((value, axis) => value + (target[axis] - value) * share),
      ),
    );
  }
}

function pageColour(node) {
  const parts = getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? [230, 224, 212];
  return parts.slice(0, 3).map((part) => Number(part) / 255);
}

const isDark = (node) => pageColour(node).reduce((sum, part) => sum + part, 0) < 1.2;
