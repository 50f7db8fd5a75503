/** What the model of the contract makes of an order: its history, replayed from the instants that the service tells. */
import type { Attempt } from '#test/simulation/model/attempts.ts';
import { type Known, recordExpiry, setStatus } from '#test/simulation/model/collection.ts';
import type { Shown } from '#test/simulation/model/compare.ts';
import { type Expected, NONE_CLOSED } from '#test/simulation/model/expected.ts';
import { planWithout } from '#test/simulation/model/ledger-runs.ts';
import { toMinor } from '#test/simulation/model/money.ts';
import { isOpenedByProvider } from '#test/simulation/model/options.ts';
import { apply } from '#test/simulation/model/payments.ts';
import type { Slot } from '#test/simulation/model/plan.ts';
import type { Amount, Status } from '#test/simulation/model/wire.ts';
import type { Row } from './table-rows.ts';

/** An entry as GET …/payments shows it. */
export type Entry = { amount: Amount; transaction: string; paidAt: string; recordedAt: string };

/** The answers of an order and the rows of its slots. */
export type Told = { shown: Shown; entries: readonly Entry[]; rows: readonly Row[]; nextSlot: number };

/** Two writers beside each other can read the clock in one order and write in the other: so far apart at most. */
export const BESIDE_MS = 5_000;

/**
 * The orders in which the events of a collection can have happened: as shown, or a change of status before payments that
 * read the clock earlier and wrote later.
 */
export function* possibleOrders(events: Shown['events']): Generator<Shown['events']> {
  yield events;
  const instantOf = ({ type, timestamp }: Shown['events'][number]) =>
    Date.parse(timestamp) - (CHANGE_BY_OTHERS.test(type) ? BESIDE_MS : 0);
  yield events.toSorted((one, other) => instantOf(one) - instantOf(other));
}

const CHANGE_BY_OTHERS = /^collection\.(overdue|cancelled|expired)$/;

/** The collection as the model has it after the same acts at the same instants. */
export function replay(
  expected: Expected,
  { shown, entries, rows, nextSlot }: Told,
  events: Shown['events'] = shown.events,
): Known {
  const left = [...entries];
  let { known } = expected;
  for (const { type, timestamp } of events) {
    const at = Date.parse(timestamp);
    if (/^payment\.(received|unexpected)$/.test(type)) known = withEntry(known, left.shift(), at);
    else if (type === 'payment_option.failed') known = { ...known, events: [...known.events, { type, at }] };
    else if (type.startsWith('collection.')) known = withStatus(known, type.slice('collection.'.length) as Status, at);
  }
  const options = shown.payable.options.filter(({ method }) => isOpenedByProvider(method));
  const { slots } = planWithout(expected, NONE_CLOSED);
  const attempts = rows.map((row) => attemptOf(row, slots[Number(row['slot']) - 1] as Slot));
  return { ...known, options, attempts, nextSlot };
}

function withEntry(known: Known, entry: Entry | undefined, now: number): Known {
  if (entry === undefined) return known;
  const { amount, transaction, paidAt } = entry;
  const { currency } = amount;
  const said = { kind: 'payment', transaction, object: transaction, minor: toMinor(amount), currency } as const;
  return apply({ known, booked: known.booked }, { ...said, at: Date.parse(paidAt) }, now).known;
}

/** A payment completes a collection by itself. An expiry that time brought has its own instant. */
function withStatus(known: Known, to: Status | 'created', at: number): Known {
  if (to === 'created' || to === known.status) return known;
  return to === 'expired' && at === known.expiresAt ? recordExpiry(known, at) : setStatus(known, to, at).known;
}

function attemptOf(row: Row, slot: Slot): Attempt {
  const { status, claimedAt, channel, channelsTried, reason } = row as unknown as Attempt & { reason?: string };
  const { sending: _claimed, ...at } = row['at'] as Record<string, string>;
  return {
    slot,
    claimedAt: Date.parse(String(claimedAt)),
    status,
    isDone: status !== 'sending',
    channelsTried,
    at: Object.fromEntries(Object.entries(at).map(([name, instant]) => [name, Date.parse(instant)])),
    ...(channel && { channel }),
    ...(status === 'skipped' && reason !== undefined && { skipReason: reason }),
  };
}
