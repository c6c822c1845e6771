// The pure parts of the 3D view: matrices, camera, polygons, walls, picking.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as cameras from "../../static/js/board/scene/camera.js";
import { cross, dot, lookingAt, minus, orthographic, product, through } from "../../static/js/board/scene/matrices.js";
import { FLOATS, Mesh } from "../../static/js/board/scene/mesh.js";
import { heightAt, modelAt, surfaceAt, wallShare } from "../../static/js/board/scene/picking.js";
import { areaOf, holds, triangles } from "../../static/js/board/scene/shapes.js";
import { cellsOf, wall } from "../../static/js/board/scene/solids.js";
import { baseOutline, bases, figures } from "../../static/js/board/scene/standees.js";
import { build, readTable } from "../../static/js/board/scene/town.js";
import { Triangles } from "../../static/js/board/scene/visible.js";

const near = (a, b, by = 1e-6) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);
const square = (x, y, size) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];
const sumOf = (list) => list.reduce((sum, corners) => sum + areaOf(corners), 0);

const SCENE = {
  digest: "d",
  width: 2400,
  length: 2400,
  ground: "open",
  walls: [
    {
      a: [1000, 1000],
      b: [1600, 1000],
      thickness: 20,
      z0: 0,
      z1: 300,
      hard: true,
      openings: [{ kind: "window", start: 200, end: 300, sill: 60, lintel: 180, closed: false }],
    },
  ],
  blocks: [{ outline: square(100, 100, 200), z0: 0, z1: 150, kind: "crate", is_hill: false, is_building: false }],
  floors: [{ outline: square(1000, 1000, 600), holes: [square(1400, 1400, 100)], z: 300, walkway: false }],
  areas: [{ outline: square(300, 1500, 300), z: 0, top: 0, ground: "difficult", flags: [] }],
  ways: [{ kind: "ladder", foot: [900, 1300, 0], head: [1030, 1300, 300] }],
  rails: [],
  trees: [{ x: 500, y: 500, size: 1 }],
};

test("a matrix of the view puts its target in the middle", () => {
  const view = product(orthographic([-1, 1], [-1, 1], [0, 20]), lookingAt([5, -8, 4], [5, 2, 4]));
  const [x, y] = through(view, [5, 2, 4]);
  near(x, 0);
  near(y, 0);
  assert.ok(through(view, [5.5, 2, 4])[0] > 0, "right stays right");
  assert.ok(through(view, [5, 2, 4.5])[1] > 0, "up stays up");
});

test("the camera circles the table between 15 and 80 degrees", () => {
  const camera = cameras.newCamera(24, 24);
  cameras.orbit(camera, 1, 9);
  near(camera.pitch, cameras.HIGHEST);
  cameras.orbit(camera, 0, -9);
  near(camera.pitch, cameras.LOWEST);
  near(Math.hypot(...cameras.positionOf(camera).map((value, axis) => value - camera.target[axis])), camera.distance);
});

test("the whole table fits into the picture of any shape", () => {
  for (const aspect of [0.5, 1, 1.8]) {
    const camera = cameras.newCamera(48, 24);
    cameras.fit(camera, aspect);
    for (const [x, y] of square(0, 0, 24)) {
      const at = through(cameras.matrixOf(camera, aspect), [x * 2, y, 0]);
      assert.ok(Math.abs(at[0]) <= 1 && Math.abs(at[1]) <= 1, `${at}`);
    }
  }
});

test("a ray through a place of the picture meets the place that is drawn there", () => {
  const camera = cameras.newCamera(24, 24, true);
  cameras.fit(camera, 1.4);
  const spot = [7, 18, 0];
  const [x, y] = through(cameras.matrixOf(camera, 1.4), spot);
  const { from, way } = cameras.rayThrough(camera, [x, y], 1.4);
  const share = -from[2] / way[2];
  near(from[0] + way[0] * share, spot[0], 1e-4);
  near(from[1] + way[1] * share, spot[1], 1e-4);
});

test("an eye looks at what it is turned to", () => {
  const camera = cameras.newCamera(24, 24);
  cameras.lookFrom(camera, [3, 4, 1], [9, 12, 5]);
  const [x, y] = through(cameras.matrixOf(camera, 1.5), [9, 12, 5]);
  near(x, 0, 1e-4);
  near(y, 0, 1e-4);
  assert.deepEqual(cameras.positionOf(camera), [3, 4, 1]);
});

