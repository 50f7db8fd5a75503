/** The environment variables that lead the functions to the fakes, and the names that the fakes know. */
import { SENDER_VARIABLES, senderEndpoints } from '#infra/local/channels/variables.ts';

export const REGION_AND_ACCOUNT = 'us-east-1:000000000000';

/** The variables that the stack sets for the functions; the fakes refuse any other sender, group or queue. */
export const KNOWN = {
  SCHEDULE_GROUP: 'collections',
  RUNS_QUEUE_ARN: `arn:aws:sqs:${REGION_AND_ACCOUNT}:runs`,
  /** The event source mapping of the queue of runs. */
  RUNS_FEED: '00000000-0000-4000-8000-000000000000',
  WEBHOOKS_QUEUE_ARN: `arn:aws:sqs:${REGION_AND_ACCOUNT}:webhooks`,
  /** The name of the secret from which those of webhook endpoints are derived. */
  WEBHOOK_KEY_SECRET: 'webhook-key',
  RECONCILE_FUNCTION_ARN: `arn:aws:lambda:${REGION_AND_ACCOUNT}:function:reconcile-provider`,
  SCHEDULER_ROLE_ARN: 'arn:aws:iam::000000000000:role/scheduler',
  SCHEDULE_DLQ_ARN: `arn:aws:sqs:${REGION_AND_ACCOUNT}:runs-not-delivered`,
  ...SENDER_VARIABLES,
} as const;

/** As in AWS, the address of a queue is below that of the service. */
export const runsQueueUrl = (url: string): string => `${url}/000000000000/runs`;
export const webhooksQueueUrl = (url: string): string => `${url}/000000000000/webhooks`;

/** The key of the credentials, in the fake of KMS. */
export const CREDENTIALS_KEY = `arn:aws:kms:${REGION_AND_ACCOUNT}:key/c011ec70-0000-4000-8000-000000000000`;

/** Not secret: the local run answers this machine alone. */
const CHECKSUM_KEYS = { API_KEY_CHECKSUM_KEYS: 'the-key-of-the-local-run' };

/** All that the command line needs: the last two to stop and resume sending. */
export const operatorEnvironment = (url: string) => ({
  ...CHECKSUM_KEYS,
  CREDENTIALS_KEY,
  AWS_ENDPOINT_URL_KMS: url,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
  AWS_ENDPOINT_URL_LAMBDA: url,
  RUNS_FEED: KNOWN.RUNS_FEED,
});

/** Each client of the SDK reads the variable with its service's id. */
export const fakeEnvironment = (url: string): Record<string, string> => ({
  ...KNOWN,
  // The channels are fakes, so test accounts may send. The stack does not set it.
  TEST_ACCOUNTS_SEND: 'true',
  // So that a receiver can be on this machine. The stack does not set it.
  WEBHOOKS_TO_LOOPBACK: 'true',
  // More than one machine can ask: answers have the heads that tell the limit.
  ACCOUNT_REQUESTS_PER_SECOND: '10000',
  ACCOUNT_REQUESTS_BURST: '100000',
  RUNS_QUEUE_URL: runsQueueUrl(url),
  WEBHOOKS_QUEUE_URL: webhooksQueueUrl(url),
  ...senderEndpoints(url),
  AWS_ENDPOINT_URL_SCHEDULER: url,
  ...operatorEnvironment(url),
  AWS_ENDPOINT_URL_SQS: url,
});

export const scheduleArn = (group: string, name: string): string =>
  `arn:aws:scheduler:${REGION_AND_ACCOUNT}:schedule/${group}/${name}`;
