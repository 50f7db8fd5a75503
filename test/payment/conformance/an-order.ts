/** Builds an order, and the values of it that tests check. */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import type { Order } from '#lib/payment/port.ts';

export const NOW = new Date('2026-03-02T10:00:00.000Z');

export const referenceOf = (method: keyof OpenedBy, number = 1): string =>
  providerReference({ account: 'acct000001', hash: '0123456789abcdefghijklmno' }, method, number);

export const anOrder = (method: keyof OpenedBy, changes: Partial<Order> = {}): Order => ({
  reference: referenceOf(method),
  amount: { minor: 45_010, currency: 'NGN' },
  customer: { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: '+2348012345678' },
  merchant: 'Bright School',
  description: 'Spring term',
  expiresAt: '2026-03-09T10:00:00.000Z',
  now: NOW,
  returnUrl: 'https://collections.example/pay/token?returned=1',
  cancelUrl: 'https://collections.example/pay/token?cancelled=1',
  ...changes,
});

export const inCurrency = (currency: string, minor: number, phone?: string): Partial<Order> => ({
  amount: { minor, currency },
  ...(phone && { customer: { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone } }),
});