test("triangles fill an outline, even one with a corner inwards or a hole", () => {
  const corner = [...square(0, 0, 4).slice(0, 3), [2, 4], [2, 2], [0, 2]];
  near(sumOf(triangles(corner)), areaOf(corner));
  near(sumOf(triangles([...corner].reverse())), areaOf(corner));
  near(sumOf(triangles(square(0, 0, 4), [square(1, 1, 1)])), 15);
  near(sumOf(triangles(square(0, 0, 6), [square(1, 1, 1), square(4, 4, 1)])), 34);
  assert.ok(holds(corner, 1, 1) && !holds(corner, 1, 3));
});

test("a wall is stone everywhere but in its openings", () => {
  const openings = [
    { start: 1, end: 2, sill: 0, lintel: 2 },
    { start: 4, end: 5, sill: 1, lintel: 2 },
  ];
  const { along, up, isStone } = cellsOf(6, 0, 3, openings);
  let area = 0;
  for (const [column, rows] of isStone.entries())
    for (const [row, is] of rows.entries())
      if (is) area += (along[column + 1] - along[column]) * (up[row + 1] - up[row]);
  near(area, 18 - 2 - 1);
});

test("both faces of a wall point outwards, half its thickness from the middle", () => {
  const mesh = new Mesh();
  const face = { tile: 0, size: 1, colour: [1, 1, 1] };
  wall(mesh, { a: [0, 0], b: [4, 0], thickness: 0.4, z0: 0, z1: 2, openings: [] }, { faces: () => face, rim: face });
  const across = new Set();
  for (let at = 0; at < mesh.count; at += 1) {
    const [, y, , , normal] = mesh.numbers.slice(at * FLOATS, at * FLOATS + 5);
    if (Math.abs(normal) > 0.9) across.add(`${Math.sign(normal)} ${y.toFixed(2)}`);
  }
  assert.deepEqual([...across].sort(), ["-1 -0.20", "1 0.20"]);
});

test("a table becomes triangles whose numbers are all numbers, with its floors apart", () => {
  const { mesh, floors } = build(readTable(SCENE));
  assert.ok(mesh.count > 300);
  assert.ok(mesh.numbers.every(Number.isFinite) && mesh.lines.every(Number.isFinite));
  assert.equal(floors.length, 1);
  assert.equal(floors[0].start + floors[0].count, mesh.count);
  assert.equal(floors[0].z, 3);
});

test("a click meets floors, blocks and the ground, and passes through hatches and hidden floors", () => {
  const table = readTable(SCENE);
  const down = (x, y) => ({ from: [x, y, 20], way: [0, 0, -1] });
  assert.deepEqual(surfaceAt(down(12, 12), table).spot, [12, 12, 3]);
  assert.deepEqual(surfaceAt(down(14.5, 14.5), table).spot, [14.5, 14.5, 0]);
  assert.deepEqual(surfaceAt(down(12, 12), table, () => false).spot, [12, 12, 0]);
  assert.deepEqual(surfaceAt(down(2, 2), table).spot, [2, 2, 1.5]);
  assert.equal(surfaceAt(down(-3, 2), table), null);
});

test("a click on a wall means the ground in front of it, and a window lets it through", () => {
  const table = readTable(SCENE);
  const ray = { from: [11, 4, 0.3], way: [0, 1, 0] };
  assert.equal(wallShare(ray, table.walls[0]), 6);
  assert.deepEqual(surfaceAt(ray, table).spot, [11, 9.5, 0]);
  assert.equal(wallShare({ from: [12.5, 4, 1], way: [0, 1, 0] }, table.walls[0]), null);
});

test("a click on a standee or its base selects the nearest model", () => {
  const models = [
    { who: "a1", x: 5, y: 5, z: 0, radius: 0.5 },
    { who: "b1", x: 5, y: 9, z: 0, radius: 0.5 },
  ];
  const right = [1, 0, 0];
  assert.equal(modelAt({ from: [5, 0, 0.6], way: [0, 1, 0] }, models, right).who, "a1");
  assert.equal(modelAt({ from: [5.3, 9.2, 9], way: [0, 0, -1] }, models, right).who, "b1");
  assert.equal(modelAt({ from: [7, 0, 0.6], way: [0, 1, 0] }, models, right), null);
});

