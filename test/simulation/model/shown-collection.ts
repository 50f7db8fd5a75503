/** How a collection is shown: its fields, its balance, its options to pay and its events. */
import { type Happened, type Known, statusAt } from './collection.ts';
import type { ShownEvent } from './history.ts';
import { payLinkOf } from './ids.ts';
import { decimalsOf, toMinor } from './money.ts';
import { isOpenedByProvider, type Option } from './options.ts';
import { type Around, attemptEvents } from './shown-attempt.ts';
import { isPayable } from './states.ts';
import { iso } from './wire.ts';

/** True for events that a list shows too; all other events are shown only when one collection is read. */
export const isInline = ({ type }: Happened): boolean =>
  /^collection\.|^followup\.(stopped|paused|resumed)$|^promise\./.test(type);

/** The `data` of a read at `now`, without the ids of events. */
export function shownAt(known: Known, now: number, baseUrl: string) {
  const { id, contact, reference, amount, expiresIn, payable, followUp, metadata, completedAt } = known;
  const status = statusAt(known, now);
  const updatedAt = status === known.status ? known.updatedAt : Math.max(known.updatedAt, known.expiresAt);
  return {
    id,
    type: 'integrated',
    contact,
    reference,
    amount,
    balance: balanceOf(known),
    status,
    expiresIn,
    payable: { ...payable, options: optionsOf(known, baseUrl) },
    followUp,
    ...(metadata !== undefined && { metadata }),
    events: eventsAt(known, now)
      .toSorted((a, b) => a.at - b.at)
      .map(shownEvent),
    createdAt: iso(known.createdAt),
    updatedAt: iso(updatedAt),
    completedAt: completedAt === undefined ? null : iso(completedAt),
  };
}

function shownEvent({ type, at, member, data }: Happened): ShownEvent {
  const event = { type, timestamp: iso(at) };
  return data || member ? { ...event, data: { ...data, ...(member && { actor: 'merchant', member }) } } : event;
}

/** The events of the collection itself, and those of its attempts. */
const eventsAt = (known: Known, now: number): Happened[] => [
  ...known.events,
  ...known.attempts.flatMap((attempt) => attemptEvents(attempt, aroundAt(known, now), now)),
];

/** What decides whether a deferred slot is offered again. */
export function aroundAt(known: Known, now: number): Around {
  const status = statusAt(known, now);
  return { retry: known.retry?.slot, status, isPayable: isPayable(status) };
}

function balanceOf({ amount, received }: Known) {
  const { currency } = amount;
  const shown = (minor: number) => ({ value: minor / 10 ** decimalsOf(currency), currency });
  return { received: shown(received), outstanding: shown(Math.max(0, toMinor(amount) - received)) };
}

/** In the order of the methods, only when `payable.enabled`. An option that its provider has not opened is missing. */
function optionsOf({ account, id, payable, expiresAt, options }: Known, baseUrl: string): Option[] {
  if (!payable.enabled) return [];
  const link = payLinkOf(account, id, baseUrl);
  return payable.methods.flatMap((method) => {
    if (isOpenedByProvider(method)) return options.filter((option) => option.method === method);
    return [{ method, link: method === 'card' ? `${link}?method=card` : link, expiresAt: iso(expiresAt) }];
  });
}
