// The textures of the tiles: cobbles, bricks, stones, planks and so on, drawn once on canvases of 512 pixels that
// repeat without a seam. All are drawn by this code.
import { share } from "./shapes.js";
import * as tiles from "./tiles.js";

export const PIXELS = 512;
const INK = "rgba(40, 28, 18, ";

function canvas() {
  const made = document.createElement("canvas");
  made.width = PIXELS;
  made.height = PIXELS;
  return [made, made.getContext("2d", { willReadFrequently: true })];
}

function fill(pen, colour) {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, PIXELS, PIXELS);
}

const rgb = ([r, g, b], light = 1) => `rgb(${r * light} ${g * light} ${b * light})`;

// Draws a shape at every place where it has to appear again because it crosses an edge.
function wrapped(pen, x, y, reach, draw) {
  for (const dx of [-PIXELS, 0, PIXELS])
    for (const dy of [-PIXELS, 0, PIXELS])
      if (x + dx > -reach && x + dx < PIXELS + reach && y + dy > -reach && y + dy < PIXELS + reach) {
        pen.save();
        pen.translate(x + dx, y + dy);
        draw();
        pen.restore();
      }
}

// Soft blotches and grain, so that no area has a single flat colour.
function weather(pen, { blotches = 26, grain = 10, dark = 0.1, light = 0.08, seed = 1 } = {}) {
  for (let number = 0; number < blotches; number += 1) {
    const [x, y] = [share(number, seed, 1) * PIXELS, share(number, seed, 2) * PIXELS];
    const size = 30 + share(number, seed, 3) * 110;
    const isDark = number % 2;
    wrapped(pen, x, y, size, () => {
      const paint = pen.createRadialGradient(0, 0, 0, 0, 0, size);
      paint.addColorStop(0, isDark ? `rgba(30, 22, 14, ${dark})` : `rgba(255, 246, 224, ${light})`);
      paint.addColorStop(1, "rgba(0, 0, 0, 0)");
      pen.fillStyle = paint;
      pen.fillRect(-size, -size, 2 * size, 2 * size);
    });
  }
  if (!grain) return;
  const picture = pen.getImageData(0, 0, PIXELS, PIXELS);
  for (let at = 0; at < picture.data.length; at += 4) {
    const change = (share(at, seed) - 0.5) * 2 * grain;
    for (let part = 0; part < 3; part += 1) picture.data[at + part] += change;
  }
  pen.putImageData(picture, 0, 0);
}

// A stone with cut corners, lit from the upper left.
function stone(pen, [x, y, w, h], colour, { round = 10, light = 1 } = {}) {
  wrapped(pen, x, y, Math.max(w, h) + 8, () => {
    pen.beginPath();
    pen.roundRect(0, 0, w, h, round);
    pen.fillStyle = rgb(colour, light);
    pen.fill();
    pen.save();
    pen.clip();
    pen.lineWidth = 7;
    pen.strokeStyle = "rgba(255, 248, 228, 0.3)";
    pen.strokeRect(2, 2, w + 30, h + 30);
    pen.strokeStyle = "rgba(30, 20, 12, 0.3)";
    pen.strokeRect(-30, -30, w + 28, h + 28);
    pen.restore();
    pen.lineWidth = 2.5;
    pen.strokeStyle = `${INK}0.55)`;
    pen.stroke();
  });
}

// Rows of stones of unequal width; `shift` moves every other row.
function courses(pen, { rows, widths, joint, colours, round, seed, shift = 0.5 }) {
  const high = PIXELS / rows;
  for (let row = 0; row < rows; row += 1) {
    const parts = Array.from(
      { length: widths },
      (_none, place) => 1 + (share(row, place, seed) - 0.5) * (round > 5 ? 0.7 : 0.12),
    );
    const scale = PIXELS / parts.reduce((sum, part) => sum + part, 0);
    let x = ((row % 2) * shift + share(row, seed) * 0.2) * (PIXELS / widths);
    for (const [place, part] of parts.entries()) {
      const colour = colours[Math.floor(share(row, place, seed, 7) * colours.length)];
      const box = [x % PIXELS, row * high + joint / 2, part * scale - joint, high - joint];
      stone(pen, box, colour, { round, light: 0.9 + share(place, row, seed, 9) * 0.2 });
      x += part * scale;
    }
  }
}

