/** Customers' replies by SMS and WhatsApp: STOP, START, HELP, and all else. */

import type { SNSEvent } from 'aws-lambda';
import { type Channels, channels } from '#lib/channels/channels.ts';
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

const { clearAwsOptOut, configuredChannels, readReplies, send } = channels;

const live: ReplyPorts & Pick<Channels, 'readReplies'> = {
  readReplies,
  clock,
  ...storeOf(table, { findMessage, findLastMessage, getAccount, getHistory, findReach }),
  configuredChannels,
  ...storeOf(table, { optOut, optIn }),
  clearAwsOptOut,
  ...storeOf(table, { recordEvent, recordReply, claimHelp, releaseHelp, recordAnswer }),
  send,
  ...storeOf(table, { saveRevision, saveStatus }),
};

export const receiveReply =
  (ports: typeof live) =>
  async ({ Records }: SNSEvent): Promise<void> => {
    const received = await Promise.all(
      Records.map(async ({ Sns }) => {
        const at = Sns.Timestamp === undefined ? ports.clock.now() : new Date(Sns.Timestamp);
        return (await ports.readReplies(Sns.Message, Sns.MessageId)).map((reply) => ({ reply, at }));
      }),
    );
    await Promise.all(received.flat().map((each) => takeAndLog(ports, each)));
  };

async function takeAndLog(ports: ReplyPorts, received: Parameters<typeof takeReply>[1]): Promise<void> {
  const outcome = await takeReply(ports, received);
  logCounted('INFO', outcome, { channel: received.reply.channel });
}

export const handler = receiveReply(live);
