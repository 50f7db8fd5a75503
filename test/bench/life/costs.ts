/** What a thousand lives cost: the amounts that a life was counted to take, at the prices of AWS. */
import { QUEUE_BATCH, STREAM_BATCH } from '#infra/cdk/settings.ts';
import type { Life } from './a-life.ts';
import type { Step } from './ledger.ts';

type Price = Readonly<{ usd: number; for: number; unit: string; source: string }>;

/** us-east-1, 2026-11-22, without free tiers, taxes and data transfer. */
export const PRICES = {
  writes: { usd: 0.625, for: 1e6, unit: 'write units', source: 'airbyte, 2025: on demand since 2024-11 (unconfirmed)' },
  reads: { usd: 0.125, for: 1e6, unit: 'read units', source: 'airbyte, 2025: on demand since 2024-11 (unconfirmed)' },
  invocations: { usd: 0.2, for: 1e6, unit: 'invocations', source: 'aws.amazon.com/lambda/pricing' },
  seconds: { usd: 0.0000133334, for: 1, unit: 'GB-seconds, arm64', source: 'the x86 price less a fifth (unconfirmed)' },
  requests: { usd: 3.5, for: 1e6, unit: 'requests to a REST API', source: 'appropri8, 2025-12 (unconfirmed)' },
  queues: { usd: 0.4, for: 1e6, unit: 'requests to standard queues', source: 'known list price (unconfirmed)' },
  fair: { usd: 0.1, for: 1e6, unit: 'requests with a group, in addition', source: 'cloudburn.io (unconfirmed)' },
  schedules: {
    usd: 1,
    for: 1e6,
    unit: 'schedules run',
    source: 'cloudburn.io, 2026-03; 14 M a month are free (unconfirmed)',
  },
  logs: { usd: 0.5, for: 2 ** 30, unit: 'bytes logged', source: 'factualminds.com, 2026 (unconfirmed)' },
  firewall: {
    usd: 0.6,
    for: 1e6,
    unit: 'requests that the firewall looks at',
    source: 'known list price (unconfirmed)',
  },
  secrets: { usd: 0.4, for: 1, unit: 'secrets a month', source: 'known list price (unconfirmed)' },
  keys: { usd: 1, for: 1, unit: 'KMS keys a month', source: 'known list price (unconfirmed)' },
  alarms: { usd: 0.1, for: 1, unit: 'metrics in alarms a month', source: 'known list price (unconfirmed)' },
  metrics: { usd: 0.3, for: 1, unit: 'metrics of our own a month', source: 'signoz.io, 2026-02 (unconfirmed)' },
  dashboards: {
    usd: 3,
    for: 1,
    unit: 'dashboards a month, three are free',
    source: 'factualminds.com, 2026 (unconfirmed)',
  },
  stored: { usd: 0.25, for: 1, unit: 'GB-months of the table', source: 'known list price (unconfirmed)' },
  recovered: {
    usd: 0.2,
    for: 1,
    unit: 'GB-months of point-in-time recovery',
    source: 'known list price (unconfirmed)',
  },
} as const satisfies Record<string, Price>;

type Paid = keyof typeof PRICES;

export const dollars = (what: Paid, amount: number): number => (amount / PRICES[what].for) * PRICES[what].usd;

/** Of a round trip to DynamoDB, and of a request to a provider, a channel or a receiver of webhooks. */
const TRIP_SECONDS = 0.01;
const WAIT_SECONDS = 0.3;

/** Of a step's invocations together. */
export const secondsOf = ({ tripsInAll, waits }: Pick<Step, 'tripsInAll' | 'waits'>): number =>
  tripsInAll * TRIP_SECONDS + waits * WAIT_SECONDS;

