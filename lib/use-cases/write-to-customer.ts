/** Sends what a person of the merchant writes to a customer. The claim comes first: whatever is clicked twice, or dies, one message goes out at most. */
import type { Channels } from '#lib/channels/channels.ts';
import type { Account } from '#lib/domain/account.ts';
import { diedBefore } from '#lib/domain/attempt.ts';
import { channelFacts, reachesPhone } from '#lib/domain/channels/channels.ts';
import { renderWritten } from '#lib/domain/channels/renderers.ts';
import { personRefOf, phoneOf, recipientOf } from '#lib/domain/contact.ts';
import { concurrentChange, notNow } from '#lib/domain/errors.ts';
import { optOutToken, optOutUrl } from '#lib/domain/links.ts';
import type { By } from '#lib/domain/member.ts';
import { isTestMessage, NO_SLOT, type SendOutcome } from '#lib/domain/message/outgoing.ts';
import { replyToken } from '#lib/domain/reply.ts';
import {
  messageSent,
  messageToSend,
  NO_MESSAGE,
  nextTurn,
  WRITTEN_LIMITS,
  type WrittenText,
} from '#lib/domain/written-message.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { languageFor } from '#lib/words/languages.ts';
import { type HistoryAndOwner, ownHistory, revisable, type StoredHistory } from './revise-collection.ts';
import { optOutByProvider } from './send-by-first-channel.ts';
import { untilWon } from './until-won.ts';

export type WritePorts = Pick<Service, 'clock' | 'random'> &
  NeedsSettings<'baseUrl'> &
  Pick<Channels, 'send' | 'configuredChannels'> &
  Pick<
    Store,
    'findReach' | 'claimMessage' | 'releaseMessage' | 'recordEvent' | 'readWrittenTurns' | 'saveWrittenTurns'
  > &
  Pick<Store, 'recordAnswer' | 'recordLastMessage' | 'optOut' | 'findOpen'>;

type Writing = { account: string; by?: By | undefined; body: WrittenText; now: Date };

const TIME_TO_LIVE_SECONDS = 24 * 3_600;

/** Whether a message went out. @throws collection_not_found, collection_forbidden, not_now, concurrent_change */
export async function writeToCustomer(
  ports: WritePorts,
  named: HistoryAndOwner<StoredHistory>,
  { account, by, body, now }: Writing,
): Promise<boolean> {
  const { history, owner } = ownHistory(named, account);
  const { contact, ref } = history.collection;
  const { channel, text } = body;
  const { setting } = await revisable(ports, history, { account: owner, now });
  const { phone } = setting;
  const id = messageToSend({ ...history, setting }, body, now);
  if (id === undefined) return false;
  const claimedAt = await ports.claimMessage(ref, id, now);
  if (claimedAt !== undefined) {
    if (claimedAt > diedBefore(now)) throw concurrentChange();
    // Who claimed it has died, and nobody knows whether it went out.
    await ports.recordEvent(ref, messageSent(body, { id, at: new Date(claimedAt), by, reason: 'interrupted' }));
    return false;
  }
  await takeTurns(ports, history, { owner, id, now });
  const to = recipientOf(contact, phone, channel);
  const ofEmail = channelFacts(channel).reaches === 'email' && {
    replyToken: replyToken(ref, contact.email, owner.salt),
    optOutLink: optOutUrl(ports.settings.baseUrl, optOutToken(ref, contact.email.toLowerCase(), owner.salt)),
  };
  const outcome = await ports.send({
    to,
    message: renderWritten({
      channel,
      text,
      merchant: owner.name,
      language: languageFor(phone.country, owner.language),
      ...ofEmail,
    }),
    timeToLiveSeconds: TIME_TO_LIVE_SECONDS,
    fromName: owner.name,
    attempt: { collectionId: history.collection.id, slot: NO_SLOT, token: id },
    ...(owner.mode === 'test' && { isTest: true }),
  });
  const at = ports.clock.now();
  if (outcome.kind === 'refused' || outcome.kind === 'throttled') {
    await ports.releaseMessage(ref, id);
    if (outcome.kind === 'refused' && outcome.optedOut)
      await optOutByProvider(ports, { ref, address: { channel, address: to }, at });
    throw notNow({ reason: reasonOf(outcome) }, NO_MESSAGE);
  }
  const { messageId, reason } = { messageId: undefined, reason: undefined, ...outcome };
  await Promise.all([
    ports.recordEvent(ref, messageSent(body, { id, at, by, reason })),
    messageId !== undefined &&
      !isTestMessage(messageId) &&
      ports.recordAnswer(ref, { channel, messageId, written: id }, at),
    !isTestMessage(messageId) &&
      reachesPhone(channel) &&
      ports.recordLastMessage(phone.lookup, { ref, slot: NO_SLOT }, at),
  ]);
  return true;
}

type Turn = { owner: Account; id: string; now: Date };

/** @throws not_now, when enough was written to this person, or by this account */
async function takeTurns(ports: WritePorts, { collection, replies }: StoredHistory, { owner, id, now }: Turn) {
  const { ref, contact } = collection;
  const { account } = ref;
  const { matchKey } = personRefOf(account, contact, phoneOf(contact, owner));
  const heard = replies
    .map(({ at }) => at)
    .toSorted()
    .at(-1);
  const turns = [
    { matchKey, limit: WRITTEN_LIMITS.person, reason: 'contact_cap' as const, since: heard },
    { matchKey: undefined, limit: WRITTEN_LIMITS.account, reason: 'account_cap' as const, since: undefined },
  ];
  for (const { matchKey: of, limit, reason, since } of turns)
    await untilWon(ports, async () => {
      const { times, version } = await ports.readWrittenTurns(account, of);
      const turn = nextTurn(times, limit, { now, since });
      if ('times' in turn)
        return (await ports.saveWrittenTurns({ account, matchKey: of }, { times: turn.times, version })) || undefined;
      await ports.releaseMessage(ref, id);
      throw notNow({ reason, firstAt: turn.firstAt.toISOString() }, NO_MESSAGE);
    });
}

function reasonOf(outcome: Extract<SendOutcome, { kind: 'refused' | 'throttled' }>) {
  if (outcome.kind === 'throttled') return 'channel_busy';
  return outcome.optedOut ? 'opted_out' : 'channel_refused';
}
