/** The figures that the recorded lives give to the documents. */
import { QUEUE_BATCH, readSettings } from '#infra/cdk/settings.ts';
import { STAGES } from '#infra/cdk/stages.ts';
import type { Figures } from '#test/bench/documents.ts';
import type { Life } from './a-life.ts';
import { type Amounts, amountsOf, dollars, dollarsOf, FIXED, type Flow, PRICES, secondsOf } from './costs.ts';
import type { NamedLife } from './life.ts';
import { type Wall, wallsOf } from './walls.ts';

/** A second, of a table on demand that has not grown yet: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html */
const NEW_TABLE_WRITES = 4_000;

/** Collections a month. */
const MONTHS = [10_000, 1_000_000, 10_000_000, 100_000_000];
/** From here on an account that has them all has so much to do that its events are counted eighty at once. */
const BUSY_FROM = 1_000_000;

export function figuresOf(lives: readonly NamedLife[]): Figures {
  const [[, paid], [, told]] = lives as [NamedLife, NamedLife];
  const [[, busy], [, busyTold]] = lives.slice(4) as [NamedLife, NamedLife];
  const [walls, wallsTold] = [busy, busyTold].map(({ demands, account }) => wallsOf(demands, account)) as [
    Wall[],
    Wall[],
  ];
  const stages = stageWalls(paid, told);
  return {
    thousand: thousand(lives),
    month: month([paid, told], [busy, busyTold]),
    gathered: gathered([busy, busyTold]),
    fixed: fixed(),
    storage: `${kilobytes(paid.kept.forGood)} KB of a paid collection stay for good, and ${kilobytes(paid.kept.forAWhile)} KB, ${kilobytes(told.kept.forAWhile)} with an endpoint,`,
    prices: table(
      ['$', 'for', 'source'],
      Object.values(PRICES).map(({ usd, for: per, unit, source }) => [usd, `${whole(per)} ${unit}`, source]),
    ),
    'new-customer': whole(paid.newCustomer),
    'life-counting': whole(countingOf(paid)),
    'life-counting-busy': whole(countingOf(busy)),
    'life-writes-busy': whole(amountsOf(busy).writes),
    'life-writes-busy-told': whole(amountsOf(busyTold).writes),
    'new-table': whole(Math.floor(NEW_TABLE_WRITES / (amountsOf(busy).writes ?? 1))),
    ...trips(told),
    'account-walls': accountWalls(walls, wallsTold),
    'stage-walls': stages.table,
    'wall-account': rate(wallsTold[0]),
    'wall-account-untold': rate(walls[0]),
    'wall-stage': String(Math.floor(stages.prod)),
  };
}

const countingOf = ({ steps }: Life): number => steps.find(({ fn }) => fn === 'count-insights')?.wcu ?? 0;

/** By function: of its longest invocation, with what it asks of a provider. */
const trips = ({ steps }: Life): Figures =>
  Object.fromEntries(
    steps.toSorted((one, other) => one.trips - other.trips).map((step) => [`trips-${step.fn}`, String(step.trips)]),
  );

const kilobytes = (bytes: number): string => String(bytes / 1024);

const rate = (wall: Wall | undefined): string => String(wall?.['a second']);

const whole = (amount = 0): string => Math.round(amount).toLocaleString('en-US');