test("a model on its way stands on what is below it", () => {
  const table = readTable(SCENE);
  assert.equal(heightAt(table, 12, 12, 3.1), 3);
  assert.equal(heightAt(table, 12, 12, 1), 0);
  assert.equal(heightAt(table, 14.5, 14.5, 3.1), 0);
});

test("bases have the shape of their side, and a hidden model is left out of its own view", () => {
  const model = (who, side) => ({
    who,
    side,
    x: 4,
    y: 4,
    z: 3,
    radius: 0.5,
    figure: "fig-rat",
    scale: 0.03,
    letters: "R",
    state: "",
    wounds: [1, 1],
    colour: [0, 0, 1],
  });
  const reach = (side) => Math.max(...baseOutline(model("a1", side)).map(([x, y]) => Math.hypot(x - 4, y - 4)));
  near(reach("a"), 0.5);
  near(reach("b"), 0.65, 1e-3);
  const both = bases([model("a1", "a"), model("b1", "b")]);
  const one = bases([model("a1", "a"), model("b1", "b")], { hidden: "b1" });
  assert.ok(both.pieces.count > one.pieces.count && one.pieces.count > 0);
  const atlas = { figure: () => [0, 0, 1, 1], label: () => ({ place: [0, 0, 1, 1], aspect: 1 }) };
  const dressed = { right: [1, 0, 0], atlas, colours: () => ({}) };
  const cards = figures([model("a1", "a"), model("b1", "b")], dressed);
  assert.equal(cards.length, 2 * figures([model("a1", "a"), model("b1", "b")], { ...dressed, hidden: "b1" }).length);
});

test("labels and badges are at least 17 pixels high when an inch is short, and no larger than needed", () => {
  const model = { who: "a1", x: 4, y: 4, z: 0, radius: 0.5, scale: 0.03, letters: "2", state: "", badge: "stunned" };
  const atlas = {
    figure: () => [0, 0, 1, 1],
    label: () => ({ place: [0, 0, 1, 1], aspect: 1 }),
    badge: () => ({ place: [0, 0, 1, 1], aspect: 1 }),
  };
  const heights = (inch) => {
    const cards = figures([{ ...model, wounds: [1, 1] }], {
      right: [1, 0, 0],
      atlas,
      colours: () => ({}),
      pixelsAt: () => inch,
    });
    return [1, 2].map((place) => {
      const ups = [0, 1, 2, 3, 4, 5].map((corner) => cards[(place * 6 + corner) * 7 + 2]);
      return (Math.max(...ups) - Math.min(...ups)) * inch;
    });
  };
  for (const inch of [25, 30, 40]) for (const height of heights(inch)) assert.ok(height >= 16.99 && height < 24);
  near(heights(100)[0], 34);
});

test("without a graphics card only triangles that face the camera are drawn, nearest first, walls before floors", () => {
  const table = readTable(SCENE);
  const { mesh, floors } = build(table);
  const all = new Triangles(mesh.numbers, floors);
  const camera = cameras.newCamera(table.width, table.length);
  const eye = cameras.positionOf(camera);
  const look = { view: cameras.matrixOf(camera, 1.5), eye, pixels: 1000, least: 0, isShown: () => true };
  const { walls, flats } = all.choose(look);
  assert.ok(walls > 0 && flats > 0 && walls + flats < mesh.count * 0.7);
  const at = (number) => mesh.numbers.slice(number * FLOATS, number * FLOATS + 3);
  const corners = [...all.chosen.subarray(0, walls + flats)].map(at);
  for (let place = 0; place < corners.length; place += 3) {
    const [a, b, c] = corners.slice(place, place + 3);
    const normal = cross(minus(b, a), minus(c, a));
    assert.ok(dot(normal, minus(eye, a)) > 0, "a triangle is seen from behind");
    assert.equal(place >= walls, Math.abs(normal[0]) + Math.abs(normal[1]) === 0 && normal[2] > 0);
  }
  const without = all.choose({ ...look, isShown: () => false });
  assert.ok(without.flats < flats, "a hidden floor is left out");
  assert.ok(all.choose({ ...look, least: 1e9 }).walls === 0, "all triangles are smaller than the least size");
});
