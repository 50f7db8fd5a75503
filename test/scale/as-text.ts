/** The walls as text: what `npm run model` prints, and docs/operations/scale.md shows. */
import { alignColumns } from '#infra/cli/text-table.ts';
import { type Of, pressure, type Wall } from './wall.ts';
import { wallsOf } from './walls.ts';

const HEADINGS = ['', 'wall', 'whose', 'load', 'limit', 'load/limit', 'beyond it, and what moves it'];

const shown = (value: number): string => Math.round(value).toLocaleString('en');

const rowOf = (wall: Wall): string[] => [
  pressure(wall) > 1 ? 'hit' : '',
  wall.what,
  `${wall.kind}${wall.isConfirmed ? '' : ' (unconfirmed)'}`,
  shown(wall.load),
  shown(wall.limit),
  pressure(wall).toFixed(2),
  wall.beyond,
];

export function asText({ load, settings }: Of): string {
  const walls = wallsOf({ load, settings });
  const first = walls.find(({ isRepair }) => !isRepair);
  return [
    `${shown(load.createsPerSecond)} creates a second, ${shown(load.openCollections)} open collections, ${shown(load.dueInOneMinute)} due in one minute;`,
    `${load.busiestAccount * 100} % in one account, ${load.toEndpoints * 100} % of the events to endpoints.`,
    '',
    alignColumns(HEADINGS, walls.map(rowOf)),
    '',
    ...(first ? [`Breaks first: ${first.what}, at ${(1 / pressure(first)).toPrecision(2)} of this load.`] : []),
  ].join('\n');
}
