/** Records what each function of a simulated world asks of AWS, at its clients. */
import { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SocialMessagingClient } from '@aws-sdk/client-socialmessaging';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { readSenders } from '#lib/domain/channels/channels.ts';
import { parseProviderId } from '#lib/domain/ids.ts';
import { paymentParts } from '#lib/live-payments.ts';
import { KEY_FAMILIES, type KeyFamilyName } from '#lib/store/key-patterns.ts';
import { credentialsKey } from '#lib/store/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { readWebhookKey } from '#lib/webhook/send.ts';
import { SETTINGS } from '#test/simulation/aws/channels.ts';
import { RUNS_URL, WEBHOOKS_URL } from '#test/simulation/aws/queues.ts';
import { WEBHOOKS_ARN } from '#test/simulation/aws/scheduler.ts';
import { forgetWebhookKey, parts } from '#test/simulation/world/simulated.ts';
import type { World } from '#test/simulation/world/world.ts';
import { type Asked, askedBy, matches, type SentCommand } from './asked.ts';

export type Recorded = Asked & {
  by: string;
  /** Of the keys of the table or the index that it names. */
  families: readonly KeyFamilyName[];
  /** It was asked while a retention period was set. */
  erases: boolean;
};

export type Recording = {
  /** One of each kind: requests that differ only in their keys within a family are of one kind. */
  requests: Map<string, Recorded>;
  /** What could not be judged. A function may take an error as one of AWS, so it is kept here instead. */
  unknown: Set<string>;
};

export const newRecording = (): Recording => ({ requests: new Map(), unknown: new Set() });

/** The names in a world of what the variables of a function name in production. */
const VARIABLES: Record<string, string> = {
  [RUNS_URL]: '{RUNS_QUEUE_URL}',
  [WEBHOOKS_URL]: '{WEBHOOKS_QUEUE_URL}',
  [WEBHOOKS_ARN]: '{WEBHOOKS_QUEUE_ARN}',
};

/** To be called when the world is installed. What runs outside of functions is not recorded. */
export function record(world: World, recording: Recording): void {
  const note = (command: SentCommand) => {
    const by = world.kernel.current()?.functionName;
    if (by === undefined) return;
    try {
      for (const asked of askedBy(command)) keep(recording, by, asked);
    } catch (error) {
      recording.unknown.add(`${by}: ${(error as Error).message}`);
    }
  };
  nameByVariables();
  watch(table, note);
  watch(parts.scheduler, note);
  watch(parts.queues, note);
  watchKms(note);
  noteReadsOfCredentials(note);
  for (const { prototype } of [SESv2Client, PinpointSMSVoiceV2Client, SocialMessagingClient])
    watch({ client: prototype }, note, prototype);
  watchKey(note);
}

function nameByVariables(): void {
  Object.assign(table, { name: '{TABLE_NAME}' });
  Object.assign(paymentParts, { credentialsKey: '{CREDENTIALS_KEY}' });
  Object.assign(parts.settings, {
    schedules: { group: '{SCHEDULE_GROUP}', roleArn: '{SCHEDULER_ROLE_ARN}', deadLetterArn: '{SCHEDULE_DLQ_ARN}' },
    runsQueue: { ...parts.settings.runsQueue, arn: '{RUNS_QUEUE_ARN}' },
    reconcileFunctionArn: '{RECONCILE_FUNCTION_ARN}',
    webhookKeySecret: '{WEBHOOK_KEY_SECRET}',
  });
  parts.settings.senders = readSenders({
    ...SETTINGS,
    SMS_CONFIGURATION_SET: '{SMS_CONFIGURATION_SET}',
    EMAIL_CONFIGURATION_SET: '{EMAIL_CONFIGURATION_SET}',
  });
}

type Client = { send: unknown };
type Send = (command: SentCommand, ...rest: unknown[]) => Promise<object>;

/** `on`: the client itself, if all of its kind are to be watched. */
function watch(holder: { client: Client }, note: (command: SentCommand) => void, on?: Client): void {
  const send = holder.client.send as Send;
  const { client } = holder;
  const noting: Send = function (this: unknown, command, ...rest) {
    note(command);
    return send.call(on === undefined ? client : this, command, ...rest);
  };
  if (on === undefined) Object.assign(holder, { client: { ...client, send: noting } });
  else on.send = noting;
}

function watchKms(note: (command: SentCommand) => void): void {
  const holder = { client: paymentParts.kms as Client };
  watch(holder, note);
  Object.assign(paymentParts, { kms: holder.client });
}

/**
 * Worlds have no item for them: the request of production is noted, and the world answers. It is not sent, because invocations
 * that share the answer would wait for each other outside of the world's time.
 */
function noteReadsOfCredentials(note: (command: SentCommand) => void): void {
  const { getSealedCredentials } = paymentParts;
  paymentParts.getSealedCredentials = (provider) => {
    const { account = '' } = parseProviderId(provider) ?? {};
    note(new GetCommand({ TableName: table.name, Key: credentialsKey(account, provider) }));
    return getSealedCredentials(provider);
  };
}

/** Worlds have no secret for it. It is read as in production, from a client that always answers the same. */
function watchKey(note: (command: SentCommand) => void): void {
  const answer: Send = async (command) => {
    note(command);
    return { SecretString: 'a key of the deployment' };
  };
  Object.assign(SecretsManagerClient.prototype, { send: answer });
  parts.readWebhookKey = () => readWebhookKey(parts.settings);
  forgetWebhookKey();
}

function keep({ requests }: Recording, by: string, asked: Asked): void {
  const on = VARIABLES[asked.on] ?? asked.on;
  const families = [
    ...new Set((asked.context['dynamodb:LeadingKeys'] ?? []).map((key) => familyOf(key, on))),
  ].toSorted();
  const place = on.replace(/schedule\/(.*)\/.*/, '$1');
  const erases = parts.settings.retentionDays !== undefined;
  const kind = [by, asked.action, place, asked.bySchedule ?? '', erases, ...families].join(' ');
  if (!requests.has(kind)) requests.set(kind, { ...asked, on, by, families, erases });
}

/** @throws for a key that is of no family, or of two */
function familyOf(key: string, on: string): KeyFamilyName {
  const [, index] = on.split('/index/');
  const found = Object.entries(KEY_FAMILIES).filter(
    ([, family]) => family.index === index && family.patterns.some((pattern) => matches(pattern, key)),
  );
  const [[name] = [], ...others] = found;
  if (name === undefined || others.length > 0) throw new Error(`the key ${key} is of ${found.length} families`);
  return name as KeyFamilyName;
}
