/** Which disputes at a bank still wait for their end. */
import { expect, it } from 'vitest';
import { openChargebacks } from '#lib/domain/payment/ledger-entry.ts';
import type { MovementKind } from '#lib/domain/payment/movement.ts';

type Entry = Parameters<typeof openChargebacks>[0][number];

/** `name`: provider, transaction and object. */
const entry = (movement: MovementKind, name = 'p t o'): Entry => {
  const [provider = '', transaction = '', object = ''] = name.split(' ');
  const amount = { minor: 1, currency: 'KES' };
  return { movement, provider, transaction, object, amount, recordedAt: '' };
};

it.each<[string, readonly Entry[], number]>([
  ['a payment', [entry('payment')], 0],
  ['a dispute', [entry('payment'), entry('dispute')], 1],
  ['a refund', [entry('refund')], 0],
  ['one that was won before another', [entry('dispute'), entry('dispute_won'), entry('dispute', 'p t o2')], 1],
  ['a dispute whose money was taken later', [entry('dispute'), entry('dispute')], 1],
  ['one that was won', [entry('dispute'), entry('dispute_won')], 0],
  ['one that was lost', [entry('dispute'), entry('dispute_lost')], 0],
  ['an end that was told first', [entry('dispute_lost'), entry('dispute')], 0],
  ['the end of another dispute', [entry('dispute'), entry('dispute_won', 'p t o2')], 1],
  ['the end of another transaction', [entry('dispute'), entry('dispute_won', 'p t2 o')], 1],
  ['the end at another provider', [entry('dispute'), entry('dispute_won', 'p2 t o')], 1],
  ['two', [entry('dispute'), entry('dispute', 'p t o2')], 2],
])('%s', (_name, entries, open) => expect(openChargebacks(entries)).toHaveLength(open));
