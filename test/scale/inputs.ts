/** The inputs of the model: the load, the quotas of a Region, our own settings, and what was measured. */

/** A steady stream of creates, each of which lives on as `npm run bench -- life` measures it, and a minute in which many are due. */
export type Load = {
  createsPerSecond: number;
  openCollections: number;
  dueInOneMinute: number;
  /** The part of all this that belongs to the busiest account, from 0 to 1. */
  busiestAccount: number;
  /** The part of the accounts' events that goes to a webhook endpoint, from 0 to 1. */
  toEndpoints: number;
};

export const LOAD: Load = {
  createsPerSecond: 1_000,
  openCollections: 10_000_000,
  dueInOneMinute: 1_000_000,
  busiestAccount: 0.2,
  toEndpoints: 0.5,
};

/** `isConfirmed`: from a page of AWS. Each can be raised on request unless the note says otherwise. */
type Quota = { limit: number; source: string; isConfirmed: boolean };

const quota = (limit: number, source: string, isConfirmed = true): Quota => ({ limit, source, isConfirmed });

/** The defaults of us-east-1, per second unless their names say otherwise. */
export const QUOTAS = {
  partitionWrites: quota(1_000, 'DynamoDB: units of one partition, fixed'),
  tableWrites: quota(40_000, 'DynamoDB: units of one table on demand', false),
  newTableWrites: quota(4_000, 'DynamoDB: units of a new table before it has grown'),
  gatewayRequests: quota(10_000, 'API Gateway: requests of the AWS account; Cape Town and others 2,500'),
  lambdaConcurrency: quota(1_000, 'Lambda: concurrent invocations of the AWS account; new ones have fewer'),
  createSchedule: quota(5_000, 'Scheduler: creates in 11 Regions; elsewhere 250'),
  scheduleRuns: quota(1_000, 'Scheduler: invocations in larger Regions, elsewhere 500; the excess is late, not lost'),
  schedules: quota(10_000_000, 'Scheduler: schedules that exist'),
  queueInFlight: quota(120_000, 'SQS: messages of a standard queue that are being worked on', false),
  whatsapp: quota(80, 'Meta: messages of one number; up to 1,000'),
  sms: quota(20, 'AWS SMS: parts of messages of one sender; by country and kind of sender', false),
} as const satisfies Record<string, Quota>;

/** What our code and stack say today. */
export const SETTINGS = {
  /** `throttlingRateLimit` of the stage in `public-api.ts`. */
  stageRequests: 1_000,
  /** `maxConcurrentRuns`. */
  concurrentRuns: 10,
  /** `maxConcurrentWebhooks`. */
  concurrentDeliveries: 30,
  /** `parallelStreamBatches`. */
  streamParallelization: 1,
  dueShards: 16,
  webhookDueShards: 16,
  feedShards: 4,
  /** Entries that a sweep reads of each shard, once a minute. */
  sweptOfShard: 100,
  /** Units that the table can take, after it has grown or was warmed. */
  tableWrites: QUOTAS.tableWrites.limit,
};

export type Settings = typeof SETTINGS;

/** Of the paid life of `npm run bench -- life`; a test holds them against it. */
export const MEASURED = {
  units: 75,
  unitsWithEndpoint: 123,
  unitsOfCreate: 5,
  unitsOfRun: 11,
  messages: 2,
  events: 8,
  schedules: 3,
  reads: 5,
  tripsOfCreate: 3,
  tripsOfRun: 4,
};

/** Nothing ran on AWS: medians that others published, and guesses. */
export const ASSUMED = {
  tripMs: 10,
  /** One request to a channel or to a receiver. */
  callMs: 300,
  createScheduleMs: 30,
  otherMs: 5,
  /** Records of the stream of one life that each reader gets. */
  relayRecords: 6,
  publisherRecords: 13,
  /** Both readers work on so many records of a batch at once. */
  recordsAtOnce: 20,
};
