/** The settings of one stage: what may be set, its limits and its defaults. */
import * as z from 'zod/mini';
import { SenderSettings } from './channels/senders.ts';

const text = z.string().check(z.minLength(1));
const count = z.int().check(z.minimum(1), z.maximum(100_000));

/** A token bucket: `burst` at once, and then `perSecond`. A refused caller is told to come back in a second. */
const AccountRequests = z.strictObject({
  perSecond: z._default(z.int().check(z.minimum(1)), 100),
  burst: z._default(z.int().check(z.minimum(1)), 1000),
});
const STREAM_ARN = /^arn:aws[a-z-]*:dynamodb:[^:]+:\d{12}:table\/[^/]+\/stream\/.+$/;
const NOT_A_STREAM = 'must be the ARN of the stream of a table';

/** A hosted zone of Route 53 in the AWS account. */
const Zone = z.strictObject({ id: text, name: text });

const Domain = {
  name: text,
  /** Of a certificate in the same Region; without one the stack makes it, in the zone. */
  certificateArn: z.optional(text),
  /** In which the stack makes the DNS record. */
  zone: z.optional(Zone),
};

const REGION = z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a Region such as eu-west-1'));

/** So many messages of a queue are one batch, worked on at once. With more, one that crashes would repeat more, and an account's turn would come less often. */
export const QUEUE_BATCH = 10;
/** So many changes of the table's stream. */
export const STREAM_BATCH = 100;

const StageSettings = z.strictObject({
  /** The AWS account to which the stage belongs: credentials of another are refused. */
  account: z.optional(z.string().check(z.regex(/^\d{12}$/, 'must be the twelve digits of an AWS account'))),
  /** Its Region, if not that of the credentials. */
  region: z.optional(REGION),
  /** Where a copy of all that cannot be made anew is kept, for the loss of the Region: some 20 US dollars a month for each 100 GB. */
  secondRegion: z.optional(REGION),
  /** Also a replica of the table there, which follows within a second: without it up to seven hours are lost with the Region. Each write costs once more. */
  replica: z._default(z.boolean(), false),
  /** For a stage whose key of credentials was made before 0.3: KMS cannot make it one of several Regions. */
  singleRegionKey: z._default(z.boolean(), false),
  /** A domain of your own. Choose it before the first message is sent. */
  domain: z.optional(
    z.strictObject({
      ...Domain,
      /** Names that it had before, the newest first. Messages and providers have them, so none is ever taken out. */
      also: z._default(z.array(z.strictObject(Domain)), []),
      /** Closes the gateway's own address. Right only for a stage that had its domain from the first day. */
      closesGateway: z._default(z.boolean(), false),
    }),
  ),
  /** The address of the service, if it is neither that of the domain nor the gateway's own, such as that of a proxy. */
  baseUrl: z.optional(z.url().check(z.overwrite((url) => url.replace(/\/+$/, '')))),
  /** The email address that gets the alarms. A stage that keeps its data is not deployed without one, unless this is false. */
  alarmEmail: z.optional(z.union([z.email(), z.literal(false)])),
  /** A firewall of the service's own for the API: some 10 US dollars a month, and more with its traffic. */
  firewall: z._default(z.boolean(), false),
  /** One that exists, in its place. */
  webAclArn: z.optional(text),
  /** How many requests the gateway takes, of all callers together; more are answered 429. */
  throttle: z._default(z.strictObject({ ratePerSecond: z._default(count, 1000), burst: z._default(count, 2000) }), {
    ratePerSecond: 1000,
    burst: 2000,
  }),
  /** False only for temporary stages: their table is deleted with them. */
  keepData: z._default(z.boolean(), true),
  /** A restored table that takes the place of the stack's own: `npm run cli -- table prepare` prints both. */
  adoptTable: z.optional(
    z.strictObject({ name: text, streamArn: z.string().check(z.regex(STREAM_ARN, NOT_A_STREAM)) }),
  ),
  /** The keys of the stage as they are in this Region, when it takes the place of one in another: the stacks then make none. */
  adoptKeys: z.optional(z.strictObject({ credentialsKeyArn: text, webhookKeySecretArn: text })),
  /** After a restore: reminders that were due before are not sent, because the table before may have sent them. */
  nothingDueBefore: z.optional(z.iso.datetime({ offset: true })),
  /** Of the concurrency of the AWS account, kept for each function that takes money or promises to, and for the runs. */
  reserved: z._default(z.strictObject({ requests: z.optional(count), runs: z.optional(count) }), {}),
  /** How many batches of runs are worked on at once, of ten collections each: with it, how fast messages are sent. The limits are those of an event source. */
  maxConcurrentRuns: z._default(z.int().check(z.minimum(2), z.maximum(1000)), 10),
  /** How many batches of webhooks are delivered at once, of ten each. SQS treats a group as noisy only from thirty in flight: with fewer, nobody's queue would be fair. */
  maxConcurrentWebhooks: z._default(z.int().check(z.minimum(30), z.maximum(1000)), 30),
  /** How many batches of one shard of the table's stream are handled at once. The changes of one item stay in order. */
  parallelStreamBatches: z._default(z.int().check(z.minimum(1), z.maximum(10)), 1),
  /** How long queues and the stream gather before they call, in whole seconds: cheaper where there is much to do, and all that follows is so much later. SQS with little to do can take twenty. */
  gatherSeconds: z._default(z.int().check(z.minimum(0), z.maximum(10)), 0),
  /** After so many days the personal data of an ended collection is overwritten; without it, only `contacts erase` does so. */
  retentionDays: z.optional(z.int().check(z.minimum(1), z.maximum(3650))),
  /** How often one account may ask one process of a function: far more than callers do, unless they are in a broken loop. */
  accountRequests: z._default(AccountRequests, { perSecond: 100, burst: 1000 }),
  /** A new version of the functions that move money or messages gets a tenth of the calls for five minutes first. */
  canary: z._default(z.boolean(), false),
  /** X-Ray traces of the functions, each twentieth call: some 7 US dollars for a million collections. Every line of the log has the id of the call without it. */
  tracing: z._default(z.boolean(), false),
  senders: z._default(SenderSettings, {}),
});