/** `waits` in `infra/cdk/constructs/service-function.ts` says why. */
const HALF_A_GIGABYTE: ReadonlySet<string> = new Set(['follow-up', 'deliver', 'reconcile-provider']);
/** What callers ask over the gateway. */
const REQUESTED: ReadonlySet<string> = new Set([
  'create-collection',
  'get-collection',
  'payment-page',
  'receive-payment',
]);
/** Is called whether there is something to count or not: see {@link FIXED}. */
const COUNTS_EACH_MINUTE = 'count-insights';
/** The gateway's own line of each request. */
const ACCESS_LINE = 350;
/** Of a batch: it is received and deleted. */
const OF_A_BATCH = 2;
/** Lambda begins with five pollers of a queue, and a table on demand with four shards. `atOnce`: so much of a batch goes on together (`AT_ONCE` in functions/stream). */
const BY_QUEUE = { sources: 5, most: QUEUE_BATCH, atOnce: QUEUE_BATCH };
const BY_STREAM = { sources: 4, most: STREAM_BATCH, atOnce: 20 };
const FED: Readonly<Record<string, typeof BY_QUEUE>> = {
  'follow-up': BY_QUEUE,
  deliver: BY_QUEUE,
  relay: BY_STREAM,
  'publish-events': BY_STREAM,
};

/** Collections a second, evenly, and how long the stage gathers (`infra/cdk/settings.ts`). */
export type Flow = Readonly<{ perSecond: number; gatherSeconds: number }>;
/** Everything comes by itself. */
const ALONE: Flow = { perSecond: 0, gatherSeconds: 0 };

/** One life's. */
export type Amounts = Readonly<Partial<Record<Paid, number>>>;

const sum = <Each>(all: readonly Each[], of: (each: Each) => number): number =>
  all.reduce((total, each) => total + of(each), 0);

/** How often a function is called, and for how many seconds in all. */
type Calls = { fn: string; calls: number; seconds: number };

/** One call for what comes first and what comes while its source waits for more; what goes on together takes as long as the longest of all. */
function callsOf(fn: string, steps: readonly Step[], { perSecond, gatherSeconds }: Flow): Calls {
  const [seconds, times] = [sum(steps, secondsOf), sum(steps, (step) => step.times)];
  const fed = FED[fn];
  if (fed === undefined) return { fn, calls: times, seconds };
  const batch = Math.min(fed.most, 1 + (perSecond * times * gatherSeconds) / fed.sources);
  const calls = times / batch;
  const longest = Math.max(...steps.map((step) => secondsOf(step) / step.times));
  return { fn, calls, seconds: Math.min(seconds, calls * Math.max(1, batch / fed.atOnce) * longest) };
}

export function amountsOf({ steps }: Pick<Life, 'steps'>, flow = ALONE): Amounts {
  const requests = sum(steps, ({ fn, times }) => (REQUESTED.has(fn) ? times : 0));
  const sent = sum(steps, ({ queueSends }) => queueSends);
  const schedules = sum(steps, (each) => each.schedules);
  const called = Object.entries(Object.groupBy(steps, ({ fn }) => fn)).map(([fn, own = []]) => callsOf(fn, own, flow));
  return {
    writes: sum(steps, ({ wcu }) => wcu),
    reads: sum(steps, ({ rcu }) => rcu),
    invocations: sum(called, ({ fn, calls }) => (fn === COUNTS_EACH_MINUTE ? 0 : calls)),
    seconds: sum(called, ({ fn, seconds }) => seconds * (HALF_A_GIGABYTE.has(fn) ? 0.5 : 1)),
    requests,
    queues: sent + schedules + OF_A_BATCH * sum(called, ({ fn, calls }) => (FED[fn] === BY_QUEUE ? calls : 0)),
    fair: sent,
    schedules,
    logs: sum(steps, ({ logBytes }) => logBytes) + requests * ACCESS_LINE,
    firewall: requests,
  };
}

export const dollarsOf = (amounts: Amounts): number =>
  Object.entries(amounts).reduce((total, [what, amount]) => total + dollars(what as Paid, amount), 0);

const MONTH_MINUTES = 31 * 1440;

/**
 * A month without a request, of a stage with a canary and all senders: `test/infra/cdk/observability.test.ts` counts the alarms and the metrics of
 * our own. Two queues are polled by five pollers each, which wait twenty seconds; two sweepers run each minute and read 16 shards, what counts
 * insights four, and what mails summaries one each quarter of an hour, for 50 ms.
 */
export const FIXED = {
  alarms: 213,
  metrics: 43,
  dashboards: 1,
  secrets: 2,
  keys: 2,
  queues: 2 * 5 * 3 * MONTH_MINUTES,
  invocations: (3 + 1 / 15) * MONTH_MINUTES,
  reads: 0.5 * (2 * 16 + 4 + 1 / 15) * MONTH_MINUTES,
  seconds: 0.05 * (3 + 1 / 15) * MONTH_MINUTES,
} as const;
