/** Money that a merchant records itself, and how the entries of a ledger are shown. */
import { isDeepStrictEqual } from 'node:util';
import { faulty, MESSAGES, refuse, succeed } from './answers.ts';
import type { Known } from './collection.ts';
import { decimalsOf, format, toMinor } from './money.ts';
import type { Booked } from './payments.ts';
import { type Answer, iso, type RecordBody } from './wire.ts';

export type Recording = { body: RecordBody; key: string | undefined };

export const UNNAMED = { path: 'transaction', message: 'is required, unless there is an Idempotency-Key' };

/** A request that a repeat could not be told from is refused before anything is read. */
export const isUnnamed = ({ body, key }: Recording): boolean => body.transaction === undefined && key === undefined;

/** The right answer to a request that records nothing; undefined if it should record. */
export function answerWithoutEntry(known: Known, { body, key }: Recording): Answer | undefined {
  const { booked, amount, received } = known;
  const earlier = key === undefined ? undefined : booked.find(({ recorded }) => recorded?.key === key);
  // The key of a request is looked at first, so that a repeat gets the answer of its first.
  if (earlier?.recorded) {
    return isDeepStrictEqual(meaningOf(earlier.recorded.body), meaningOf(body))
      ? { ...recordedAnswer(earlier), headers: { 'idempotent-replayed': 'true' } }
      : refuse('idempotency_conflict');
  }
  if (body.amount.currency !== amount.currency)
    return faulty({ path: 'amount.currency', message: `must be ${amount.currency}` });
  if (body.transaction !== undefined && booked.some(({ transaction }) => transaction === body.transaction))
    return refuse('duplicate_transaction', { message: `Transaction ${body.transaction} is recorded already` });
  const most = Math.max(0, received);
  const isTooMuch = body.kind === 'refund' && toMinor(body.amount) > most;
  const message = `Only ${format(most, amount.currency)} has been received`;
  return isTooMuch ? refuse('refund_exceeds_received', { message }) : undefined;
}

const meaningOf = ({ kind = 'payment', ...body }: RecordBody): object => ({ kind, ...body });

/** A merchant records money in the collection's currency only. */
export const recordedAnswer = (entry: Booked): Answer =>
  succeed(MESSAGES['record-payment'], shownEntry(entry, true), 201);

/** Oldest first; of those recorded at once, the one that happened first, then in the order of their names. */
export function listAnswer({ booked, amount }: Known): Answer {
  const oldest = booked.toSorted(
    (a, b) => a.recordedAt - b.recordedAt || a.at - b.at || (a.transaction < b.transaction ? -1 : 1),
  );
  const rows = oldest.map((entry) => shownEntry(entry, entry.currency === amount.currency));
  return succeed(MESSAGES['list-payments'], rows);
}

/** Without the id. */
function shownEntry(entry: Booked, counts: boolean): object {
  const { credited, currency, standing, transaction, at, recordedAt, recorded } = entry;
  return {
    kind: kindOf(entry),
    amount: { value: credited / 10 ** decimalsOf(currency), currency },
    counts,
    standing: standing ?? null,
    method: recorded?.body.method ?? null,
    provider: recorded ? null : 'sandbox',
    transaction: recorded ? (recorded.body.transaction ?? null) : transaction,
    paidAt: iso(at),
    recordedAt: iso(recordedAt),
    recordedBy: recorded ? 'merchant' : 'provider',
  };
}

/** A dispute moves money when it is lost, and when it is won after that. */
function kindOf({ kind, credited }: Booked): string {
  if (kind === 'dispute_lost') return 'chargeback';
  if (kind === 'dispute_won') return credited > 0 ? 'chargeback_reversed' : 'dispute';
  return kind;
}
