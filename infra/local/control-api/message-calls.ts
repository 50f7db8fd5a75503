/** `/_local/messages` lists the sent messages and takes their receipts; `/_local/inbound` takes customers' replies. */
import { deliverEvent } from '#infra/local/events/deliver-event.ts';
import { REASONS, RECEIPTS, receiptEvent } from '#infra/local/events/receipt-event.ts';
import { REPLY_CHANNELS, replyEvent } from '#infra/local/events/reply-event.ts';
import type { Outbox } from '#infra/local/fakes/outbox.ts';
import {
  type BackgroundFunctions,
  RECEIVE_REPLY,
  RECORD_RECEIPT,
} from '#infra/local/scheduler/background-functions.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readChoice, readObject } from './plain-json.ts';

type Parts = { outbox: Outbox; now: () => Date; run: BackgroundFunctions['run'] };

const E164 = /^\+[1-9]\d{1,14}$/;
const MAX_TEXT = 4096;

export const messageCalls = ({ outbox, now, run }: Parts): LocalCalls => ({
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
    const given = readObject(body, ['channel', 'from', 'text']);
    const channel = readChoice('channel', given.channel, REPLY_CHANNELS);
    const from = readText(
      'from',
      given.from,
      (text) => E164.test(text),
      'a phone number in E.164, such as +2348031234567',
    );
    const text = readText(
      'text',
      given.text,
      ({ length }) => length <= MAX_TEXT,
      `text of 1 to ${MAX_TEXT} characters`,
    );
    const answers = outbox.list({ to: from }).findLast((message) => message.channel === channel)?.id;
    const event = replyEvent({ channel, from, text, answers, at: now() });
    return plainJson(200, await deliverEvent(() => run(RECEIVE_REPLY, event)));
  },
});

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
