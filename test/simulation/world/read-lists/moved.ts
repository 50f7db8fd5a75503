/** What moved at a provider: payments, refunds that may fail, disputes that are lost or won, as its lists show them and as a ledger says it. */
import type { Random } from '#test/simulation/kernel/random.ts';

type Returned = {
  kind: 'refund' | 'dispute';
  minor: number;
  from: number;
  until?: number;
  end?: 'failed' | 'lost' | 'won';
};

export type Moved = {
  transaction: string;
  reference: string;
  minor: number;
  at: number;
  returned?: Returned;
  /** What a run must have booked. */
  isPaid?: boolean;
  isReturned?: boolean;
};

const MINUTE = 60_000;

type Paid = { minor: number; at: number; now: number };

/** In the last minutes, so that the lists of the day have it. */
export function aReturn(random: Random, { minor, now }: Paid): Pick<Moved, 'returned'> {
  const part = random.bool(0.5) ? minor : Math.max(1, Math.floor(minor / 3));
  const back = { minor: part, from: now - 40 * MINUTE };
  const until = now - random.between(1, 30) * MINUTE;
  const kind = random.pick(['refund', 'dispute'] as const);
  const end = random.pick(kind === 'refund' ? ([undefined, 'failed'] as const) : ([undefined, 'lost', 'won'] as const));
  return { returned: { kind, ...back, ...(end && { until, end }) } };
}

const iso = (at: number): string => new Date(at).toISOString();
const money = (minor: number) => ({ minor, currency: 'NGN' });

/** Of one list, in the order of their last change. */
export function movementsOf(moved: readonly Moved[], what: string): { at: string; json: object }[] {
  const all = moved.flatMap(({ transaction, reference, minor, at, returned }) => {
    const common = { transaction, reference };
    if (what === 'payments')
      return [{ at: iso(at), json: { ...common, amount: money(minor), paidAt: iso(at), method: 'card' } as object }];
    if (returned === undefined || `${returned.kind}s` !== what) return [];
    const { kind, from, until = from, end } = returned;
    const begun = kind === 'refund' ? { doneAt: iso(from) } : { openedAt: iso(from), taken: end === 'lost' };
    const status = end ?? (kind === 'refund' ? 'done' : 'opened');
    const ended = end && { [`${end}At`]: iso(until) };
    const json = { id: `${transaction}-${kind}`, ...common, amount: money(returned.minor), status, ...begun, ...ended };
    return [{ at: iso(until), json }];
  });
  return all.toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

/** What a ledger has of it, in minor units, by kind. */
function entriesOf({ minor, returned, isPaid, isReturned }: Moved): [string, number][] {
  const paid: [string, number][] = isPaid ? [['payment', minor]] : [];
  if (!isReturned || returned === undefined) return paid;
  const { kind, end, minor: back } = returned;
  if (kind === 'refund')
    return [...paid, ['refund', -back], ...(end ? [['refund_failed', back] as [string, number]] : [])];
  const ends: Record<string, [string, number][]> = { lost: [['chargeback', -back]], won: [['dispute', 0]] };
  return [...paid, ['dispute', 0], ...(end ? (ends[end] ?? []) : [])];
}

export const sumOf = (moved: readonly Moved[]): number =>
  moved.flatMap(entriesOf).reduce((sum, [, minor]) => sum + minor, 0);

export const rowsOf = (moved: readonly Moved[]): string[] =>
  moved.flatMap((each) => entriesOf(each).map(([kind, minor]) => `${each.transaction} ${kind} ${minor / 100}`));
