/** Customers' replies by SMS and WhatsApp: STOP, START, HELP, and all else. */

import type { SNSEvent } from 'aws-lambda';
import { readReplies } from '#lib/channels/read-reply.ts';
import { send } from '#lib/channels/send.ts';
import { configuredChannels } from '#lib/channels/senders.ts';
import { clock } from '#lib/clock.ts';
import { logCounted } from '#lib/log.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { getHistory, recordEvent } from '#lib/store/collection/collections.ts';
import { saveRevision, saveStatus } from '#lib/store/collection/state.ts';
import {
  claimHelp,
  findLastMessage,
  findMessage,
  recordAnswer,
  recordReply,
  releaseHelp,
} from '#lib/store/message/messages.ts';
import { findReach, optIn, optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { type ReplyPorts, takeReply } from '#lib/use-cases/take-reply.ts';

const live: ReplyPorts = {
  clock,
  ...storeOf(table, { findMessage, findLastMessage, getAccount, getHistory, findReach }),
  configuredChannels,
  ...storeOf(table, { optOut, optIn }),
  clearAwsOptOut: async (phone) => (await import('#lib/channels/aws-opt-out-list.ts')).clearAwsOptOut(phone),
  ...storeOf(table, { recordEvent, recordReply, claimHelp, releaseHelp, recordAnswer }),
  send,
  ...storeOf(table, { saveRevision, saveStatus }),
};

export const receiveReply =
  (ports: ReplyPorts) =>
  async ({ Records }: SNSEvent): Promise<void> => {
    const received = Records.flatMap(({ Sns }) => {
      const at = Sns.Timestamp === undefined ? ports.clock.now() : new Date(Sns.Timestamp);
      return readReplies(Sns.Message, Sns.MessageId).map((reply) => ({ reply, at }));
    });
    await Promise.all(received.map((each) => takeAndLog(ports, each)));
  };

async function takeAndLog(ports: ReplyPorts, received: Parameters<typeof takeReply>[1]): Promise<void> {
  const outcome = await takeReply(ports, received);
  logCounted('INFO', outcome, { channel: received.reply.channel });
}

export const handler = receiveReply(live);
