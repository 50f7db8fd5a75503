/** Where the walls stand: for each the load that comes to it, the limit, and what moves it; the nearest first. */
import { requestWalls } from './request-walls.ts';
import { runWalls } from './run-walls.ts';
import { tableWalls } from './table-walls.ts';
import { type Of, pressure, type Wall } from './wall.ts';

export const wallsOf = (of: Of): Wall[] =>
  [...requestWalls(of), ...tableWalls(of), ...runWalls(of)].toSorted((a, b) => pressure(b) - pressure(a));
