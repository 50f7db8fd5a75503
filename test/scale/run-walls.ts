/** The walls of what is done later: schedules, runs, webhooks and messages. */
import { ASSUMED, MEASURED, type Settings } from './inputs.ts';
import { type Of, quotaWall, type Wall } from './wall.ts';

export const runWalls = (of: Of): Wall[] => [...runs(of), ...deliveries(of), ...channels(of)];

const runSeconds = (ASSUMED.tripMs * MEASURED.tripsOfRun + ASSUMED.callMs + ASSUMED.otherMs) / 1000;

export const runsPerSecond = ({ concurrentRuns }: Settings): number => concurrentRuns / runSeconds;

function runs({ load, settings }: Of): Wall[] {
  const { createsPerSecond, openCollections, dueInOneMinute } = load;
  const due = dueInOneMinute / 60;
  const ownWall = (what: string, kind: Wall['kind'], limit: number, beyond: string): Wall => ({
    what,
    kind,
    load: due,
    limit,
    isConfirmed: false,
    beyond,
  });
  return [
    quotaWall(
      'schedules that exist, in all',
      'schedules',
      openCollections,
      'creates of schedules are refused, the sweeper runs them: ask AWS',
    ),
    quotaWall(
      'schedules made',
      'createSchedule',
      createsPerSecond * MEASURED.schedules,
      'the excess is left to the sweeper: ask AWS',
    ),
    quotaWall('schedules run in the minute', 'scheduleRuns', due, 'the excess is late: ask AWS'),
    quotaWall(
      'runs of the minute in the queue, in flight',
      'queueInFlight',
      settings.concurrentRuns,
      'the rest waits in line',
    ),
    ownWall(
      'runs of the minute at once',
      'setting',
      runsPerSecond(settings),
      'the rest waits in line: maxConcurrentRuns, up to 1,000',
    ),
    {
      ...ownWall(
        'runs that the sweeper finds, if no schedule ran',
        'design',
        (settings.dueShards * settings.sweptOfShard) / 60,
        'they are late by the rest: QUERY_LIMIT in overdue.ts, and MAX_WAITING in sweep.ts',
      ),
      isRepair: true,
    },
  ];
}

const deliveries = ({ load, settings }: Of): Wall[] => [
  {
    what: 'webhooks at once',
    kind: 'setting',
    load: load.createsPerSecond * MEASURED.events * load.toEndpoints,
    limit: settings.concurrentDeliveries / ((3 * ASSUMED.tripMs + ASSUMED.callMs) / 1000),
    isConfirmed: false,
    beyond: 'the rest waits in line, account by account: maxConcurrentWebhooks, up to 1,000',
  },
];

function channels({ load, settings }: Of): Wall[] {
  const rate = Math.min(load.dueInOneMinute / 60, runsPerSecond(settings));
  return [
    quotaWall(
      'WhatsApp messages of the minute',
      'whatsapp',
      rate,
      'deferred, then another channel: ask Meta, more numbers',
    ),
    quotaWall('SMS of the minute', 'sms', rate, 'deferred, then another channel: ask AWS, more senders'),
  ];
}
