/** Every variable of the environment that the service reads: no other file of `lib/` or `functions/` reads one. */
import { readSenders, type Senders } from '#lib/domain/channels/channels.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The queue's URL is for sending to it; its ARN names it as the target of a schedule. */
type Queue = Readonly<{ url: string; arn: string }>;

export type Settings = Readonly<{
  /** A dimension of every metric. */
  stage: string;
  /** The version of the function's code and settings; the local run has none. */
  version: string | undefined;
  /** A dimension of what fails, with the version. */
  functionName: string | undefined;
  /** The public base of every absolute URL that this deployment gives out; without a trailing slash. */
  baseUrl: string;
  tableName: string;
  /** For the checksum of API keys and sessions. New ones are made with the first; those made with any other hold too. */
  checksumKeys: readonly string[];
  /** An instant: after a failover to a restored copy of the table, what was due before is not sent. */
  nothingDueBefore: string | undefined;
  /** How long the personal data of a collection that has ended is kept; undefined: until somebody asks for its erasure. */
  retentionDays: number | undefined;
  /** Of each account, in each process. Without the variables there is no limit, as in the local run. */
  accountRequests: Readonly<{ perSecond: number; burst: number }>;
  senders: Senders;
  /** The local run lets test accounts send, because its channels are fakes; no stack sets the variable. */
  testAccountsSend: boolean;
  runsQueue: Queue;
  webhooksQueue: Queue;
  /** The group of all schedules, the role that Scheduler takes, and the queue for what it could not deliver. */
  schedules: Readonly<{ group: string; roleArn: string; deadLetterArn: string }>;
  reconcileFunctionArn: string;
  /** The secret with the key from which the secrets of webhook endpoints are derived. */
  webhookKeySecret: string;
  /** Only the local run sets it, so that a receiver of webhooks can be on the same machine. */
  webhooksToLoopback: boolean;
  /** The KMS key that encrypts the credentials of payment providers. */
  credentialsKey: string;
  /** The ARNs of the versions that a release rehearses, by the names of their functions, as JSON. */
  rehearsedVersions: string;
  /** The local run's own payment provider; in a stage that is rehearsed, the one without a network. */
  sandboxUrl: string;
}>;

export function settingsFrom(env: Environment): Settings {
  const text = (name: string): string => env[name] ?? '';
  const limit = (name: string): number => Number(env[name] ?? Number.POSITIVE_INFINITY);
  return {
    stage: env['STAGE'] ?? 'local',
    version: env['AWS_LAMBDA_FUNCTION_VERSION'],
    functionName: env['AWS_LAMBDA_FUNCTION_NAME'],
    baseUrl: text('BASE_URL'),
    tableName: text('TABLE_NAME'),
    checksumKeys: text('API_KEY_CHECKSUM_KEYS').split(' ').filter(Boolean),
    nothingDueBefore: env['NOTHING_DUE_BEFORE'] || undefined,
    retentionDays: Number(env['RETENTION_DAYS']) || undefined,
    accountRequests: { perSecond: limit('ACCOUNT_REQUESTS_PER_SECOND'), burst: limit('ACCOUNT_REQUESTS_BURST') },
    senders: readSenders(env),
    testAccountsSend: env['TEST_ACCOUNTS_SEND'] === 'true',
    runsQueue: { url: text('RUNS_QUEUE_URL'), arn: text('RUNS_QUEUE_ARN') },
    webhooksQueue: { url: text('WEBHOOKS_QUEUE_URL'), arn: text('WEBHOOKS_QUEUE_ARN') },
    schedules: {
      group: text('SCHEDULE_GROUP'),
      roleArn: text('SCHEDULER_ROLE_ARN'),
      deadLetterArn: text('SCHEDULE_DLQ_ARN'),
    },
    reconcileFunctionArn: text('RECONCILE_FUNCTION_ARN'),
    webhookKeySecret: text('WEBHOOK_KEY_SECRET'),
    webhooksToLoopback: env['WEBHOOKS_TO_LOOPBACK'] === 'true',
    credentialsKey: text('CREDENTIALS_KEY'),
    rehearsedVersions: text('REHEARSED_VERSIONS'),
    sandboxUrl: text('SANDBOX_URL'),
  };
}
