// The geometry of a table, in inches as sent by the server, as triangles of walls, floors, trees and stones. Pure
// functions.
import { solid } from "./blocks.js";
import { DARK_WOOD, IRON, WOOD } from "./colours.js";
import { climb, upright } from "./houses.js";
import { Mesh } from "./mesh.js";
import { anticlockwise, areaOf } from "./shapes.js";
import { bar, flat, grey, sides, tinted } from "./solids.js";
import { patch, plant } from "./terrain.js";
import * as tiles from "./tiles.js";

const THICK_FLOOR = 0.14;
const FRAME = 1.1;
const FRAME_DEPTH = 1.3;

const inches = (value) => value / 100;
const ring = (outline) => outline.map(([x, y]) => [inches(x), inches(y)]);

// The table in inches, as used for picking and drawing.
export function readTable(scene) {
  const spot = (point) => point.map(inches);
  return {
    digest: scene.digest,
    width: inches(scene.width),
    length: inches(scene.length),
    ground: scene.ground,
    walls: scene.walls.map((entry) => ({
      ...entry,
      a: spot(entry.a),
      b: spot(entry.b),
      thickness: inches(entry.thickness),
      z0: inches(entry.z0),
      z1: inches(entry.z1),
      openings: entry.openings.map((hole) => ({
        ...hole,
        start: inches(hole.start),
        end: inches(hole.end),
        sill: inches(hole.sill),
        lintel: inches(hole.lintel),
      })),
    })),
    blocks: scene.blocks.map((block) => ({
      ...block,
      outline: anticlockwise(ring(block.outline)),
      z0: inches(block.z0),
      z1: inches(block.z1),
    })),
    floors: scene.floors.map((floor) => ({
      ...floor,
      outline: anticlockwise(ring(floor.outline)),
      holes: floor.holes.map(ring),
      z: inches(floor.z),
    })),
    areas: scene.areas.map((area) => ({
      ...area,
      outline: anticlockwise(ring(area.outline)),
      z: inches(area.z),
      top: inches(area.top),
    })),
    ways: scene.ways.map((way) => ({ ...way, foot: spot(way.foot), head: spot(way.head) })),
    rails: scene.rails.map((rail) => ({
      ...rail,
      a: spot(rail.a),
      b: spot(rail.b),
      z: inches(rail.z),
      height: inches(rail.height),
    })),
    trees: scene.trees.map((tree) => ({ x: inches(tree.x), y: inches(tree.y), size: tree.size })),
  };
}

// The triangles of a table: `floors` are ranges of vertices that can be hidden, each {start, count, z, outline}.
export function build(table) {
  const mesh = new Mesh();
  ground(mesh, table);
  for (const [number, area] of table.areas.entries()) patch(mesh, area, number);
  for (const block of table.blocks) solid(mesh, block);
  for (const stone of table.walls) upright(mesh, stone);
  for (const way of table.ways) climb(mesh, way);
  for (const rail of table.rails)
    bar(mesh, rail.a, rail.b, 0.1, [rail.z, rail.z + rail.height], { tile: tiles.PLANKS, colour: WOOD, hasInk: true });
  for (const tree of table.trees) plant(mesh, tree);
  const floors = table.floors.map((floor) => {
    const [start, lineStart] = [mesh.count, mesh.lines.length];
    storey(mesh, floor);
    return {
      start,
      count: mesh.count - start,
      lineStart,
      lineCount: mesh.lines.length - lineStart,
      z: floor.z,
      outline: floor.outline,
    };
  });
  return { mesh, floors };
}

function ground(mesh, { width, length, ground: kind }) {
  const outline = [
    [0, 0],
    [width, 0],
    [width, length],
    [0, length],
  ];
  const tile = kind === "open" ? tiles.COBBLES : tiles.EARTH;
  flat(mesh, outline, 0, { tile, size: tiles.SIZES[tile] });
  // The wooden frame of the table.
  const out = (by) => [
    [-by, -by],
    [width + by, -by],
    [width + by, length + by],
    [-by, length + by],
  ];
  const outer = out(FRAME);
  sides(mesh, outer, [-FRAME_DEPTH, 0.18], { tile: tiles.PLANKS, colour: tinted(DARK_WOOD, 1.1), shade: 1 });
  flat(mesh, outer, 0.18, { holes: [outline], tile: tiles.PLANKS, size: 3.2, colour: tinted(DARK_WOOD, 1.25) });
  const inner = [...outline].reverse();
  for (const [place, a] of inner.entries()) {
    const b = inner[(place + 1) % inner.length];
    mesh.quad(
      [
        [...a, 0],
        [...b, 0],
        [...b, 0.18],
        [...a, 0.18],
      ],
      { colours: [DARK_WOOD], normal: [0, 0, 1] },
    );
    mesh.line([...a, 0.18], [...b, 0.18], 0.06);
  }
}

// A floor above the ground, or the inside of a house.
function storey(mesh, { outline, holes, z, walkway }) {
  const inside = { holes, tile: tiles.PLANKS, size: tiles.SIZES[tiles.PLANKS] };
  if (z <= 0) return void flat(mesh, outline, 0.02, { ...inside, tile: tiles.FLAGS, colour: grey(0.86) });
  flat(mesh, outline, z, { ...inside, colour: walkway ? [0.82, 0.7, 0.54] : [0.92, 0.8, 0.64] });
  flat(mesh, outline, z - THICK_FLOOR, { ...inside, colour: [0.5, 0.4, 0.31], isBelow: true });
  sides(mesh, outline, [z - THICK_FLOOR, z], { tile: tiles.PLANKS, colour: DARK_WOOD });
  for (const hole of holes)
    sides(mesh, [...anticlockwise(hole)].reverse(), [z - THICK_FLOOR, z], { tile: tiles.PLANKS, colour: DARK_WOOD });
  joists(mesh, outline, z);
}

// Beams below a floor.
function joists(mesh, outline, z) {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (Math.abs((right - left) * (high - low) - areaOf(outline)) > 0.01) return;
  for (const y of [low + 0.2, (low + high) / 2, high - 0.2])
    bar(mesh, [left + 0.05, y], [right - 0.05, y], 0.16, [z - THICK_FLOOR - 0.16, z - THICK_FLOOR], {
      tile: tiles.PLANKS,
      colour: IRON.map((part, place) => (part + DARK_WOOD[place]) / 2),
    });
}
