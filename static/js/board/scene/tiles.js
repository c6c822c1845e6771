// Numbers of the surface textures (tiles), and how many inches one tile covers. Pure functions.
export const PLAIN = 0;
export const COBBLES = 1;
export const BRICK = 2;
export const STONE = 3;
export const PLANKS = 4;
export const ROOF = 5;
export const RUBBLE = 6;
export const WATER = 7;
export const LEAVES = 8;
export const TIMBER = 9;
export const FLAGS = 10;
export const EARTH = 11;
export const COUNT = 12;

export const SIZES = [1, 4, 2.4, 3, 3, 2.4, 4, 5, 2, 3, 3, 5];
