/** Flutterwave's webhooks about money, and what each is to be looked up by. */
import type { Lookup } from '#lib/payment/port.ts';
import { FLW_REF, ID, reference } from './movements.ts';

const completed = (data: object, lookup: Lookup): [object, Lookup] => [
  {
    event: 'charge.completed',
    data: { flw_ref: FLW_REF, amount: 450.1, currency: 'NGN', status: 'successful', ...data },
  },
  lookup,
];

export const EVENTS: [object, Lookup][] = [
  completed({ id: ID, tx_ref: reference }, { reference, transaction: String(ID) }),
  completed({ id: ID, tx_ref: reference, status: 'failed' }, { reference, transaction: String(ID) }),
  completed({ id: ID, tx_ref: 'shop-1' }, { reference: 'shop-1', transaction: String(ID) }),
  completed({ tx_ref: reference }, { reference }),
];
