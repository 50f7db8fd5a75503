/** What payers of a world do: pay in full, in part, twice or too much, and get money back. */
import type { Money } from '#lib/domain/money.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Dispute, Payment, Refund } from './sandbox.ts';

const MINUTE = 60_000;

/** The payments of a customer with an open session: none, the amount, parts, too much, or another currency. */
export function intentions({ minor, currency }: Money, random: Random): { after: number; amount: Money }[] {
  if (random.bool(0.35)) return [];
  const soon = () => random.pick([0, 2, 50, 5_000, 10 * MINUTE, 240 * MINUTE]) + random.between(0, 1_000);
  const part = Math.max(1, Math.floor(minor * random.fraction()));
  const amounts = random
    .pick([[minor], [minor], [minor, minor], [part], [part, minor - part], [minor + part]])
    .filter((each) => each > 0);
  const paid = amounts.map((each) => ({ after: soon(), amount: { minor: each, currency } }));
  return random.bool(0.1) ? [...paid, { after: soon(), amount: { minor, currency: 'KES' } }] : paid;
}

/** A step of money that goes back; `change` records it at the provider, at an instant. */
type Return = { after: number; event: string; change: (at: string) => void };

const RETURNS = 0.15;

/** A refund that may fail afterwards, or a dispute that is lost or won. */
export function returns(payment: Payment, random: Random): Return[] {
  if (!random.bool(RETURNS)) return [];
  const first = random.between(MINUTE, 600 * MINUTE);
  const second = first + random.between(1_000, 600 * MINUTE);
  const { amount, transaction } = payment;
  const share = random.bool(0.5) ? amount.minor : Math.max(1, Math.floor(amount.minor / 2));
  const back = { amount: { ...amount, minor: share } };
  if (random.bool(0.5))
    return refunded(payment, { id: `${transaction}-refund`, ...back }, [first, second], random.bool(0.3));
  return disputed(payment, { id: `${transaction}-dispute`, ...back }, [first, second], random.bool(0.5));
}

type Back = { id: string; amount: Money };

function refunded({ refunds }: Payment, back: Back, [first, second]: [number, number], fails: boolean): Return[] {
  const refund = (): Refund => refunds[0] as Refund;
  const done: Return = {
    after: first,
    event: 'refund.done',
    change: (at) => void refunds.push({ ...back, status: 'done', doneAt: at }),
  };
  const change = (at: string) => void Object.assign(refund(), { status: 'failed', failedAt: at });
  return fails ? [done, { after: second, event: 'refund.failed', change }] : [done];
}

function disputed({ disputes }: Payment, back: Back, [first, second]: [number, number], isLost: boolean): Return[] {
  const dispute = (): Dispute => disputes[0] as Dispute;
  const opened: Return = {
    after: first,
    event: 'dispute.opened',
    change: (at) => void disputes.push({ ...back, status: 'opened', openedAt: at }),
  };
  const status = isLost ? 'lost' : 'won';
  const change = (at: string) => void Object.assign(dispute(), { status, [`${status}At`]: at });
  return [opened, { after: second, event: `dispute.${status}`, change }];
}
