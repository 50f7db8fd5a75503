/** Prices of AWS as dated inputs, in US dollars, us-east-1, without free tiers. `isConfirmed`: read on a page of AWS itself. */

/** `for`: how many of them the price is for. */
export type Price = { dollars: number; for: number; unit: string; source: string; isConfirmed: boolean };

export const PRICED_ON = '2026-11-22';

const MILLION = 1_000_000;

/** Pages of others repeat what AWS lists; only AWS's own page would confirm it. */
export const PRICES = {
  write: {
    dollars: 0.625,
    for: MILLION,
    unit: 'write units',
    source: 'airbyte, 2025: on demand since 2024-11',
    isConfirmed: false,
  },
  read: {
    dollars: 0.125,
    for: MILLION,
    unit: 'read units',
    source: 'airbyte, 2025: on demand since 2024-11',
    isConfirmed: false,
  },
  invocation: {
    dollars: 0.2,
    for: MILLION,
    unit: 'invocations',
    source: 'aws.amazon.com/lambda/pricing',
    isConfirmed: true,
  },
  gigabyteSecond: {
    dollars: 0.0000133334,
    for: 1,
    unit: 'GB-seconds, arm64',
    source: 'the x86 price less a fifth',
    isConfirmed: false,
  },
  apiRequest: {
    dollars: 3.5,
    for: MILLION,
    unit: 'requests to a REST API',
    source: 'appropri8, 2025-12',
    isConfirmed: false,
  },
  queueRequest: {
    dollars: 0.4,
    for: MILLION,
    unit: 'requests to standard queues',
    source: 'known list price',
    isConfirmed: false,
  },
  fairRequest: {
    dollars: 0.1,
    for: MILLION,
    unit: 'requests with a group, in addition',
    source: 'cloudburn.io',
    isConfirmed: false,
  },
  schedule: {
    dollars: 1,
    for: MILLION,
    unit: 'schedules run',
    source: 'cloudburn.io, 2026-03; 14 M a month are free',
    isConfirmed: false,
  },
  logged: { dollars: 0.5, for: 2 ** 30, unit: 'bytes logged', source: 'factualminds.com, 2026', isConfirmed: false },
  secret: { dollars: 0.4, for: 1, unit: 'secrets a month', source: 'known list price', isConfirmed: false },
  key: { dollars: 1, for: 1, unit: 'KMS keys a month', source: 'known list price', isConfirmed: false },
  alarm: { dollars: 0.1, for: 1, unit: 'alarms a month', source: 'known list price', isConfirmed: false },
  metric: {
    dollars: 0.3,
    for: 1,
    unit: 'metrics of our own a month',
    source: 'signoz.io, 2026-02',
    isConfirmed: false,
  },
  dashboard: {
    dollars: 3,
    for: 1,
    unit: 'dashboards a month, three are free',
    source: 'factualminds.com, 2026',
    isConfirmed: false,
  },
  storage: { dollars: 0.25, for: 1, unit: 'GB-months of the table', source: 'known list price', isConfirmed: false },
  backup: {
    dollars: 0.2,
    for: 1,
    unit: 'GB-months of point-in-time recovery',
    source: 'known list price',
    isConfirmed: false,
  },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;

export const dollars = (name: PriceName, amount: number): number => (amount * PRICES[name].dollars) / PRICES[name].for;

/** What the lives do not tell, because nothing here runs on AWS. */
export const ASSUMED = {
  /** As the stack sets it for each function. */
  memoryGigabytes: 1,
  /** A round trip to DynamoDB from Lambda (published medians: 7.5 ms for a put, 25 for a transaction). */
  tripMs: 10,
  /** A request to a provider, a channel or a receiver of webhooks. */
  callMs: 300,
  /** The rest of an invocation. */
  otherMs: 5,
  /** What Lambda itself logs of an invocation. */
  platformBytes: 450,
};
