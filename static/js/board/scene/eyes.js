// The view through a model's eyes: what it sees of each enemy, the 25 rays, and a text that says what gives cover.
import { json } from "../../requests.js";
import * as cameras from "./camera.js";
import { add, minus, times, unit } from "./matrices.js";

const CHEST = 0.24;
const AHEAD = 0.9;
const MODEL_HEIGHT = 0.8;

export class EyeView {
  constructor(view) {
    this.view = view;
    this.who = "";
    this.looks = null;
    this.target = "";
    this.list = view.panel.querySelector(".scene-looks");
    this.button = view.panel.querySelector("[data-scene=eyes]");
    this.list.addEventListener("click", (event) => {
      const target = event.target.closest("[data-look]")?.dataset.look;
      if (target) this.lookAt(target);
      if (event.target.closest("[data-scene=outside]")) this.stepOut();
    });
  }

  async toggle() {
    if (this.who) return void this.leave();
    const { host, words, known } = this.view;
    const modelId = host.state.selected;
    const model = known.get(modelId);
    if (!model || !["", "knocked_down", "stunned"].includes(model.state))
      return void host.say(words.no_model, { show: true });
    try {
      const answer = await json(`/api/v1/battles/${host.state.pid}/sight/${modelId}/`);
      if (!answer.sight.eye.length) return void host.say(words.no_model, { show: true });
      this.enter(answer.sight);
    } catch (fault) {
      host.complain(fault);
    }
  }

  enter(sight) {
    this.who = sight.who;
    this.seq = this.view.host.state.seq;
    this.looks = sight;
    this.eye = sight.eye.map((value) => value / 100);
    this.button.setAttribute("aria-pressed", "true");
    this.view.panel.classList.add("has-eyes");
    this.write();
    const clear = (look) => look.rays.filter((ray) => ray.is_clear).length;
    const best = sight.looks.toSorted(
      (a, b) => (b.kind !== "unseen") - (a.kind !== "unseen") || clear(b) - clear(a),
    )[0];
    if (best) this.lookAt(best.who, { isFirst: true });
    else this.turnTo([this.view.table.width / 2, this.view.table.length / 2, 0]);
    this.view.host.say(this.list.querySelector(".scene-looks-title").textContent, { show: true });
  }

  // Leaves the model's eye; the camera returns to its previous position.
  leave() {
    if (!this.who) return false;
    this.who = "";
    this.target = "";
    this.looks = null;
    cameras.leaveEye(this.view.viewer.camera);
    this.view.viewer.rays = [];
    this.button.setAttribute("aria-pressed", "false");
    this.view.panel.classList.remove("has-eyes", "is-outside");
    this.list.hidden = true;
    this.list.replaceChildren();
    this.view.viewer.shadowsChanged();
    return true;
  }

  // Shows the same rays from outside, or again through the model's eyes.
  stepOut() {
    const { viewer, panel } = this.view;
    if (viewer.camera.eye) {
      cameras.leaveEye(viewer.camera);
      panel.classList.add("is-outside");
      cameras.aimAt(viewer.camera, [this.eye[0], this.eye[1], 0]);
      viewer.shadowsChanged();
    } else this.turnTo(this.placeOf(this.target));
    const outside = this.list.querySelector("[data-scene=outside]");
    outside.setAttribute("aria-pressed", String(!viewer.camera.eye));
  }

  modelsMoved() {
    // A model that has moved sees something else.
    if (this.who && this.seq !== this.view.host.state.seq) this.leave();
  }

  placeOf(modelId) {
    const model = this.view.known.get(modelId);
    return model
      ? [model.x, model.y, model.z + MODEL_HEIGHT]
      : [this.view.table.width / 2, this.view.table.length / 2, 0];
  }

  lookAt(modelId, { isFirst = false } = {}) {
    const look = this.looks?.looks.find((entry) => entry.who === modelId);
    if (!look) return;
    this.target = modelId;
    for (const button of this.list.querySelectorAll("[data-look]")) {
      const is = button.dataset.look === modelId;
      button.setAttribute("aria-current", String(is));
      if (is && !isFirst) button.scrollIntoView({ block: "nearest" });
    }
    this.draw(look);
    if (isFirst || this.view.viewer.camera.eye) this.turnTo(this.placeOf(modelId));
    this.view.viewer.changed();
    if (!isFirst) this.view.host.say(`${look.name}: ${look.label}`);
  }

  // Rays are drawn from below the eye, at the chest: seen from the eye itself each would be a point.
  draw(look) {
    const toTarget = unit(minus(this.placeOf(look.who), this.eye));
    const from = add(this.eye, add([0, 0, -CHEST], times(toTarget, AHEAD)));
    this.view.viewer.rays = look.rays.map(({ end, is_clear }) => ({
      from,
      end: end.map((value) => value / 100),
      isClear: is_clear,
    }));
  }

  turnTo(place) {
    const { viewer, panel } = this.view;
    const { camera } = viewer;
    panel.classList.remove("is-outside");
    const before = camera.eye ? { ...camera.eye } : null;
    cameras.lookFrom(camera, this.eye, place);
    viewer.shadowsChanged();
    if (!before) return;
    const after = { ...camera.eye };
    const turn = Math.atan2(Math.sin(after.yaw - before.yaw), Math.cos(after.yaw - before.yaw));
    viewer.glide(this.view.glideMs, (share) => {
      if (camera.eye)
        Object.assign(camera.eye, {
          yaw: before.yaw + turn * share,
          pitch: before.pitch + (after.pitch - before.pitch) * share,
        });
    });
  }

  write() {
    const { words } = this.view;
    const make = (name, kind, text) => {
      const made = document.createElement(name);
      made.className = kind;
      made.textContent = text;
      return made;
    };
    const outside = make("button", "button is-small", words.outside);
    outside.type = "button";
    outside.dataset.scene = "outside";
    outside.setAttribute("aria-pressed", "false");
    const rows = this.looks.looks.map((look) => {
      const item = document.createElement("li");
      const button = make("button", `scene-look is-${look.kind}`, "");
      button.type = "button";
      button.dataset.look = look.who;
      button.append(make("b", "", look.name), make("span", "", look.label));
      if (look.why) button.append(make("span", "scene-why", look.why));
      item.append(button);
      return item;
    });
    const list = make("ul", "plain-list", "");
    list.append(...rows);
    const title = make("h3", "scene-looks-title", words.sees.replace("{name}", this.looks.name));
    this.list.replaceChildren(title, outside, rows.length ? list : make("p", "muted", words.no_enemies));
    this.list.hidden = false;
  }
}
