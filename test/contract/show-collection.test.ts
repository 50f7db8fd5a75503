/** A collection in responses. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { ToldEventBody } from '#lib/contract/event.ts';
import { toCollectionResponse, toHistoryResponse } from '#lib/contract/show-collection.ts';
import { toTellables } from '#lib/contract/show-told-event.ts';
import { asSeenAt } from '#lib/domain/collection.ts';
import type { CollectionEvent } from '#lib/domain/collection-event.ts';
import { completeFollowUp } from '#lib/domain/follow-up/strategy.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { aCollection, CREATED_AT, minutesLater } from '#test/support/a-collection.ts';
import { anEntry, anOption } from '#test/support/a-payment.ts';

const BASE = 'https://collections.example';
const shown = (given: Parameters<typeof aCollection>[0] = {}, now = CREATED_AT) =>
  toCollectionResponse(asSeenAt(aCollection(given), now), BASE);

describe('a collection as it is shown', () => {
  it('a collection response has exactly the fields of the interface document, and a balance', () => {
    const response = shown({ metadata: '{"description":"d"}' });
    expect(Object.keys(response)).toEqual([
      ...[
        'id',
        'type',
        'contact',
        'reference',
        'amount',
        'balance',
        'status',
        'expiresIn',
        'payable',
        'followUp',
        'metadata',
      ],
      ...['events', 'createdAt', 'updatedAt', 'completedAt'],
    ]);
    expect(z.parse(CollectionResponse, response)).toEqual(response);
  });

  it('a collection response leaves out metadata that was not given, and never shows the provider', () => {
    expect(shown({ provider: 'paystack' })).not.toHaveProperty('metadata');
    expect(JSON.stringify(shown({ provider: 'paystack' }))).not.toContain('paystack');
  });

  it('a collection response shows followUp complete, in minutes, or only that it is off', () => {
    expect(shown().followUp).toEqual({
      enabled: true,
      startAfter: 60,
      cadence: 'every_6h',
      channels: ['whatsapp', 'sms', 'email'],
      tone: 'gentle',
    });
    expect(shown({ followUp: { strategyVersion: 1, enabled: false } }).followUp).toEqual({ enabled: false });
  });

  it('a collection response does not distinguish the given parts of followUp from the chosen ones', () => {
    const context = { expiresInMinutes: 1440, reachableByPhone: true, phoneCountry: 'NG', hasEmail: true };
    const amount = { minor: 4_500_000, currency: 'NGN' };
    const followUp = completeFollowUp({ startAfter: 30, channels: ['email'] }, { ...context, amount });
    expect(shown({ followUp }).followUp).toEqual({
      enabled: true,
      startAfter: 30,
      cadence: 'every_6h',
      channels: ['email'],
      tone: 'gentle',
    });
    const off = completeFollowUp({ enabled: false, startAfter: 5, tone: 'gentle' }, { ...context, amount });
    expect(shown({ followUp: off }).followUp).toEqual({ enabled: false });
  });

  it('a collection response shows the proof of its link only in the link', () => {
    const payable = { enabled: true, methods: ['payment_link'] as const, proof: 'p'.repeat(25) };
    const response = shown({ payable });
    const link = expect.stringMatching(/^https:\/\/collections\.example\/pay\/[0-9a-z]{35}p{25}$/);
    expect(response.payable).toEqual({
      enabled: true,
      methods: ['payment_link'],
      options: [{ method: 'payment_link', link, expiresAt: minutesLater(1440).toISOString() }],
    });
  });

  it('a collection response shows an option without what is only for our own page', () => {
    const asked = { minor: 100, currency: 'NGN' };
    const phone = {
      provider: 'MTN',
      phone: '+233241234567',
      instructions: 'Dial *170#',
      expiresAt: CREATED_AT.toISOString(),
    };
    const account = { ...anOption('bank_transfer'), amount: { minor: 4_500_150, currency: 'NGN' } } as ProviderOption;
    const options = [
      { method: 'mobile_money', ...phone, asked, needsCode: true } as const,
      { ...account, asked } as ProviderOption,
    ];
    const methods = ['mobile_money', 'bank_transfer'] as const;
    const response = shown({ payable: { enabled: true, methods }, options });
    expect(z.parse(CollectionResponse, response).payable.options).toEqual([
      { method: 'mobile_money', ...phone },
      { ...account, amount: { value: 45_001.5, currency: 'NGN' } },
    ]);
  });

  it.each([
    ['nothing was paid', 0, 0, 45_000],
    ['a part was paid', 1_000_050, 10_000.5, 34_999.5],
    ['all was paid', 4_500_000, 45_000, 0],
    ['more was paid', 4_500_001, 45_000.01, 0],
    ['more went back than came in', -1_500, -15, 45_015],
  ])('a balance shows what was received and what is missing when %s', (_when, received, shownReceived, outstanding) => {
    expect(shown({ received }).balance).toEqual({
      received: { value: shownReceived, currency: 'NGN' },
      outstanding: { value: outstanding, currency: 'NGN' },
    });
  });

  it.each(STATUSES)('a balance is shown of a collection that is %s', (status) => {
    expect(shown({ status, received: 1_000_000 }).balance.outstanding.value).toBe(35_000);
  });

  it('a collection response shows events in order of time, and those of one instant in their stored order', () => {
    const events: CollectionEvent[] = [
      { type: 'collection.completed', timestamp: minutesLater(5).toISOString() },
      { type: 'followup.stopped', timestamp: minutesLater(5).toISOString() },
      { type: 'collection.created', timestamp: CREATED_AT.toISOString() },
    ];
    expect(shown({ events }).events.map(({ type }) => type)).toEqual([
      ...['collection.created', 'collection.completed', 'followup.stopped'],
    ]);
  });

  it('a collection response is expired from its expiry on', () => {
    expect(shown({}, minutesLater(1439)).status).toBe('pending');
    expect(shown({}, minutesLater(1440))).toMatchObject({
      status: 'expired',
      updatedAt: minutesLater(1440).toISOString(),
    });
  });

  it('a collection response shows the amount as it was sent', () => {
    expect(shown({ amount: { minor: 1005, currency: 'KWD' } }).amount).toEqual({ value: 1.005, currency: 'KWD' });
    expect(shown({ amount: { minor: 99_999_999_999_999, currency: 'NGN' } }).amount.value).toBe(999_999_999_999.99);
  });
});

it('an event is told without what a customer wrote, what names or reaches somebody, and the links of ways to pay', () => {
  const payable = { enabled: true, methods: ['payment_link', 'bank_transfer'] as const, proof: 'p'.repeat(25) };
  const collection = aCollection({ payable, options: [anOption('bank_transfer')] });
  const written = { channel: 'sms', messageId: 'm-1', text: 'my secret', at: CREATED_AT.toISOString() } as const;
  const data = { by: 'link', text: 'my secret', note: 'my secret', of_a_later_version: 'my secret' };
  const events = [{ type: 'anything', timestamp: CREATED_AT.toISOString(), data }];
  const history = { collection, attempts: [], entries: [anEntry({ note: 'my secret' })], events, replies: [written] };
  const told = toTellables(history, minutesLater(60)).map(({ render }) => JSON.parse(render(1)));
  expect(told.map((body) => z.parse(ToldEventBody, body).type).toSorted()).toEqual([
    ...['anything', 'collection.created', 'contact.replied', 'payment.received'],
  ]);
  const { firstName, lastName, phone, email } = collection.contact;
  for (const secret of ['my secret', firstName, lastName, phone, email, payable.proof, 'Wema'])
    expect(JSON.stringify(told)).not.toContain(secret);
  expect(told.find(({ type }) => type === 'anything').data.event.data).toEqual({ by: 'link' });
});

describe('the events of the ledger', () => {
  const historyOf = (entries: Parameters<typeof toHistoryResponse>[0]['entries'], given: object = {}) =>
    toHistoryResponse(
      { collection: aCollection(given), attempts: [], entries, events: [], replies: [] },
      minutesLater(60),
      BASE,
    );

  it('a payment is shown before the completion that it brought, and what went back after it, in the same instant', () => {
    const recordedAt = minutesLater(11).toISOString();
    const completion = [
      { type: 'collection.created', timestamp: CREATED_AT.toISOString() },
      { type: 'collection.completed', timestamp: recordedAt },
    ];
    const refund = anEntry({ key: 'refund', kind: 'refund', event: 'payment.refunded', recordedAt });
    const unexpected = anEntry({ key: 'second', event: 'payment.unexpected', reason: 'already_paid', recordedAt });
    const { events } = historyOf([refund, unexpected, anEntry({ recordedAt })], { events: completion });
    expect(events.map(({ type }) => type)).toEqual([
      ...['collection.created', 'payment.received', 'collection.completed', 'payment.refunded', 'payment.unexpected'],
    ]);
  });

  it('the event of an entry is shown with its data, as the contract has it', () => {
    const response = historyOf([anEntry({ method: 'card' })]);
    expect(z.parse(CollectionResponse, response)).toEqual(response);
    expect(response.events[1]?.data).toEqual({
      amount: { value: 45_000, currency: 'NGN' },
      transaction: 'trx-1',
      method: 'card',
      actor: 'provider',
    });
  });
});
