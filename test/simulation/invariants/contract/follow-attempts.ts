/** Gives the model each result, receipt and word of a customer; what they say comes from the channels and the customers of the world. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { foldPhone } from '#lib/domain/match-key.ts';
import type { Entry } from '#test/simulation/model/ledger.ts';
import { recordReceipt, recordResult, recordWord } from '#test/simulation/model/ledger-attempts.ts';
import { reasonOf } from '#test/simulation/model/offers.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { idOf, instant, type Made } from './change-made.ts';
import { followAgain, followDeferral } from './follow-retry.ts';
import { entryOf } from './records.ts';

type Receipts = { id: string }[] | undefined;

/** A change of an attempt's row after its claim: another try, one receipt more, or the result of its send. */
export function followAttempt(made: Made, before: Item): string[] {
  const { world, records, account, after, commit } = made;
  const id = idOf(made);
  const entry = entryOf(records, account, id);
  if (entry === undefined) return [`${id}: an attempt of what was never recorded`];
  const { slot, status: written, at, messageId } = after as unknown as Attempt;
  const [kept, had] = [after, before].map((item) => item['receipts'] as unknown as Receipts);
  const newest = kept?.at(-1);
  if (newest === undefined || kept?.length === had?.length) {
    if (after['token'] !== before['token']) return followAgain(made);
    const deferral = written === 'deferred' ? followDeferral(made) : [];
    const offers = world.offers.of(id, slot, commit.by);
    const dated = Date.parse(at[written] ?? '');
    const isFirst = (before as unknown as Attempt).at[written] === undefined;
    const result = { ...commit, dated, slot, written, offers, isFirst, retryAt: instant(after, 'retryAt') };
    const reason = reasonOf(offers);
    const isShown = reason === undefined || !['failed', 'unknown'].includes(written) || after['reason'] === reason;
    return [
      ...deferral,
      ...(isShown ? [] : [`${id} slot ${slot}: ${written} because of ${after['reason']} instead of ${reason}`]),
      ...recordResult(entry, result),
    ];
  }
  const receipt = world.customers.receipts.get(newest.id);
  if (receipt === undefined || receipt.collectionId !== id || receipt.slot !== slot)
    return [`${id} slot ${slot}: a receipt that no channel gave for it`];
  receipt.appliedAt ??= commit.at;
  const { status, channel, time: dated } = receipt;
  const isOfLast = [before['messageId'], messageId].every((each) => each === undefined || each === receipt.messageId);
  const of = { ...commit, slot, written, status, channel, dated, isOfLast, retryAt: instant(after, 'retryAt') };
  return recordReceipt(entry, of);
}

/** Only what a customer said of messages has a row of its own. */
export function followEvent(made: Made): string[] {
  const { records, account, before, after, commit } = made;
  const id = idOf(made);
  const entry = entryOf(records, account, id);
  if (before !== undefined || entry === undefined) return [`${id}: an event that replaces one, or of nothing`];
  const type = String(after['type']);
  const words = wordsOf(made, entry, type);
  return [
    ...(words.length > 0 ? [] : [`${id}: tells ${type}, which no customer did`]),
    ...recordWord(entry, type, { ...commit, dated: instant(after, 'timestamp'), said: words.map(({ at }) => at) }),
  ];
}

function wordsOf({ world: { customers } }: Made, entry: Entry, type: string) {
  const words = type === 'contact.opted_in' ? customers.starts : type === 'contact.opted_out' ? customers.stops : [];
  return words.filter(({ by, to }) => by === entry.known.id || isPhoneOf(entry, to));
}

/**
 * WhatsApp's replies do not name the message that they answer: they belong to what was last sent to the phone, which may
 * have been corrected before or since.
 */
const isPhoneOf = ({ versions }: Entry, phone: string): boolean =>
  versions.some(({ value }) => foldPhone(value.contact.phone) === foldPhone(phone));

/** A reply that is no word of an opt-out is kept with its collection, which tells it. */
export function followReply(made: Made): string[] {
  const { world, records, account, before, after, commit } = made;
  const id = idOf(made);
  const entry = entryOf(records, account, id);
  if (before !== undefined || entry === undefined) return [`${id}: a reply that replaces one, or of nothing`];
  const said = world.customers.replies.get(String(after['messageId']));
  const isOwn = said?.by === id || isPhoneOf(entry, said?.to ?? '');
  return [
    ...(isOwn && said?.text === after['text'] ? [] : [`${id}: tells a reply that no customer gave`]),
    ...recordWord(entry, 'contact.replied', { ...commit, dated: instant(after, 'at'), said: [] }),
  ];
}
