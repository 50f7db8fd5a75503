/** What of a collection needs a person of the merchant, and since when. It follows from the collection's history alone. */
import { openClaims, openDisputes } from '#lib/domain/answers.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { formatMoney, outstandingOf } from '#lib/domain/money.ts';
import { type LedgerEntry, openChargebacks } from '#lib/domain/payment/ledger-entry.ts';
import { surplusOf } from '#lib/domain/payment/surplus.ts';
import type { KeptReply } from '#lib/domain/reply.ts';
import { isOpen } from '#lib/domain/transitions.ts';
import { arrivedAt } from '#lib/domain/written-message.ts';
import { ATTENTION_REASONS, type AttentionReason, type Cause, isPossible } from './attention-item.ts';
import { type Suggestion, suggestionFor } from './suggest-answer.ts';

type Event = { type: string; timestamp: string; about?: string };

type History = {
  collection: Collection;
  attempts: readonly Attempt[];
  entries: readonly LedgerEntry[];
  events: readonly Event[];
  replies: readonly KeptReply[];
};

/** `doneAt`: until when the causes of a reason are done. At most one cause for each reason. */
export function causesOf(
  history: History,
  doneAt: (reason: AttentionReason) => string | undefined,
  now: Date,
): Cause[] {
  const collection = asSeenAt(history.collection, now);
  if (collection.erasedAt !== undefined) return [];
  const seen = { ...history, collection };
  return ATTENTION_REASONS.filter((reason) => isPossible(reason, collection.status)).flatMap((reason) => {
    const cause = FINDERS[reason](seen, doneAt(reason) ?? '');
    return cause === undefined ? [] : [{ reason, ...cause }];
  });
}

/** Of what came after `done`. */
type Find = (history: History, done: string) => Omit<Cause, 'reason'> | undefined;

/** When it was paid or cancelled; what came before needs nobody any more. */
const endOf = ({ events }: Collection): string =>
  events.findLast(({ type }) => type === 'collection.completed' || type === 'collection.cancelled')?.timestamp ?? '';

/** What came after, oldest first. */
const allAfter = <T>(all: readonly T[], done: string, at: (each: T) => string): T[] =>
  all.filter((each) => at(each) > done).toSorted((a, b) => (at(a) < at(b) ? -1 : 1));

const firstAfter = <T>(all: readonly T[], done: string, at: (each: T) => string): T | undefined =>
  allAfter(all, done, at)[0];

const timestampOf = ({ timestamp }: Event): string => timestamp;

const onceAfter =
  (type: string): Find =>
  ({ events }, done) => {
    const found = firstAfter(
      events.filter((event) => event.type === type),
      done,
      timestampOf,
    );
    return found && { since: found.timestamp };
  };

const latest = (...instants: readonly string[]): string => instants.toSorted().at(-1) ?? '';

/** A person who wrote to the customer has answered what the customer wrote before, unless the answer did not arrive. */
const replied: Find = ({ collection, attempts, events, replies }, done) => {
  const handled = latest(done, ...arrivedAt(events), isOpen(collection.status) ? '' : endOf(collection));
  const all = allAfter(replies, handled, ({ at }) => at);
  // What anybody can have written never stands beside the customer's own words.
  const proven = all.filter(({ unproven }) => !unproven);
  const waiting = proven.length > 0 ? proven : all;
  const [first] = waiting;
  if (first === undefined) return undefined;
  if (first.unproven) return { since: first.at, text: textOf(waiting), unproven: true };
  // Of what is paid or cancelled there is nothing to record, whatever the words say.
  const suggestion = isOpen(collection.status) ? suggestionOf(waiting, { collection, attempts }) : undefined;
  return { since: first.at, text: textOf(waiting), ...(suggestion && { suggestion }) };
};

/** People write in several short messages, and the last of them may be "thanks". */
function suggestionOf(
  replies: readonly KeptReply[],
  { collection, attempts }: Pick<History, 'collection' | 'attempts'>,
): Suggestion | undefined {
  const { phone } = collection.contact;
  const ours = attempts.flatMap(({ text }) => text ?? []);
  for (const { text, at } of replies.toReversed()) {
    const suggestion = suggestionFor(text, { at: new Date(at), phone, ours });
    if (suggestion !== undefined) return suggestion;
  }
  return undefined;
}

/** Of all of them as much as one reply can be long; more is read with the collection. */
const MAX_TEXT = 1_000;

/** A line for each, without the oldest where they are too many. */
function textOf(replies: readonly KeptReply[]): string {
  const lines = replies.map(({ text }) => text).filter((text) => text !== '');
  while (lines.length > 1 && lines.join('\n').length > MAX_TEXT) lines.shift();
  return lines.join('\n');
}

