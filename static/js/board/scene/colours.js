// Colours of built things, as factors of the colour of a tile. Pure functions.
export const WOOD = [0.62, 0.45, 0.3];
export const DARK_WOOD = [0.36, 0.25, 0.17];
export const IRON = [0.2, 0.19, 0.18];
export const WALL_TINTS = [
  [1, 0.97, 0.92],
  [0.92, 0.93, 0.95],
  [1, 0.92, 0.84],
  [0.95, 0.95, 0.88],
];
