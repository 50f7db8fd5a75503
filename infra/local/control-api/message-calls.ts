/** `/_local/messages` lists the sent messages and takes their receipts; `/_local/inbound` takes customers' replies. Both are events, as AWS delivers them. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { SNSEvent } from 'aws-lambda';
import { LOCAL_CHANNELS } from '#infra/local/channels/channels.ts';
import {
  DMARC_POLICIES,
  type LocalReply,
  MAIL_CHECKS,
  MAIL_VERDICTS,
  REASONS,
  RECEIPTS,
  type ReplyKind,
  topicEvent,
} from '#infra/local/channels/local-channel.ts';
import type { Outbox, SentMessage } from '#infra/local/fakes/outbox.ts';
import { RECEIVER_PATH, type Receiver } from '#infra/local/receiver/receiver.ts';
import { type BackgroundFunctions, RECORD_RECEIPT } from '#infra/local/scheduler/background-functions.ts';
import { type Channel, REPLY_CHANNELS, reachesPhone } from '#lib/domain/channels/channels.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readChoice, readObject } from './local-call.ts';

export const receiverCalls = (receiver: Receiver): LocalCalls => ({
  'GET /_local/receiver': async () => plainJson(200, await shown(receiver)),

  'POST /_local/receiver': async ({ body }) => {
    const { answer } = readObject(body || '{}', ['answer']);
    if (answer !== undefined) receiver.answerWith(readStatus(answer));
    await receiver.open();
    return plainJson(200, await shown(receiver));
  },

  [`POST ${RECEIVER_PATH}`]: async ({ headers, body }) => {
    const status = await receiver.receive({ headers, body });
    return plainJson(status, { answered: status });
  },
});

const shown = async (receiver: Receiver) => ({
  endpoint: (await receiver.endpoint()) ?? null,
  answer: receiver.answers(),
  webhooks: receiver.received(),
});

function readStatus(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599) return value;
  throw new BadCall('answer must be an HTTP status from 200 to 599');
}

type MessageNeeds = { outbox: Outbox; now: () => Date; run: BackgroundFunctions['run'] };

const E164 = /^\+[1-9]\d{1,14}$/;
const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/;
const MAX_TEXT = 4096;
const MAX_EMAIL = 4_000_000;

export const messageCalls = ({ outbox, now, run }: MessageNeeds): LocalCalls => ({
  'GET /_local/messages': ({ query }) => plainJson(200, outbox.list(readFilter(query))),

  'POST /_local/messages/{id}/receipt': async ({ id, body }) => {
    const message = outbox.get(id);
    if (message === undefined) return plainJson(404, { error: 'There is no such message' });
    const given = readObject(body, ['status', 'reason']);
    const status = readChoice('status', given.status, RECEIPTS);
    const reason = given.reason === undefined ? undefined : readChoice('reason', given.reason, REASONS);
    if (reason !== undefined && status !== 'failed') throw new BadCall('reason needs the status failed');
    const event = receiptEvent(message, { status, reason }, now());
    if (event === undefined) {
      const what = reason === undefined ? status : `${status} (${reason})`;
      throw new BadCall(`No receipt tells that an ${message.channel} message was ${what}`);
    }
    return plainJson(200, await deliverEvent(() => run(RECORD_RECEIPT, event)));
  },

  'POST /_local/inbound': async ({ body }) => {
    const given = readObject(body, ['channel', 'from', ...KINDS, 'answers', 'verdicts', 'dmarcPolicy']);
    const channel = readChoice('channel', given.channel, REPLY_CHANNELS.toSorted());
    const [isFrom, address] = reachesPhone(channel)
      ? [E164, 'a phone number in E.164, such as +2348031234567']
      : [EMAIL, 'an email address'];
    const replied = readAnswers(given.answers, outbox);
    const sender = given.from ?? (replied && outbox.get(replied)?.to);
    const from = readText('from', sender, (text) => isFrom.test(text), address);
    const { text, kind } = readSaid(given, reachesPhone(channel) ? MAX_TEXT : MAX_EMAIL);
    const { kinds = [], answersLast = false, receivedBy = '', isMail = false } = LOCAL_CHANNELS[channel].replies ?? {};
    if (!kinds.includes(kind)) throw new BadCall(`No ${kind} comes by ${channel}`);
    const answers = replied ?? (answersLast ? lastMessage(outbox, channel, from) : undefined);
    const to = answers === undefined ? undefined : outbox.get(answers)?.replyTo;
    const verdicts = isMail ? readVerdicts(given) : refuseVerdicts(given);
    const event = replyEvent(channel, { from, text, kind, answers, to, at: now(), ...verdicts });
    return plainJson(200, await deliverEvent(() => run(receivedBy, event)));
  },
});

type Given = Partial<Record<'verdicts' | 'dmarcPolicy', unknown>>;

/** In either case of letters. */
function readVerdicts({ verdicts, dmarcPolicy }: Given): Pick<LocalReply, 'verdicts' | 'dmarcPolicy'> {
  const named = verdicts === undefined ? {} : readObject(JSON.stringify(verdicts), MAIL_CHECKS);
  const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value);
  return {
    verdicts: Object.fromEntries(
      Object.entries(named).map(([name, value]) => [name, readChoice(`verdicts.${name}`, upper(value), MAIL_VERDICTS)]),
    ),
    ...(dmarcPolicy !== undefined && { dmarcPolicy: readChoice('dmarcPolicy', dmarcPolicy, DMARC_POLICIES) }),
  };
}