const claimed: Find = ({ collection }, done) => {
  const found = firstAfter(openClaims(collection), done, ({ madeAt }) => madeAt);
  if (found === undefined) return undefined;
  const { id, paidOn, amount, method, transaction } = found;
  const text = [paidOn, formatMoney(amount), method, ...(transaction === undefined ? [] : [transaction])].join(' · ');
  return { since: found.madeAt, text, suggestion: { kind: 'claim', claim: id } };
};

/** By the customer, or by their bank, which may still take back what was paid. */
const disputed: Find = ({ collection, entries }, done) => {
  const said = isOpen(collection.status) ? openDisputes(collection) : [];
  const all: Omit<Cause, 'reason'>[] = [
    ...said.map(({ id, openedAt, reason, text }) => ({
      since: openedAt,
      text: text === undefined ? reason : `${reason}: ${text}`,
      suggestion: { kind: 'dispute' as const, dispute: id },
    })),
    ...openChargebacks(entries).map(({ amount, recordedAt }) => ({
      since: recordedAt,
      text: `disputed_at_bank: ${formatMoney(amount)}`,
    })),
  ];
  return firstAfter(all, done, ({ since }) => since);
};

const reopening = { suggestion: { kind: 'reopen' as const } };

const linkRequested: Find = ({ collection, events }, done) => {
  const asked = events.filter(({ type }) => type === 'link.requested');
  const found = firstAfter(asked, latest(done, collection.reopenedAt ?? ''), timestampOf);
  return found && { since: found.timestamp, ...reopening };
};

const promiseBroken: Find = ({ collection: { promise } }, done) =>
  promise?.brokenAt !== undefined && promise.brokenAt > done ? { since: promise.brokenAt } : undefined;

const expiredUnpaid: Find = ({ collection }, done) => {
  const { expiresAt, events } = collection;
  if (outstandingOf(collection).minor === 0) return undefined;
  const since = events.findLast(({ type }) => type === 'collection.expired')?.timestamp ?? expiresAt;
  return since > done ? { since, ...reopening } : undefined;
};

const REACHED: readonly Attempt['status'][] = ['sending', 'deferred', 'sent', 'delivered', 'read', 'unknown'];

/** Reminders failed or found no way, and none arrived; or it expired, though its customer was to be reminded, without one. */
const neverReached: Find = ({ collection, attempts }, done) => {
  const { status, followUp, arm, expiresAt } = collection;
  if (attempts.some((attempt) => REACHED.includes(attempt.status))) return undefined;
  const failed = attempts.filter(
    ({ status: each, reason }) => each === 'failed' || (each === 'skipped' && reason === 'opted_out'),
  );
  const last = latest(...failed.map(({ at, claimedAt }) => at.failed ?? at.skipped ?? claimedAt));
  const isSilent = status === 'expired' && followUp.enabled && arm !== 'held_out';
  const since = last || (isSilent ? expiresAt : '');
  return since > done ? { since } : undefined;
};

/** Ours were sent in their place: the merchant's were too long with its values, or their template is not approved. */
const textUnused: Find = ({ attempts }, done) => {
  const unused = attempts.filter(({ own }) => own?.isUnused);
  const at = ({ at: times, claimedAt }: Attempt): string => times.sent ?? claimedAt;
  const found = firstAfter(unused, done, at);
  if (found === undefined) return undefined;
  return { since: at(found), ...(found.channel && { text: `${found.channel} · ${found.tone}` }) };
};

const overpaid: Find = ({ collection, entries }, done) => {
  const surplus = surplusOf(collection, entries);
  if (surplus.length === 0) return undefined;
  const since = latest(...entries.filter(({ credited }) => credited > 0).map(({ recordedAt }) => recordedAt));
  return since > done ? { since, text: surplus.map(formatMoney).join(' · ') } : undefined;
};

/** A dispute was lost, and nobody has paid since. */
const chargedBack: Find = ({ collection }, done) => {
  const reopened = collection.events.findLast(({ type }) => type === 'collection.reopened');
  if (reopened?.data?.reason !== 'chargeback' || reopened.timestamp <= done) return undefined;
  return { since: reopened.timestamp, text: formatMoney(outstandingOf(collection)) };
};

const FINDERS: Readonly<Record<AttentionReason, Find>> = {
  replied,
  claimed_paid: claimed,
  disputed,
  link_requested: linkRequested,
  promise_broken: promiseBroken,
  never_reached: neverReached,
  expired_unpaid: expiredUnpaid,
  charged_back: chargedBack,
  overpaid,
  over_limit: onceAfter('contact.over_limit'),
  text_unused: textUnused,
};
