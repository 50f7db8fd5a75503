/** Gives the model each entry of a ledger; what it says comes from the provider's own records. */
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { type LedgerEntry, MERCHANT } from '#lib/domain/payment/ledger-entry.ts';
import { PROMPT } from '#test/simulation/model/bounds.ts';
import { type Entry, recordPayment } from '#test/simulation/model/ledger.ts';
import { toMinor } from '#test/simulation/model/money.ts';
import type { Confirmed } from '#test/simulation/model/payments.ts';
import { answerWithoutEntry } from '#test/simulation/model/recordings.ts';
import { latest } from '#test/simulation/model/timeline.ts';
import { MINUTE, type RecordBody } from '#test/simulation/model/wire.ts';
import type { Payment } from '#test/simulation/world/sandbox.ts';
import { idOf, instant, type Made } from './change-made.ts';
import { entryOf } from './records.ts';
import { rescued } from './rescues.ts';

export function followPayment(made: Made): string[] {
  const { world, records, account, before, after, commit } = made;
  if (before !== undefined) return [];
  const id = idOf(made);
  const { transaction, object, movement, provider, credited } = after as unknown as LedgerEntry;
  if (provider === MERCHANT) return followRecording(made);
  const payment = world.sandbox.payments.find((each) => each.transaction === transaction);
  const said = payment && confirmedBy(payment, movement, object);
  const entry = entryOf(records, account, id);
  if (payment === undefined || said === undefined || entry === undefined)
    return [`${id}: ${movement} of ${transaction} was never made, or not for anything`];
  const isOwn = payment.by.account.id === account && provider === payment.by.sandboxId;
  const received = latest(entry.versions).received;
  const faults = [
    ...promptness(made, Math.max(said.at, entry.known.createdAt, askedOnceEnded(entry, payment))),
    ...recordPayment(entry, said, { ...commit, dated: instant(after, 'recordedAt') }),
  ];
  const isCounted = payment.amount.currency === entry.known.amount.currency;
  const change = latest(entry.versions).received - received;
  return [
    ...(isOwn && isFor(made, payment, id)
      ? []
      : [`${id}: ${transaction} was paid under ${payment.reference} at another provider`]),
    ...(isCounted && change !== credited ? [`${id}: ${transaction} credits ${credited} instead of ${change}`] : []),
    ...faults,
  ];
}

/** The first check of what an end has left open, at which providers are asked. */
const FIRST_CHECK = 5 * MINUTE;

/**
 * The merchant's own transaction that was paid before its collection was recorded is asked for by the collection's first
 * run. If the collection has ended by then, its checks ask; for a completed one only reconciliation does.
 */
function askedOnceEnded({ known, versions }: Entry, { reference, paidAt }: Payment): number {
  const ended = versions.find(({ value: { status } }) => status !== 'pending' && status !== 'overdue');
  if (reference !== known.reference || Date.parse(paidAt) > known.createdAt || ended === undefined) return 0;
  if (ended.at > known.createdAt + PROMPT) return 0;
  return ended.value.status === 'completed' ? Number.POSITIVE_INFINITY : ended.at + FIRST_CHECK;
}

/** Its webhook comes within seconds; what a webhook does not bring is found when the provider is asked. */
function promptness({ world, commit }: Made, since: number): string[] {
  if (commit.at <= since + PROMPT) return [];
  const isAsked = world.asker?.functionName !== 'receive-payment';
  const late = world.isCalm ? [`money was recorded ${commit.at - since} ms late, and nothing was broken`] : [];
  return [...(isAsked ? rescued(world, 'money found only by asking the provider') : []), ...late];
}

/** Of what a merchant records, only the instants are the product's. */
function followRecording(made: Made): string[] {
  const { world, records, account, after, commit } = made;
  const asked = world.asked.get(commit.by);
  const entry = entryOf(records, account, idOf(made));
  if (asked?.operation !== 'record-payment' || entry === undefined) return [`${idOf(made)}: recorded by no merchant`];
  const body = asked.call.body as RecordBody;
  const key = asked.idempotencyKey;
  const name = body.transaction ?? `request ${key}`;
  const said: Confirmed = {
    kind: body.kind ?? 'payment',
    transaction: name,
    object: name,
    minor: toMinor(body.amount),
    currency: body.amount.currency,
    at: instant(after, 'at'),
    recorded: { by: commit.by, key, body },
  };
  const refused = answerWithoutEntry(latest(entry.versions), { body, key });
  return [
    ...(refused ? [`${idOf(made)}: recorded where ${refused.status} was right`] : []),
    ...recordPayment(entry, said, { ...commit, dated: instant(after, 'recordedAt') }),
  ];
}

/** Our reference at a provider is the collection's id and the number of the session; the merchant's own is any text. */
function isFor({ world, account }: Made, { reference }: Payment, id: string): boolean {
  const owner = world.tenants.find((tenant) => tenant.account.id === account)?.account;
  if (reference.startsWith(`${id.replaceAll('_', '-')}-`)) return true;
  return owner !== undefined && id.endsWith(collectionRefOf(owner, reference).hash);
}

/** What the provider says of it; undefined when it says nothing of the kind. */
function confirmedBy(
  { transaction, amount, paidAt, refunds, disputes }: Payment,
  kind: LedgerEntry['movement'],
  object: string,
): Confirmed | undefined {
  const said = (minor: number, at: string | undefined): Confirmed | undefined =>
    at === undefined
      ? undefined
      : { kind: kind as Confirmed['kind'], transaction, object, minor, currency: amount.currency, at: Date.parse(at) };
  if (kind === 'payment') return said(amount.minor, paidAt);
  const refund = refunds.find(({ id }) => id === object);
  const dispute = disputes.find(({ id }) => id === object);
  switch (kind) {
    case 'refund':
      return refund && said(refund.amount.minor, refund.doneAt);
    case 'refund_failed':
      return refund && said(refund.amount.minor, refund.failedAt);
    case 'dispute':
      return dispute && said(dispute.amount.minor, dispute.openedAt);
    case 'dispute_lost':
      return dispute && said(dispute.amount.minor, dispute.lostAt);
    case 'dispute_won':
      return dispute && said(dispute.amount.minor, dispute.wonAt);
    default:
      return undefined;
  }
}
