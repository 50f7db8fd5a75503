/** The money of some days in the console: what the address asks, its sums, and the lines of the file. */
import { describe, expect, it } from 'vitest';
import type { FlowResponse } from '#lib/contract/insights.ts';
import type { JournalEntryResponse } from '#lib/contract/journal.ts';
import {
  daysIn,
  isAskedFor,
  journalQuery,
  MONEY_HEAD,
  moneyLine,
  moneyQueryOf,
  sumsOf,
} from '#lib/web/console/app/money-moved.ts';

const MONTH = { from: '2026-03-01', to: '2026-03-20' };
const query = (text: string) => moneyQueryOf(new URLSearchParams(text), MONTH);

const entry = (given: object): JournalEntryResponse =>
  ({
    ...{ id: 'jnl_1', at: '', day: '2026-03-02', effectiveAt: '2026-03-01T10:00:00.000Z', kind: 'received' },
    ...{ amount: { value: -20.5, currency: 'NGN' }, collection: 'pay_1', reference: 'order-1', customer: 'contact_1' },
    ...given,
  }) as JournalEntryResponse;

describe('the address', () => {
  it.each([
    ['', MONTH],
    ['from=2026-02-01&to=2026-02-28', { from: '2026-02-01', to: '2026-02-28' }],
    ['from=2026-02-01', { from: '2026-02-01', to: '2026-03-20' }],
    ['to=2026-02-28', { from: '2026-02-28', to: '2026-02-28' }],
    ['from=2026-03-09&to=2026-03-02', { from: '2026-03-02', to: '2026-03-02' }],
    ['from=yesterday&to=today', MONTH],
    ['from=2025-03-20&to=2026-03-20', { from: '2025-03-20', to: '2026-03-20' }],
    ['from=2025-03-19&to=2026-03-20', { from: '2025-03-20', to: '2026-03-20' }],
  ])('%j asks for the days %j', (text, days) => {
    expect(daysIn(new URLSearchParams(text), MONTH)).toEqual(days);
  });

  it('what is no currency and no way is not asked', () => {
    expect(query('currency=naira&by=pigeon')).toEqual({ ...MONTH, currency: '', by: '' });
    expect(query('currency=NGN&by=hand')).toEqual({ ...MONTH, currency: 'NGN', by: 'hand' });
    expect(journalQuery(query('currency=NGN&by=hand'))).toEqual({ ...MONTH, currency: 'NGN' });
    expect(journalQuery(query(''))).toEqual(MONTH);
  });

  it('money by hand is what the merchant recorded', () => {
    const [hand, online] = [entry({ provider: 'merchant' }), entry({ provider: 'prv_1' })];
    const found = (text: string) => [hand, online].map((each) => isAskedFor(each, query(text)));
    expect([found(''), found('by=hand'), found('by=online')]).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
  });
});

describe('the sums', () => {
  const step = (online: number, byHand: number, returned: number, restored: number) => ({
    received: { online: { value: online }, byHand: { value: byHand } },
    ...{ returned: { value: returned }, restored: { value: restored } },
  });
  const flow = {
    currencies: [
      { currency: 'NGN', steps: [step(0.1, 5, 3, 0), step(0.2, 0, 0, 1)] },
      { currency: 'USD', steps: [step(7, 0, 0, 0)] },
    ],
  } as unknown as FlowResponse;

  it('are of the way that was asked for, and of what went back less what came back', () => {
    const ngn = (value: number) => ({ value, currency: 'NGN' });
    expect(sumsOf(flow, query(''))[0]).toEqual({ received: ngn(5.3), returned: ngn(2) });
    expect(sumsOf(flow, query('by=online'))[0]).toEqual({ received: ngn(0.3) });
    expect(sumsOf(flow, query('by=hand'))[0]).toEqual({ received: ngn(5) });
    expect(sumsOf(flow, query(''))[1]?.received).toEqual({ value: 7, currency: 'USD' });
  });
});

it('the file has a line for each, in which money that came is positive', () => {
  const full = entry({
    ...{ firstName: 'Ada', lastName: 'Obi', number: 'INV-7', method: 'cash', provider: 'merchant' },
    ...{ transaction: 't-1', fee: { value: 1.5, currency: 'NGN' }, by: { id: 'mbr_1', name: 'Grace' } },
  });
  expect(MONEY_HEAD.trim().split(',').length).toBe(15);
  expect(moneyLine(full)).toBe(
    '2026-03-02,2026-03-01T10:00:00.000Z,received,20.5,NGN,Ada Obi,order-1,INV-7,cash,merchant,t-1,1.5,Grace,contact_1,pay_1\r\n',
  );
  expect(moneyLine(entry({ kind: 'returned', amount: { value: 5, currency: 'NGN' } }))).toContain(',returned,-5,NGN,,');
});
