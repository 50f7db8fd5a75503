/** Customers' replies by SMS, WhatsApp and email: STOP, START, HELP, and all else. */

import type { SNSEvent } from 'aws-lambda';
import { channelsFrom } from '#lib/channels/channels.ts';
import { readMail } from '#lib/channels/stored-mail.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { getCollection, getHistory, recordEvent } from '#lib/store/collection/collections.ts';
import { findOpen } from '#lib/store/collection/open-by-address.ts';
import { saveRevision } from '#lib/store/collection/revisions.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
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
import { storeOf } from '#lib/store/table/table.ts';
import { takeReply } from '#lib/use-cases/take-reply.ts';

const replies = {
  findMessage,
  findLastMessage,
  findOpen,
  getCollection,
  recordReply,
  recordAnswer,
  claimHelp,
  releaseHelp,
  optOut,
  optIn,
};
const plans = { getAccount, getHistory, findReach, recordEvent, saveRevision, saveStatus };

const needs = {
  ...service,
  ...channelsFrom(service.settings, service),
  readMail,
  ...storeOf(table, { ...replies, ...plans }),
};

export const receiveReply =
  (deps: typeof needs) =>
  async ({ Records }: SNSEvent): Promise<void> => {
    const received = await Promise.all(
      Records.map(async ({ Sns }) => {
        const at = Sns.Timestamp === undefined ? deps.clock.now() : new Date(Sns.Timestamp);
        return (await deps.readReplies(Sns.Message, { id: Sns.MessageId, readMail: deps.readMail })).map((reply) => ({
          reply,
          at,
        }));
      }),
    );
    await Promise.all(received.flat().map((each) => takeAndLog(deps, each)));
  };

async function takeAndLog(deps: typeof needs, received: Parameters<typeof takeReply>[1]): Promise<void> {
  const outcome = await takeReply(deps, received);
  deps.log.count('INFO', outcome, { channel: received.reply.channel });
}

export const handler = receiveReply(needs);
