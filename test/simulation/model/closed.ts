/** Addresses that a channel cannot reach, for as long as their failure says (docs/decisions/0014-at-most-once.md). */
import { DAY, iso } from './wire.ts';

/** What a receipt says of its address. */
export type Failure = 'not_on_whatsapp' | 'invalid_number' | 'blocked' | 'bounced' | 'mailbox_full' | 'complaint';

/** In days. */
const CLOSES: Record<Failure, number> = {
  not_on_whatsapp: 30,
  invalid_number: 90,
  blocked: 30,
  bounced: Number.POSITIVE_INFINITY,
  mailbox_full: 7,
  complaint: Number.POSITIVE_INFINITY,
};

/** How many such failures it takes, where one is not enough. */
const STRIKES: Partial<Record<Failure, number>> = { blocked: 2 };

/** A failure that a receipt of this address has reported. */
export type Told = { failure: Failure; time: number };

/** The failures that close the address. */
export const closing = (told: readonly Told[]): Told[] =>
  told.filter(({ failure }) => told.filter((each) => each.failure === failure).length >= (STRIKES[failure] ?? 1));

/** What is stored of an address. Later than any other instant means for good. */
type Stored = { reason: string | undefined; until: number | undefined };

const FOR_GOOD = Date.parse('9999-12-31T23:59:59.999Z');

const endOf = ({ failure, time }: Told): number => Math.min(time + CLOSES[failure] * DAY, FOR_GOOD);

/** The faults of what is remembered: a failure says so, and a shorter time never replaces a longer one. */
export function memoryFaults({ reason, until }: Stored, before: number | undefined, told: readonly Told[]): string[] {
  if (until === undefined) return told.length > 0 ? [] : ['remembered, and nothing has failed'];
  const isFounded = closing(told).some((each) => each.failure === reason && endOf(each) === until);
  return [
    ...(isFounded ? [] : [`closed until ${iso(until)} as ${reason}, which no receipt says`]),
    ...(until >= (before ?? until) ? [] : [`closed until ${iso(until)}, and it was closed for longer`]),
  ];
}
