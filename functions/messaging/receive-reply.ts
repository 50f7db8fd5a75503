/** A customer's reply: a stop word opts the phone out of SMS and WhatsApp, for all accounts. */
import type { SNSEvent } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import { isOptOut } from '#lib/domain/message/opt-out-word.ts';
import { logCounted } from '#lib/log.ts';
import { type Reply, readReplies } from '#lib/message/read-reply.ts';
import { findMessage } from '#lib/store/attempt-results.ts';
import { recordEvent } from '#lib/store/collections.ts';
import { optOut } from '#lib/store/opt-outs.ts';

const live = { clock, findMessage, recordEvent, optOut };

export const receiveReply =
  (deps: typeof live) =>
  async ({ Records }: SNSEvent): Promise<void> => {
    const replies = Records.flatMap(({ Sns }) => readReplies(Sns.Message));
    await Promise.all(replies.filter(({ text }) => isOptOut(text)).map((reply) => stop(deps, reply)));
  };

async function stop(deps: typeof live, { channel, from, answers }: Reply): Promise<void> {
  const now = deps.clock.now();
  await Promise.all((['sms', 'whatsapp'] as const).map((each) => deps.optOut({ channel: each, address: from }, now)));
  const origin = answers === undefined ? undefined : await deps.findMessage(channel, answers);
  if (origin) await deps.recordEvent(origin.ref, 'contact.opted_out', now);
  logCounted('INFO', 'contact_opted_out', { channel });
}

export const handler = receiveReply(live);