const block = (text: string): string => `\n${text}\n`;

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  block([heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'));

const ROWS: Readonly<Partial<Record<keyof typeof PRICES, string>>> = {
  writes: 'DynamoDB, writes',
  reads: 'DynamoDB, reads',
  invocations: 'Lambda, invocations',
  seconds: 'Lambda, time',
  requests: 'API Gateway',
  queues: 'SQS',
  fair: 'SQS, fair queues',
  schedules: 'Scheduler',
  logs: 'CloudWatch Logs, with the access log',
  firewall: 'firewall',
};

function thousand(lives: readonly NamedLife[]): string {
  const amounts = lives.map(([, life]) => amountsOf(life));
  const rows = Object.entries(ROWS).map(([what, name]) => [
    `${name} (${PRICES[what as 'writes'].unit})`,
    ...amounts.map((each) => {
      const amount = 1000 * (each[what as 'writes'] ?? 0);
      return `${whole(amount)} · $${dollars(what as 'writes', amount).toFixed(4)}`;
    }),
  ]);
  return table(['amount · $', ...lives.map(([name]) => name)], [...rows, ['**all**', ...amounts.map(ofThousand)]]);
}

const ofThousand = (amounts: Amounts): string => `**$${(1000 * dollarsOf(amounts)).toFixed(3)}**`;

/** At which the price of a thousand is asked for. */
const TEN_MILLION = 10_000_000;
const MONTH_SECONDS = 31 * 86_400;

const flowOf = (lives: number, gatherSeconds: number): Flow => ({ perSecond: lives / MONTH_SECONDS, gatherSeconds });

function gathered(lives: WithoutAndWithEndpoint): string {
  const row = (gatherSeconds: number) =>
    lives.flatMap((life) => {
      const amounts = amountsOf(life, flowOf(TEN_MILLION, gatherSeconds));
      const { invocations = 0, seconds = 0, queues = 0 } = amounts;
      return [...[invocations, seconds, queues].map((amount) => whole(1000 * amount)), ofThousand(amounts)];
    });
  const heads = ['invocations', 'GB-seconds', 'requests to queues', 'all, for a thousand'];
  return table(
    ['`gatherSeconds`', ...heads, ...heads.map((head) => `${head}, one endpoint`)],
    [0, 1, 5].map((seconds) => [seconds, ...row(seconds)]),
  );
}

/** A list and five rules. */
const FIREWALL = 10;

const fixed = (): string =>
  table(
    ['a month', '$'],
    [
      ...Object.entries(FIXED).map(([what, amount]) => [
        `${whole(amount)} ${PRICES[what as 'alarms'].unit.replace(/ a month.*/, '')}`,
        dollars(what as 'alarms', amount).toFixed(2),
      ]),
      ['**all**', `**${dollarsOf(FIXED).toFixed(2)}**`],
      ['firewall', FIREWALL.toFixed(2)],
    ],
  );

const GB = 2 ** 30;
const GB_MONTH = PRICES.stored.usd + PRICES.recovered.usd;
/** Of what has a time to live, the way from a receipt to its message stays longest; the feed and deliveries stay half as long. */
const WHILE_MONTHS = 2;

const storedIn = (months: number, { kept }: Life): number =>
  ((kept.forGood * months + kept.forAWhile * Math.min(months, WHILE_MONTHS)) / GB) * GB_MONTH;

type WithoutAndWithEndpoint = readonly [Life, Life];

function month(alone: WithoutAndWithEndpoint, busy: WithoutAndWithEndpoint): string {
  const both = (of: (endpoints: 0 | 1, lives: number) => number) => (lives: number) =>
    `${money(of(0, lives))} (*${money(of(1, lives))}*)`;
  const used = (endpoints: 0 | 1, lives: number, gatherSeconds = 0) =>
    lives * dollarsOf(amountsOf((lives < BUSY_FROM ? alone : busy)[endpoints], flowOf(lives, gatherSeconds)));
  // What the account of a busy one has besides is stored with it, and is not its own.
  const stored = (endpoints: 0 | 1, lives: number, months: number) => lives * storedIn(months, alone[endpoints]);
  const first = (endpoints: 0 | 1, lives: number, gatherSeconds = 0) =>
    used(endpoints, lives, gatherSeconds) + dollarsOf(FIXED) + FIREWALL + stored(endpoints, lives, 1);
  const rows: [string, (lives: number) => string][] = [
    ['what lives take', both(used)],
    ['fixed, with the firewall and a canary', () => money(dollarsOf(FIXED) + FIREWALL)],
    ['storage, first month', both((endpoints, lives) => stored(endpoints, lives, 1))],
    ['**all, first month**', both(first)],
    ['storage, twelfth month', both((endpoints, lives) => stored(endpoints, lives, 12))],
    ['**a thousand collections, first month**', both((endpoints, lives) => (1000 / lives) * first(endpoints, lives))],
    ['… with `gatherSeconds: 1`', both((endpoints, lives) => (1000 / lives) * first(endpoints, lives, 1))],
  ];
  return table(
    ['$ a month', ...MONTHS.map((lives) => `${whole(lives)} collections`)],
    rows.map(([what, of]) => [what, ...MONTHS.map(of)]),
  );
}

/** In three digits. */
const money = (amount: number): string =>
  amount >= 100 ? whole(Number(amount.toPrecision(3))) : amount.toPrecision(amount < 1 ? 2 : 3);

const SHOWN = 8;

function accountWalls(walls: readonly Wall[], told: readonly Wall[]): string {
  const untold = new Map(walls.map((wall) => [wall.partition, wall]));
  return table(
    ['partition', 'in', 'reads', 'writes', 'lives a second', 'without an endpoint'],
    told
      .slice(0, SHOWN)
      .map((wall) => [
        `\`${wall.partition}\``,
        ...[wall.shards, wall.reads, wall.writes, wall['a second']],
        rate(untold.get(wall.partition) ?? wall),
      ]),
  );
}

/** What bounds a stage is how many run at once, over how long they take. */
function stageWalls(paid: Life, told: Life): { table: string; prod: number } {
  // Ten at a time, each waiting for itself.
  const time = (life: Life, fn: string) =>
    life.steps.filter((step) => step.fn === fn).reduce((sum, step) => sum + secondsOf(step), 0);
  const [runs, deliveries] = [time(paid, 'follow-up'), time(told, 'deliver')];
  const plain = readSettings('plain', {});
  const prod = readSettings('prod', STAGES['prod']);
  const wallsOf = ({ maxConcurrentRuns, maxConcurrentWebhooks, throttle }: typeof prod) => [
    (QUEUE_BATCH * maxConcurrentRuns) / runs,
    (QUEUE_BATCH * maxConcurrentWebhooks) / deliveries,
    throttle.ratePerSecond,
  ];
  const rows = [plain, prod].map((settings, at) => [
    at === 0 ? 'as the defaults are' : 'as `prod` is set',
    ...wallsOf(settings).map((wall) => whole(Math.floor(wall))),
  ]);
  const seconds = (amount: number) => amount.toFixed(2);
  return {
    table: table(
      [
        'a stage',
        `runs: ${seconds(runs)} s a life`,
        `webhooks to one endpoint: ${seconds(deliveries)} s a life`,
        'creates: the throttle of the gateway',
      ],
      rows,
    ),
    prod: Math.min(...wallsOf(prod)),
  };
}
