// The models as standees, read from the board's SVG: positions and states, and the pictures of figures and labels on
// one canvas.
import { heightAt } from "./picking.js";

const CELL = [144, 176];
const TAG = [56, 40];
const BADGE = 56;
const SIZE = 2048;
const STATES = ["knocked_down", "stunned", "out", "fled", "routed", "reserve"];

// The current drawn position of a model, also while it glides: [x, down] in units of the drawing.
function spotOf(node) {
  const [, , , , x, y] =
    getComputedStyle(node)
      .transform.match(/-?[\d.e-]+/g)
      ?.map(Number) ?? [];
  return [x ?? 0, y ?? 0];
}

const colourOf = (text) => (text.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map((part) => Number(part) / 255);

export function readModel(node, length, table, known) {
  const [x, down] = spotOf(node);
  const classes = node.classList;
  const top = Number(node.dataset.z ?? 0) / 100;
  const [px, py] = [x, length - down];
  // While moving, a model stands on the surface below it.
  const isMoving = known && node.getAnimations?.().length > 0;
  const z = isMoving ? heightAt(table, px, py, Math.max(top, known.z) + 0.1) : top;
  return {
    who: node.dataset.who,
    x: px,
    y: py,
    z,
    radius: Number(node.querySelector(".ring-outer")?.getAttribute("r") ?? 0.5),
    side: [...classes].find((name) => name.startsWith("side-"))?.slice(5) ?? "a",
    figure: node.querySelector(".fig use")?.getAttribute("href")?.slice(1) ?? "",
    scale: Number(
      node
        .querySelector("[transform^=scale]")
        ?.getAttribute("transform")
        .match(/[\d.]+/)[0] ?? 0.031,
    ),
    letters: node.querySelector(".letters")?.textContent ?? "",
    state: STATES.find((name) => classes.contains(name)) ?? "",
    isFleeing: Boolean(node.querySelector(".badge.is-fleeing")) || classes.contains("flees"),
    isHidden: classes.contains("hidden-model"),
    badge:
      node
        .querySelector(".badge")
        ?.getAttribute("class")
        .match(/is-(\w+)/)?.[1] ?? "",
    isLeader: Boolean(node.querySelector(".leader")),
    isReady: Boolean(node.querySelector(".ready")),
    isSelected: classes.contains("is-selected"),
    isTarget: classes.contains("is-target") || classes.contains("is-aimed-at"),
    isActing: classes.contains("acts"),
    wounds: [node.querySelectorAll(".pip:not(.lost)").length, node.querySelectorAll(".pip").length],
    colour: colourOf(getComputedStyle(node.querySelector(".disc") ?? node).fill),
    title: node.querySelector("title")?.textContent ?? known?.title ?? "",
  };
}

// One canvas with the pictures of all figures and labels, which are drawn when first requested.
export class Atlas {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.canvas.width = SIZE;
    this.canvas.height = SIZE;
    this.pen = this.canvas.getContext("2d");
    this.cells = new Map();
    this.isChanged = true;
    this.at = [0, 0, 0];
  }

  // The position of a picture as [u0, v0, u1, v1]; `draw(pen)` is called once, with the upper left corner of the cell
  // at 0, 0.
  cell(key, [width, height], draw) {
    const known = this.cells.get(key);
    if (known) return known;
    let [x, y, high] = this.at;
    if (x + width > SIZE) [x, y, high] = [0, y + high, 0];
    this.at = [x + width, y, Math.max(high, height)];
    if (y + height > SIZE) return [0, 0, 0, 0];
    this.pen.save();
    this.pen.beginPath();
    this.pen.rect(x, y, width, height);
    this.pen.clip();
    this.pen.translate(x, y);
    draw(this.pen);
    this.pen.restore();
    const place = [x, y, x + width, y + height].map((value) => value / SIZE);
    this.cells.set(key, place);
    this.isChanged = true;
    return place;
  }

  // A figure in the colours of its side, with an edge like cut cardboard.
  figure(code, side, colours) {
    return this.cell(`${code} ${side}`, CELL, (pen) => {
      const symbol = document.getElementById(code);
      pen.translate(CELL[0] / 2, CELL[1] * 0.72);
      pen.scale(4.05, 4.05);
      pen.lineJoin = "round";
      pen.lineCap = "round";
      for (const [colour, wide] of [
        ["#1a120b", 5.4],
        [colours.halo, 3.6],
      ])
        for (const part of symbol?.children ?? []) outline(pen, part, colour, wide);
      for (const part of symbol?.children ?? []) inside(pen, part, colours);
    });
  }

  // The badge of a state, with the same symbol as on the map.
  badge(code) {
    const place = this.cell(`badge ${code}`, [BADGE, BADGE], (pen) => {
      pen.translate(BADGE / 2, BADGE / 2);
      pen.scale(BADGE * 1.4, BADGE * 1.4);
      pen.lineCap = "round";
      pen.lineJoin = "round";
      pen.beginPath();
      pen.arc(0, 0, 0.31, 0, 7);
      pen.fillStyle = code === "hidden" ? "#15130f" : "#a3141f";
      pen.strokeStyle = "#ffffff";
      pen.lineWidth = 0.06;
      pen.fill();
      pen.stroke();
      pen.lineWidth = code === "hidden" ? 0.075 : 0.1;
      pen.stroke(new Path2D(document.getElementById(`mark-${code}`)?.getAttribute("d") ?? ""));
    });
    return { place, aspect: 1 };
  }

  // A label with letters, or a row of Wounds.
  label(text, { ink = "#15130f", paper = "#ffffff" } = {}) {
    const width = Math.max(TAG[0], 22 + text.length * 21);
    const place = this.cell(`label ${text} ${paper}`, [width, TAG[1]], (pen) => {
      pen.beginPath();
      pen.roundRect(3, 3, width - 6, TAG[1] - 6, 8);
      pen.fillStyle = paper;
      pen.strokeStyle = "#15130f";
      pen.lineWidth = 4;
      pen.fill();
      pen.stroke();
      pen.fillStyle = ink;
      pen.font = "700 27px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(text, width / 2, TAG[1] / 2 + 2);
    });
    return { place, aspect: width / TAG[1] };
  }
}

const isLine = (part) => part.classList.contains("fig-line");
const isCut = (part) => part.classList.contains("fig-cut");
const shapeOf = (part) => new Path2D(part.getAttribute("d"));

function outline(pen, part, colour, wide) {
  if (isCut(part)) return;
  pen.strokeStyle = colour;
  pen.lineWidth = wide + (isLine(part) ? Number(part.getAttribute("stroke-width")) : 0);
  pen.stroke(shapeOf(part));
  if (isLine(part)) return;
  pen.fillStyle = colour;
  pen.fill(shapeOf(part));
}

function inside(pen, part, { figure, halo }) {
  const shape = shapeOf(part);
  if (isCut(part) || isLine(part)) {
    pen.strokeStyle = isCut(part) ? halo : figure;
    pen.lineWidth = isCut(part) ? 1.1 : Number(part.getAttribute("stroke-width"));
    pen.stroke(shape);
    return;
  }
  pen.fillStyle = figure;
  pen.fill(shape);
}
