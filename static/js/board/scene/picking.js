// What a ray from the camera hits: models, floors, blocks, walls, the ground. In inches. Pure functions.
import { holds } from "./shapes.js";

const HEIGHT = 1.35;
const STEP_BACK = 0.5;

const at = ({ from, way }, share) => [from[0] + way[0] * share, from[1] + way[1] * share, from[2] + way[2] * share];

// Where the ray meets the plane at height z, as a fraction of the ray; null if it is not in front of the camera.
function level({ from, way }, z) {
  if (Math.abs(way[2]) < 1e-6) return null;
  const share = (z - from[2]) / way[2];
  return share > 0 ? share : null;
}

// The nearest model whose standee or base the ray hits: {who, share}. Models are {who, x, y, z, radius}; standees
// extend along `right`, the direction to the right of the camera.
export function modelAt(ray, models, right) {
  let best = null;
  const face = [-right[1], right[0]];
  for (const { who: modelId, x, y, z, radius } of models) {
    const shares = [];
    const facing = ray.way[0] * face[0] + ray.way[1] * face[1];
    if (Math.abs(facing) > 1e-6) {
      const share = ((x - ray.from[0]) * face[0] + (y - ray.from[1]) * face[1]) / facing;
      const [px, py, pz] = at(ray, share);
      const across = (px - x) * right[0] + (py - y) * right[1];
      if (share > 0 && Math.abs(across) < radius && pz > z && pz < z + HEIGHT * Math.max(1, radius / 0.55))
        shares.push(share);
    }
    const share = level(ray, z + 0.1);
    if (share !== null) {
      const [px, py] = at(ray, share);
      if (Math.hypot(px - x, py - y) < radius + 0.1) shares.push(share);
    }
    for (const found of shares) if (!best || found < best.share) best = { who: modelId, share: found };
  }
  return best;
}

// The nearest surface on which a model could stand: {spot: [x, y, z], share}; null outside the table. The ray passes
// through floors for which `isShown` returns false. A click on a wall means the ground in front of it.
export function surfaceAt(ray, table, isShown = () => true) {
  const found = [];
  const take = (z, isOn) => {
    const share = level(ray, z);
    if (share === null) return;
    const spot = at(ray, share);
    if (isOn(spot[0], spot[1])) found.push({ spot: [spot[0], spot[1], z], share });
  };
  take(0, (x, y) => x >= 0 && y >= 0 && x <= table.width && y <= table.length);
  for (const floor of table.floors)
    if (floor.z > 0 && isShown(floor))
      take(floor.z, (x, y) => holds(floor.outline, x, y) && !floor.holes.some((hole) => holds(hole, x, y)));
  for (const block of table.blocks) take(block.z1, (x, y) => holds(block.outline, x, y));
  for (const wall of table.walls) {
    const share = wallShare(ray, wall);
    if (share === null) continue;
    const [x, y] = at(ray, share);
    const flat = Math.hypot(ray.way[0], ray.way[1]) || 1;
    const spot = [x - (ray.way[0] / flat) * STEP_BACK, y - (ray.way[1] / flat) * STEP_BACK, wall.z0];
    found.push({ spot, share });
  }
  return found.reduce((best, hit) => (!best || hit.share < best.share ? hit : best), null);
}

// Where a ray enters a wall outside of its openings, as a fraction of the ray; null if it does not.
export function wallShare({ from, way }, { a, b, z0, z1, openings }) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const facing = -way[0] * uy + way[1] * ux;
  if (Math.abs(facing) < 1e-6) return null;
  const share = (-(a[0] - from[0]) * uy + (a[1] - from[1]) * ux) / facing;
  if (share <= 0) return null;
  const [x, y, z] = at({ from, way }, share);
  const along = (x - a[0]) * ux + (y - a[1]) * uy;
  if (along < 0 || along > length || z < z0 || z > z1) return null;
  const isOpen = openings.some(
    ({ start, end, sill, lintel }) => along > start && along < end && z > sill && z < lintel,
  );
  return isOpen ? null : share;
}

// The height of the highest surface at a point that is not above `z`.
export function heightAt(table, x, y, z) {
  let best = 0;
  for (const floor of table.floors)
    if (floor.z > best && floor.z <= z && holds(floor.outline, x, y) && !floor.holes.some((hole) => holds(hole, x, y)))
      best = floor.z;
  for (const block of table.blocks) if (block.z1 > best && block.z1 <= z && holds(block.outline, x, y)) best = block.z1;
  return best;
}
