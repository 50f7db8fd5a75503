/** The walls of the table: its partitions, those of its indexes, its throughput, and its stream. */
import { ASSUMED, MEASURED, QUOTAS } from './inputs.ts';
import { runsPerSecond } from './run-walls.ts';
import { type Of, partitionsWall, quotaWall, type Wall } from './wall.ts';

export const tableWalls = (of: Of): Wall[] => [...partitions(of), ...throughput(of), ...streams(of)];

function partitions({ load, settings }: Of): Wall[] {
  const { createsPerSecond, busiestAccount, toEndpoints } = load;
  const busiest = createsPerSecond * busiestAccount;
  const events = createsPerSecond * MEASURED.events;
  return [
    partitionsWall(
      'list segments of the busiest account',
      1,
      busiest,
      'creates of that account get 503: more logs, merged by the list',
    ),
    // Each collection enters the partition of `pending`, and leaves it.
    partitionsWall(
      'index by status: pending of the busiest account',
      1,
      2 * busiest,
      'its writes are throttled: shards of that partition',
    ),
    partitionsWall(
      'feed of the busiest account',
      settings.feedShards,
      2 * events * busiestAccount,
      'its events are told late: FEED_SHARDS',
    ),
    // A create enters, each claim moves, the end leaves.
    partitionsWall(
      'index of due runs',
      settings.dueShards,
      createsPerSecond * (2 + 2 * MEASURED.messages),
      'all creates are throttled: DUE_SHARDS',
    ),
    // Told: it enters; delivered: it leaves.
    partitionsWall(
      'index of due webhooks',
      settings.webhookDueShards,
      2 * events * toEndpoints,
      'all events are told late: DUE_SHARDS of webhook/keys.ts',
    ),
  ];
}

function throughput({ load, settings }: Of): Wall[] {
  const { createsPerSecond, toEndpoints, dueInOneMinute } = load;
  const units = MEASURED.units + toEndpoints * (MEASURED.unitsWithEndpoint - MEASURED.units);
  const beyond = 'writes are throttled until the table has grown: ask AWS for the table, warm it before';
  const rate = Math.min(dueInOneMinute / 60, runsPerSecond(settings));
  return [
    {
      ...quotaWall('write units of the table: steady creates', 'tableWrites', createsPerSecond * units, beyond),
      limit: settings.tableWrites,
    },
    {
      ...quotaWall('write units of the table: the minute’s runs', 'tableWrites', rate * MEASURED.unitsOfRun, beyond),
      limit: settings.tableWrites,
    },
    quotaWall(
      'write units of a table made today',
      'newTableWrites',
      createsPerSecond * units,
      'it doubles within half an hour: warm throughput',
    ),
  ];
}

/** A table has at least as many partitions, and so shards of its stream, as its writes need. */
function streams({ load, settings }: Of): Wall[] {
  const shards = Math.ceil(settings.tableWrites / QUOTAS.partitionWrites.limit);
  const atOnce = shards * settings.streamParallelization * ASSUMED.recordsAtOnce;
  const wall = (what: string, records: number, milliseconds: number, beyond: string): Wall => ({
    what,
    kind: 'setting',
    load: load.createsPerSecond * records,
    limit: (atOnce * 1000) / milliseconds,
    isConfirmed: false,
    beyond,
  });
  return [
    wall(
      'relay: records of the stream',
      ASSUMED.relayRecords,
      ASSUMED.createScheduleMs,
      'runs are scheduled late: parallelStreamBatches, up to 10',
    ),
    wall(
      'publisher: records of the stream',
      ASSUMED.publisherRecords,
      2 * ASSUMED.tripMs + 25,
      'events are told late: parallelStreamBatches, up to 10',
    ),
  ];
}