function refuseVerdicts({ verdicts, dmarcPolicy }: Given): object {
  if (verdicts !== undefined || dmarcPolicy !== undefined) throw new BadCall('Only an email has verdicts');
  return {};
}

const KINDS: readonly ReplyKind[] = ['text', 'button', 'picture'];

function readSaid(given: Record<string, unknown>, max: number): Pick<LocalReply, 'text' | 'kind'> {
  const [kind = 'text', another] = KINDS.filter((each) => given[each] !== undefined);
  if (another !== undefined) throw new BadCall(`Give ${kind} or ${another}, not both`);
  const isShort = ({ length }: string) => length <= max;
  return { kind, text: readText(kind, given[kind], isShort, `text of 1 to ${max} characters`) };
}

function readAnswers(answers: unknown, outbox: Outbox): string | undefined {
  if (answers === undefined) return undefined;
  return readText(
    'answers',
    answers,
    (id) => outbox.get(id) !== undefined,
    'the id of a message under /_local/messages',
  );
}

const lastMessage = (outbox: Outbox, channel: string, to: string): string | undefined =>
  outbox.list({ to }).findLast((message) => message.channel === channel)?.id;

function readFilter(query: URLSearchParams): { to?: string; collection?: string } {
  const unknown = [...query.keys()].find((name) => name !== 'to' && name !== 'collection');
  if (unknown !== undefined) throw new BadCall(`Unknown parameter ${unknown}; known are to, collection`);
  const [to, collection] = [query.get('to'), query.get('collection')];
  // A plus that is not percent-encoded arrives as a space.
  return { ...(to && { to: to.replace(/^ /, '+') }), ...(collection && { collection }) };
}

function readText(field: string, value: unknown, isRight: (text: string) => boolean, what: string): string {
  if (typeof value === 'string' && value !== '' && isRight(value)) return value;
  throw new BadCall(`${field} must be ${what}`);
}

type DeliveryResult = { delivered: boolean; status: 200 | 500 };

/** Lambda waits one minute and then two; here a caller waits for the answer. */
const PAUSES_MS = [100, 400];

/** Resolves when the function has returned, or has failed for the last time. */
export async function deliverEvent(consume: () => Promise<unknown>): Promise<DeliveryResult> {
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      await consume();
      return { delivered: true, status: 200 };
    } catch (error) {
      if (pause === undefined) console.error('An event was not consumed:', error);
      else await sleep(pause);
    }
  }
  return { delivered: false, status: 500 };
}

/** `reason` is of a failure only. */
type Receipt = { status: (typeof RECEIPTS)[number]; reason?: (typeof REASONS)[number] | undefined };

/** Undefined when the channel has no such receipt. */
export function receiptEvent(message: SentMessage, { status, reason }: Receipt, at: Date): object | undefined {
  const kind = status === 'failed' && reason !== undefined ? reason : status;
  return LOCAL_CHANNELS[message.channel].receipt(message, kind, at);
}

/** Undefined when the channel takes no replies. */
function replyEvent(channel: Channel, reply: LocalReply): SNSEvent | undefined {
  const { replies } = LOCAL_CHANNELS[channel];
  return replies && topicEvent(replies.content(reply), reply.at);
}
