/** The functions that take customers' replies: STOP, START, HELP, and all else. Each is one of them, with the channels that it is told of. */
import type { SNSEvent } from 'aws-lambda';
import { channelsFrom } from '#lib/channels/channels.ts';
import type { InboundReply } from '#lib/domain/reply.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { getCollection, getCollections, getHistory, recordEvent } from '#lib/store/collection/collections.ts';
import { findOpen, findOpenOf } from '#lib/store/collection/open-by-address.ts';
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
  findOpenOf,
  getCollection,
  getCollections,
  recordReply,
  recordAnswer,
  claimHelp,
  releaseHelp,
  optOut,
  optIn,
};
const plans = { getAccount, getHistory, findReach, recordEvent, saveRevision, saveStatus };

export const replyNeeds = {
  ...service,
  ...channelsFrom(service.settings, service),
  ...storeOf(table, { ...replies, ...plans }),
};

export type ReplyNeeds = typeof replyNeeds;

/** `read`: the replies in what is published; the id stands in for one that is missing. */
type Read = (message: string, published: { id: string }) => Promise<readonly InboundReply[]>;

export const replyConsumer =
  (deps: ReplyNeeds, read: Read) =>
  async ({ Records }: SNSEvent): Promise<void> => {
    const received = await Promise.all(
      Records.map(async ({ Sns }) => {
        const at = Sns.Timestamp === undefined ? deps.clock.now() : new Date(Sns.Timestamp);
        return (await read(Sns.Message, { id: Sns.MessageId })).map((reply) => ({ reply, at }));
      }),
    );
    await Promise.all(received.flat().map((each) => takeAndLog(deps, each)));
  };

async function takeAndLog(deps: ReplyNeeds, received: Parameters<typeof takeReply>[1]): Promise<void> {
  const outcome = await takeReply(deps, received);
  deps.log.count('INFO', outcome, { channel: received.reply.channel });
}
