/** What the screen of a collection says from what it has read: the next message, balances, and what the team recorded lately. */
import { describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import { aboutOf, balancesOf, nextMessage, payLinkOf, recentlyRecorded } from '#lib/web/console/app/detail.ts';

const NOW = Date.parse('2026-03-02T12:00:00.000Z');

describe('the next message', () => {
  const UNTIL = '2026-03-09T09:00:00.000Z';
  const slot = (number: number, dueAt: string, rest: object = {}) => ({
    slot: number,
    dueAt,
    status: 'planned',
    ...rest,
  });
  const next = (collection: object, plan: object) =>
    nextMessage({
      collection: { status: 'pending', ...collection } as CollectionResponse,
      plan: { enabled: true, slots: [], ...plan } as never as FollowUpPlanResponse,
    });

  it('is the first that is planned, at the time to which it was put off', () => {
    const slots = [
      slot(1, '2026-03-02T10:00:00.000Z', { status: 'sent' }),
      slot(2, '2026-03-02T13:00:00.000Z', { deferredUntil: '2026-03-02T18:00:00.000Z' }),
      slot(3, '2026-03-02T16:00:00.000Z'),
    ];
    expect(next({}, { slots })).toMatchObject({ kind: 'planned', at: Date.parse('2026-03-02T16:00:00.000Z') });
    expect(next({ status: 'overdue' }, { slots: slots.slice(0, 2) })).toMatchObject({ slot: { slot: 2 } });
    expect(next({ status: 'completed' }, { slots })).toEqual({ kind: 'none', why: 'completed' });
  });

  it.each<[object, object, object]>([
    [{ status: 'expired' }, {}, { kind: 'none', why: 'expired' }],
    [{}, {}, { kind: 'none', why: 'done' }],
    [{}, { enabled: false }, { kind: 'none', why: 'off' }],
    [{}, { paused: { of: 'collection' } }, { kind: 'none', why: 'paused' }],
    [{}, { paused: { of: 'collection', until: UNTIL } }, { kind: 'paused', until: Date.parse(UNTIL) }],
    [{}, { paused: { of: 'customer' } }, { kind: 'none', why: 'customerPaused' }],
    [{}, { paused: { of: 'customer', until: UNTIL } }, { kind: 'none', why: 'customerPaused' }],
    [{ claims: [{ status: 'open' }] }, {}, { kind: 'none', why: 'undecided' }],
    [{ claims: [{ status: 'rejected' }], disputes: [{ status: 'open' }] }, {}, { kind: 'none', why: 'undecided' }],
    [{ claims: [{ status: 'rejected' }], disputes: [{ status: 'resolved' }] }, {}, { kind: 'none', why: 'done' }],
  ])('of %j with the plan %j there is none: %j', (collection, plan, expected) => {
    expect(next(collection, plan)).toEqual(expected);
  });
});

const ngn = (value: number) => ({ value, currency: 'NGN' });

it('what is left after each payment is never below nothing, and does not move by what does not count', () => {
  const payments = [
    { counts: true, amount: ngn(0.1) },
    { counts: false, amount: { value: 5, currency: 'USD' } },
    { counts: true, amount: ngn(0.2) },
    { counts: true, amount: ngn(2) },
    { counts: true, amount: ngn(-1.5) },
  ] as PaymentResponse[];
  const left = [0.9, null, 0.7, 0, 0.2];
  expect(balancesOf({ amount: ngn(1) } as CollectionResponse, payments)).toEqual(left);
});

it('what the team recorded within a day is shown, the newest first, and nothing of a provider', () => {
  const received = (id: string, minutes: number, data: object) => ({
    id,
    type: 'payment.received',
    timestamp: new Date(NOW - minutes * 60_000).toISOString(),
    data: { actor: 'merchant', amount: ngn(5), ...data },
  });
  const events = [
    received('day', 24 * 60, {}),
    received('yesterday', 24 * 60 - 1, { member: { name: 'Ada' } }),
    received('provider', 5, { actor: 'provider' }),
    { ...received('credit', 4, {}), type: 'collection.credited' },
    received('now', 0, {}),
  ];
  const recent = recentlyRecorded({ events } as never as CollectionResponse, NOW);
  expect(recent.map(({ id, by }) => [id, by])).toEqual([
    ['now', ''],
    ['yesterday', 'Ada'],
  ]);
});

it.each([
  [undefined, undefined],
  [{ description: 'Shoes' }, 'Shoes'],
  [[{ name: 'Shoe', description: 'Two pairs' }, { description: 'Socks' }], 'Two pairs'],
  [[{ name: 'Shoe' }], 'Shoe'],
  [{ description: 5 }, undefined],
  [[], undefined],
])('metadata %j is about %j', (metadata, about) => {
  expect(aboutOf({ metadata } as never as CollectionResponse)).toBe(about);
});

it('the link to pay is that of the page, not of another way', () => {
  const options = [{ method: 'virtual_account' }, { method: 'payment_link', link: 'https://x.example/pay/1' }];
  expect(payLinkOf({ payable: { options } } as never as CollectionResponse)).toBe('https://x.example/pay/1');
  expect(payLinkOf({ payable: { options: [] } } as never as CollectionResponse)).toBeUndefined();
});