export type SettingsInput = z.input<typeof StageSettings>;
export type Settings = z.output<typeof StageSettings>;

/** @throws {Error} that names each setting which is not as it must be. */
export function readSettings(stage: string, input: unknown): Settings {
  const { data, error } = StageSettings.safeParse(input, { error: z.locales.en().localeError });
  const faults = error?.issues.map(({ path, message }) => `${path.join('.') || 'the settings'}: ${message}`) ?? [];
  const uncertified = domainsOf(data).find(({ certificateArn, zone }) => (certificateArn ?? zone) === undefined);
  if (uncertified) faults.push(`domain: ${uncertified.name} needs a certificateArn, or a zone in which one is made`);
  if (data?.secondRegion && data.region === undefined)
    faults.push('secondRegion: needs region, so that one can be told from the other');
  if (data?.replica && data.secondRegion === undefined) faults.push('replica: needs secondRegion, in which it is');
  if (data?.reserved.runs !== undefined && data.reserved.runs < data.maxConcurrentRuns)
    faults.push('reserved.runs: must be at least maxConcurrentRuns, or AWS refuses runs for ever');
  if (data && faults.length === 0) return data;
  throw new Error(`The settings of the stage "${stage}" are not right. ${faults.join('; ')}.`);
}

/**
 * DNS is of the world, not of a Region: a stage that takes the place of one in another Region makes no record of its own, because that one holds
 * them still. The runbook moves them.
 */
export const makesRecords = ({ adoptKeys }: Pick<Settings, 'adoptKeys'>): boolean => adoptKeys === undefined;

export type DomainSettings = Pick<NonNullable<Settings['domain']>, 'name' | 'certificateArn' | 'zone'>;

/** Every domain that leads to the stage, that of new links first. */
export const domainsOf = (settings: Pick<Settings, 'domain'> | undefined): DomainSettings[] =>
  settings?.domain ? [settings.domain, ...settings.domain.also] : [];
