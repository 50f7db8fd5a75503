/** Which refunds and disputes have not ended, and how a provider says that one has. */
import { expect, it } from 'vitest';
import type { Movement } from '#lib/domain/payment/movement.ts';
import { hasEnded, openReturnsIn } from '#lib/domain/payment/open-return.ts';
import { aMovement } from '#test/support/a-movement.ts';

const moved = (kind: Movement['kind'], object = 'o', transaction = 'trx-1'): Movement => ({
  ...aMovement({ transaction }),
  kind,
  object,
});
const REFUND = { transaction: 'trx-1', about: 'refunds', object: 'o' } as const;
const DISPUTE = { transaction: 'trx-1', about: 'disputes', object: 'o' } as const;

it.each([
  ['a payment', [moved('payment', 'trx-1')], []],
  ['a refund that is begun', [moved('refund_pending')], [REFUND]],
  ['a refund that is done', [moved('refund')], []],
  ['a refund that is done and can still fail', [moved('refund'), moved('refund_pending')], [REFUND]],
  ['a refund that failed', [moved('refund_failed')], []],
  ['a dispute', [moved('dispute')], [DISPUTE]],
  ['a dispute that is lost, because it can still be won', [moved('dispute'), moved('dispute_lost')], [DISPUTE]],
  ['a dispute that is won', [moved('dispute'), moved('dispute_lost'), moved('dispute_won')], []],
  [
    'a dispute beside another that is won',
    [moved('dispute'), moved('dispute', 'b'), moved('dispute_won', 'b')],
    [DISPUTE],
  ],
  ['a dispute that is listed twice', [moved('dispute'), moved('dispute')], [DISPUTE]],
  ['a reversal', [moved('reversal', 'trx-1')], []],
  ['a refund of no transaction', [moved('refund_pending', 'o', '')], []],
] as [string, Movement[], object[]][])('of %s, what is open is told', (_what, movements, open) => {
  expect(openReturnsIn(movements)).toEqual(open);
});

it.each([
  [REFUND, [moved('refund')], true],
  [REFUND, [moved('refund_failed')], true],
  [REFUND, [moved('refund_pending')], false],
  [REFUND, [moved('refund'), moved('refund_pending')], false],
  [DISPUTE, [moved('dispute'), moved('dispute_won')], true],
  [DISPUTE, [moved('dispute'), moved('dispute_lost')], false],
  [DISPUTE, [moved('refund')], false],
  [REFUND, [moved('payment', 'trx-1')], false],
  [REFUND, [moved('refund', 'another')], false],
  [REFUND, [moved('refund', 'o', 'trx-2')], false],
  [REFUND, [], false],
] as const)('of %j, the answer %j says that it has ended: %s', (open, movements, ended) => {
  expect(hasEnded(open, movements)).toBe(ended);
});
