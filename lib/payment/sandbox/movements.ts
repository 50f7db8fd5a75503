/** Reads what the sandbox reports of money: payments, refunds, disputes, and whether more may come. */
import { REFUND_PENDING } from '#lib/domain/payment/movement.ts';
import type { ListPage, Movement, Report } from '#lib/payment/port.ts';
import { readInstant, readUnits } from '#lib/payment/provider-values.ts';
import { idAt, malformed, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';

export const moneyOf = (json: unknown) =>
  readUnits(valueAt(json, 'amount', 'minor'), valueAt(json, 'amount', 'currency'));

/** In UTF-16 units: a merchant's own reference has at most 255 characters, of any kind. */
const MAX_REFERENCE = 510;

export const isReference = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_REFERENCE;

/** A merchant's own reference may begin or end with a space. */
function referenceAt(json: unknown): string {
  const reference = valueAt(json, 'reference');
  if (!isReference(reference)) throw malformed();
  return reference;
}

const commonOf = (json: unknown) => ({
  transaction: idAt(json, 'transaction'),
  references: [referenceAt(json)],
  amount: moneyOf(json),
});

function paymentOf(json: unknown): Movement[] {
  const common = commonOf(json);
  const method = maybeTextAt(json, 'method');
  const at = readInstant(valueAt(json, 'paidAt'));
  return [{ kind: 'payment', ...common, object: common.transaction, ...(method && { method }), at }];
}

/** Reads the instants at which an object came to a status; the one of its present status must be there. */
function instantsOf<Status extends string>(json: unknown, statuses: readonly Status[]) {
  const status = textAt(json, 'status');
  if (!(statuses as readonly string[]).includes(status)) throw malformed();
  return (of: Status): string | undefined => {
    const instant = valueAt(json, `${of}At`);
    return instant === undefined && status !== of ? undefined : readInstant(instant);
  };
}

function movementsOf(json: unknown, moments: readonly [Movement['kind'], string | undefined][]): Movement[] {
  const common = { ...commonOf(json), object: idAt(json, 'id') };
  return moments.flatMap(([kind, at]) => (at === undefined ? [] : [{ kind, ...common, at }]));
}

/** A refund that was done and failed afterwards has moved twice. One that is done can still fail. */
function refundOf(json: unknown): Movement[] {
  const instantOf = instantsOf(json, ['done', 'failed']);
  return movementsOf(json, [
    ['refund', instantOf('done')],
    ['refund_failed', instantOf('failed')],
    [REFUND_PENDING, valueAt(json, 'status') === 'done' ? instantOf('done') : undefined],
  ]);
}

function disputeOf(json: unknown): Movement[] {
  const instantOf = instantsOf(json, ['opened', 'lost', 'won']);
  const openedAt = readInstant(valueAt(json, 'openedAt'));
  const [opened, ...ended] = movementsOf(json, [
    ['dispute', openedAt],
    ['dispute_lost', instantOf('lost')],
    ['dispute_won', instantOf('won')],
  ]);
  if (opened === undefined) throw malformed();
  const isTaken = valueAt(json, 'status') === 'opened' && valueAt(json, 'taken') === true;
  return [isTaken ? { ...opened, taken: true } : opened, ...ended];
}

const READERS: Record<ListPage['what'], (json: unknown) => Movement[]> = {
  payments: paymentOf,
  refunds: refundOf,
  disputes: disputeOf,
};

export function listAt(json: unknown, name: string, what: ListPage['what']): Movement[] {
  const list = valueAt(json, name);
  if (!Array.isArray(list)) throw malformed();
  return list.flatMap(READERS[what]);
}

const ENDED = ['paid', 'closed', 'expired', 'reversed'];

/** Of a transaction or a session. A state that we do not know may still bring money. */
export const reportOf = (json: unknown): Report => ({
  movements: (['payments', 'refunds', 'disputes'] as const).flatMap((what) => listAt(json, what, what)),
  progress: ENDED.includes(textAt(json, 'state')) ? 'ended' : 'open',
});