const drawings = {
  [tiles.PLAIN](pen) {
    fill(pen, "#fff");
  },
  [tiles.COBBLES](pen) {
    fill(pen, "#776d5c");
    courses(pen, {
      rows: 8,
      widths: 7,
      joint: 7,
      round: 20,
      seed: 3,
      colours: [
        [186, 176, 154],
        [174, 163, 140],
        [198, 189, 168],
        [165, 156, 138],
        [190, 176, 148],
      ],
    });
    weather(pen, { blotches: 44, dark: 0.2, light: 0.1, seed: 3 });
  },
  [tiles.BRICK](pen) {
    fill(pen, "#6d5a4c");
    courses(pen, {
      rows: 12,
      widths: 5,
      joint: 5,
      round: 3,
      seed: 5,
      colours: [
        [160, 92, 68],
        [148, 80, 60],
        [172, 106, 80],
        [138, 84, 66],
        [164, 98, 78],
        [126, 78, 64],
      ],
    });
    weather(pen, { blotches: 30, dark: 0.22, light: 0.12, seed: 5 });
  },
  [tiles.STONE](pen) {
    fill(pen, "#6b6356");
    courses(pen, {
      rows: 6,
      widths: 4,
      joint: 6,
      round: 7,
      seed: 11,
      colours: [
        [182, 174, 158],
        [168, 160, 144],
        [194, 186, 168],
        [158, 150, 138],
        [176, 166, 142],
      ],
    });
    weather(pen, { blotches: 34, dark: 0.18, light: 0.12, seed: 11 });
  },
  [tiles.PLANKS](pen) {
    fill(pen, "#5c4936");
    const rows = 8;
    const high = PIXELS / rows;
    for (let row = 0; row < rows; row += 1) {
      const cut = share(row, 4) * PIXELS;
      const light = 0.84 + share(row, 21) * 0.3;
      stone(pen, [cut, row * high + 1.5, PIXELS - 4, high - 3], [190, 158, 118], { round: 2, light });
      for (let line = 0; line < 9; line += 1) {
        const y = row * high + 6 + share(row, line, 5) * (high - 12);
        const x = share(row, line, 6) * PIXELS;
        const long = 60 + share(row, line, 8) * 190;
        wrapped(pen, x, y, long, () => {
          pen.strokeStyle = `rgba(70, 45, 22, ${0.16 + share(row, line) * 0.2})`;
          pen.lineWidth = 1.5 + share(line, row) * 1.6;
          pen.beginPath();
          pen.moveTo(0, 0);
          pen.quadraticCurveTo(long / 2, (share(line, row, 2) - 0.5) * 9, long, 0);
          pen.stroke();
        });
      }
      for (const x of [cut + 8, cut - 10])
        for (const y of [row * high + 12, row * high + high - 12])
          wrapped(pen, x % PIXELS, y, 5, () => {
            pen.fillStyle = `${INK}0.6)`;
            pen.beginPath();
            pen.arc(0, 0, 2.6, 0, 7);
            pen.fill();
          });
    }
    weather(pen, { blotches: 20, dark: 0.16, light: 0.08, seed: 13 });
  },
  [tiles.ROOF](pen) {
    fill(pen, "#4b2a22");
    const rows = 9;
    const high = PIXELS / rows;
    for (let row = 0; row < rows; row += 1)
      for (let place = 0; place < 8; place += 1) {
        const seed = share(row, place, 17);
        const [x, y, w] = [((place + (row % 2) / 2) * PIXELS) / 8, row * high, PIXELS / 8];
        wrapped(pen, x, y, w * 2, () => {
          const paint = pen.createLinearGradient(0, 0, 0, high + 14);
          const colour = seed > 0.85 ? [128, 84, 66] : [158, 74, 54];
          paint.addColorStop(0, rgb(colour, 0.62));
          paint.addColorStop(1, rgb(colour, 0.98 + seed * 0.2));
          pen.fillStyle = paint;
          pen.beginPath();
          pen.roundRect(1, 0, w - 2, high + 12, [0, 0, 20, 20]);
          pen.fill();
          pen.strokeStyle = `${INK}0.5)`;
          pen.lineWidth = 2.5;
          pen.stroke();
        });
      }
    weather(pen, { blotches: 30, dark: 0.16, light: 0.1, seed: 17 });
  },
  [tiles.RUBBLE](pen) {
    fill(pen, "#8d806a");
    weather(pen, { blotches: 60, dark: 0.26, light: 0.14, grain: 0, seed: 19 });
    for (let number = 0; number < 230; number += 1) {
      const size = 5 + share(number, 19) ** 3 * 34;
      const box = [share(number, 1, 19) * PIXELS, share(number, 2, 19) * PIXELS, size * (1 + share(number, 3)), size];
      const colour = share(number, 4) > 0.8 ? [156, 100, 78] : [176, 166, 146];
      stone(pen, box, colour, { round: size / 3, light: 0.8 + share(number, 5) * 0.35 });
    }
    weather(pen, { blotches: 10, dark: 0.14, seed: 23 });
  },
  [tiles.WATER](pen) {
    fill(pen, "#56788a");
    weather(pen, { blotches: 46, dark: 0.2, light: 0.14, grain: 3, seed: 29 });
    for (let number = 0; number < 70; number += 1) {
      const [x, y] = [share(number, 29) * PIXELS, share(number, 30) * PIXELS];
      const long = 22 + share(number, 31) * 58;
      wrapped(pen, x, y, long + 8, () => {
        pen.strokeStyle = number % 3 ? "rgba(214, 234, 240, 0.42)" : "rgba(20, 44, 58, 0.34)";
        pen.lineWidth = 2.6;
        pen.lineCap = "round";
        pen.beginPath();
        pen.moveTo(0, 0);
        pen.bezierCurveTo(long / 3, -9, (2 * long) / 3, 9, long, 0);
        pen.stroke();
      });
    }
  },
  [tiles.LEAVES](pen) {
    fill(pen, "#8f9a72");
    for (let number = 0; number < 420; number += 1) {
      const [x, y] = [share(number, 37) * PIXELS, share(number, 38) * PIXELS];
      const size = 12 + share(number, 39) * 16;
      wrapped(pen, x, y, size * 2, () => {
        pen.rotate(share(number, 40) * 6.3);
        pen.fillStyle = rgb([160, 176, 120], 0.66 + share(number, 41) * 0.55);
        pen.strokeStyle = "rgba(34, 40, 20, 0.35)";
        pen.lineWidth = 1.6;
        pen.beginPath();
        pen.ellipse(0, 0, size, size * 0.45, 0, 0, 7);
        pen.fill();
        pen.stroke();
      });
    }
  },
  // One storey of plaster between dark posts, three inches high, with beams at its edges.
  [tiles.TIMBER](pen) {
    fill(pen, "#d8c9a8");
    weather(pen, { blotches: 44, dark: 0.1, light: 0.16, grain: 6, seed: 43 });
    const beam = (points, width) => {
      for (const [colour, wide] of [
        [`${INK}0.85)`, width],
        ["#5a412d", width - 6],
        ["rgba(150, 112, 78, 0.5)", width / 3],
      ]) {
        pen.strokeStyle = colour;
        pen.lineWidth = wide;
        pen.beginPath();
        pen.moveTo(...points[0]);
        pen.lineTo(...points[1]);
        pen.stroke();
      }
    };
    beam(
      [
        [30, 492],
        [226, 20],
      ],
      30,
    );
    beam(
      [
        [286, 20],
        [482, 492],
      ],
      30,
    );
    for (const x of [0, 256, 512])
      beam(
        [
          [x, 0],
          [x, 512],
        ],
        36,
      );
    for (const y of [0, 512])
      beam(
        [
          [0, y],
          [512, y],
        ],
        44,
      );
    weather(pen, { blotches: 14, dark: 0.12, light: 0.06, grain: 7, seed: 47 });
  },
  [tiles.FLAGS](pen) {
    fill(pen, "#5f584c");
    courses(pen, {
      rows: 4,
      widths: 4,
      joint: 6,
      round: 4,
      seed: 53,
      colours: [
        [168, 156, 134],
        [154, 143, 124],
        [176, 166, 146],
      ],
    });
    weather(pen, { blotches: 40, dark: 0.24, light: 0.08, seed: 53 });
  },
  [tiles.EARTH](pen) {
    fill(pen, "#a08c6a");
    weather(pen, { blotches: 90, dark: 0.2, light: 0.14, grain: 14, seed: 59 });
    for (let number = 0; number < 120; number += 1) {
      const [x, y] = [share(number, 61) * PIXELS, share(number, 62) * PIXELS];
      wrapped(pen, x, y, 30, () => {
        pen.strokeStyle = number % 2 ? "rgba(60, 44, 24, 0.4)" : "rgba(232, 214, 176, 0.4)";
        pen.lineWidth = 2;
        pen.beginPath();
        pen.moveTo(0, 0);
        pen.lineTo(8 + share(number, 63) * 16, (share(number, 64) - 0.5) * 10);
        pen.stroke();
      });
    }
  },
};

// The textures of all tiles, in the order of their numbers.
export function pictures() {
  return Array.from({ length: tiles.COUNT }, (_none, number) => {
    const [made, pen] = canvas();
    drawings[number](pen);
    return made;
  });
}
