/**
 * What a person's past may change in a chosen strategy (docs/decisions/0028-rules-for-people.md). When a past is on record
 * depends on receipts and payments that may be late or lost, so the model adopts a change that the past allows.
 */

import type { Expected } from './expected.ts';
import type { Ledger } from './ledger.ts';
import { personOf } from './person-claims.ts';
import { echoOf, type Strategy } from './strategy.ts';
import { latest } from './timeline.ts';
import type { Channel, FollowUpRequest } from './wire.ts';

/** As they were written with the collection. */
export type Chosen = { channels: readonly Channel[]; startAfter: number };

const MIN_WINS = 2;
const MIN_UNREAD = 3;
const MIN_PAYMENTS = 3;
const MAX_SHIFT_MINUTES = 4 * 60;

type Choice = { given: FollowUpRequest | undefined; chosen: Chosen | undefined };

/** What the caller gave stays. */
export function learnedFrom(ledger: Ledger, expected: Expected, { given = {}, chosen }: Choice): Expected {
  const { strategy, known } = expected;
  if (strategy === undefined || chosen === undefined) return expected;
  const past = pastOf(ledger, expected);
  const isOther = given.channels === undefined && isLearned(strategy.channels, chosen.channels, past);
  const channels = isOther ? chosen.channels : strategy.channels;
  const isLater =
    given.startAfter === undefined && isShifted(strategy.startAfter, chosen.startAfter, past, known.expiresIn);
  const startAfter = isLater ? chosen.startAfter : strategy.startAfter;
  const learned: Strategy = { ...strategy, channels, startAfter };
  // A plan is known again by its hours.
  const hours = { ...expected.hours };
  return { ...expected, hours, strategy: learned, known: { ...known, followUp: echoOf(learned, known.expiresIn) } };
}

/**
 * All that a person's past may make of a preview, which does not say what was chosen. `startAfter`: what its first slot
 * would have been chosen with.
 */
export function learnable(ledger: Ledger, expected: Expected, given: FollowUpRequest | undefined, startAfter: number) {
  const { strategy } = expected;
  const past = pastOf(ledger, expected);
  if (strategy === undefined || (past.payments < MIN_WINS && past.delivered < MIN_UNREAD)) return [expected];
  const others = (channel: Channel) => strategy.channels.filter((each) => each !== channel);
  const orders = [
    strategy.channels,
    ...strategy.channels.map((winner) => [winner, ...others(winner)]),
    [...others('whatsapp'), 'whatsapp'] as const,
  ];
  return orders.flatMap((channels) =>
    [strategy.startAfter, startAfter].map((start) =>
      learnedFrom(ledger, expected, { given, chosen: { channels, startAfter: start } }),
    ),
  );
}

type Past = { payments: number; delivered: number };

function pastOf({ entries }: Ledger, { known }: Expected): Past {
  const person = personOf(known);
  // What was sent before a correction stays in the past of whom it was sent to.
  const own = [...entries.values()]
    .filter(({ versions }) => versions.some(({ value }) => personOf(value) === person))
    .map(({ versions }) => latest(versions));
  const attempts = own.flatMap((each) => each.attempts);
  return {
    payments: own.filter(({ status, booked }) => status === 'completed' && booked.length > 0).length,
    delivered: attempts.filter(({ channel, at }) => channel === 'whatsapp' && (at.delivered ?? at.read) !== undefined)
      .length,
  };
}

/** The channel that led to payments comes first, else WhatsApp comes last if nothing of it is read. */
function isLearned(fixed: readonly Channel[], written: readonly Channel[], { payments, delivered }: Past): boolean {
  const [winner] = written;
  const isWon = winner !== undefined && isSame(written, [winner, ...fixed.filter((each) => each !== winner)]);
  const isUnread = isSame(written, [...fixed.filter((each) => each !== 'whatsapp'), 'whatsapp']);
  return (payments >= MIN_WINS && isWon) || (delivered >= MIN_UNREAD && fixed[0] === 'whatsapp' && isUnread);
}

const isSame = (a: readonly Channel[], b: readonly Channel[]): boolean => a.join() === b.join();

/** At most to half of the window, and from there into the hours in which the person pays. */
const isShifted = (fixed: number, written: number, { payments }: Past, window: number): boolean =>
  payments >= MIN_PAYMENTS && written > fixed && written <= Math.max(fixed, window / 2) + MAX_SHIFT_MINUTES;
