/** What statistics know of a collection: from its history, its ledger, its messages and what was answered. */
import { describe, expect, it } from 'vitest';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { bookedIn, customersIn, debtsIn, isTooMany, owedWith } from '#lib/domain/insights/counted.ts';
import { type Facts, factsOf, subjectOf } from '#lib/domain/insights/facts.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { MovementKind } from '#lib/domain/payment/movement.ts';
import { aCollection, aContact, CREATED_AT, minutesLater } from '#test/support/a-collection.ts';
import { anEntry } from '#test/support/a-payment.ts';
import { anAttempt } from '#test/support/an-attempt.ts';

type Told = Parameters<typeof factsOf>[0];

const at = (minutes: number): string => minutesLater(minutes).toISOString();
const ms = (minutes: number): number => minutesLater(minutes).getTime();
const NOW = minutesLater(100);

const facts = (given: Partial<Collection> = {}, told: Partial<Omit<Told, 'collection'>> = {}, now = NOW): Facts =>
  factsOf({ collection: aCollection(given), attempts: [], entries: [], events: [], replies: [], ...told }, {}, now);

describe('a collection', () => {
  it('has no more fields than it needs: each is a part of the row of a telling', () => {
    expect(Object.values(facts())).not.toContain(undefined);
  });

  it('is known by its customer, its money and its instants, and by nothing that reaches a person', () => {
    const subject = { country: 'NG', arm: 'held_out' } as const;
    const told = { attempts: [], entries: [], events: [], replies: [] };
    const collection = aCollection({
      dueDay: 20_600,
      promise: { payBy: at(200), madeAt: at(1) },
    });
    expect(factsOf({ collection, ...told }, subject, NOW)).toEqual({
      ...{ contact: aContact().id, reference: 'PSK_txn_8a7f34', currency: 'NGN', amount: 4_500_000, status: 'pending' },
      ...{ createdAt: CREATED_AT.getTime(), promisedFor: ms(200) },
      journal: [{ at: CREATED_AT.getTime(), kind: 'asked', minor: 4_500_000 }],
      terms: [{ from: CREATED_AT.getTime(), dueDay: 20_600, expiresAt: ms(1440) }],
      ...{ country: 'NG', arm: 'held_out', messages: [], replies: [], optOuts: [] },
    });
  });

  it('is expired from its expiry on, whatever is stored', () => {
    expect([1439, 1440].map((now) => facts({}, {}, minutesLater(now)).status)).toEqual(['pending', 'expired']);
  });
});

describe('until when payment is in time', () => {
  const changed = (minutes: number, data: object) =>
    ({ type: 'collection.updated', timestamp: at(minutes), data }) as never;
  const DAY = '2026-05-27';

  it.each<[string, Partial<Collection>, object[]]>([
    [
      'a due day that came later',
      { dueDay: 20_600, events: [changed(5, { changed: ['dueDate'], from: {}, to: { dueDate: DAY } })] },
      [
        { from: CREATED_AT.getTime(), expiresAt: ms(1440) },
        { from: ms(5), dueDay: 20_600, expiresAt: ms(1440) },
      ],
    ],
    [
      'an expiry that was moved',
      { dueDay: 20_600, events: [changed(5, { changed: ['expiresIn'], from: { expiresAt: at(60) } })] },
      [
        { from: CREATED_AT.getTime(), dueDay: 20_600, expiresAt: ms(60) },
        { from: ms(5), dueDay: 20_600, expiresAt: ms(1440) },
      ],
    ],
    [
      'both, twice',
      {
        dueDay: 20_601,
        events: [
          changed(5, { changed: ['dueDate', 'expiresIn'], from: { dueDate: DAY, expiresAt: at(60) } }),
          changed(6, { changed: ['amount'], from: { amount: { minor: 1, currency: 'NGN' } } }),
          changed(7, { changed: ['dueDate'], from: { dueDate: '2026-05-28' } }),
        ],
      },
      [
        { from: CREATED_AT.getTime(), dueDay: 20_600, expiresAt: ms(60) },
        { from: ms(5), dueDay: 20_601, expiresAt: ms(1440) },
        { from: ms(7), dueDay: 20_601, expiresAt: ms(1440) },
      ],
    ],
  ])('%s', (_what, given, terms) => expect(facts(given).terms).toEqual(terms));
});

it('the number of an invoice is there where it has one', () => {
  expect(facts({ number: 'INV-7' }).invoice).toBe('INV-7');
  expect(facts({})).not.toHaveProperty('invoice');
});

describe('money', () => {
  const moved = (movement: MovementKind, object: string, given: Partial<LedgerEntry> = {}) =>
    anEntry({ movement, object, credited: 0, ...given });

  it.each<[string, Partial<Collection>, LedgerEntry[], true | undefined]>([
    ['a chargeback that has not ended', {}, [moved('dispute', 'dp_1')], true],
    ['one that was won', {}, [moved('dispute', 'dp_1'), moved('dispute_won', 'dp_1')], undefined],
    ['what the customer says is wrong', { disputes: [{ id: 'dsp_1', openedAt: at(3), reason: 'other' }] }, [], true],
    ['nothing', {}, [], undefined],
  ])('is disputed by %s', (_what, given, entries, isDisputed) => {
    expect(facts(given, { entries }).isDisputed).toBe(isDisputed);
  });
});

describe('messages and answers', () => {
  const sent = (slot: number, times: Attempt['at'], given: Partial<Attempt> = {}) =>
    anAttempt(slot, { channel: 'sms', at: times, ...given });

  it.each([
    ['sent', { sent: at(1) }, 'sent'],
    ['delivered', { sent: at(1), delivered: at(2) }, 'delivered'],
    ['read', { sent: at(1), delivered: at(2), read: at(3) }, 'read'],
    ['failed', { sent: at(1), failed: at(2) }, 'failed'],
    ['delivered, whatever failed of it', { sent: at(1), delivered: at(3), failed: at(2) }, 'delivered', 'delivered'],
    ['delivered, and has failed', { sent: at(1), delivered: at(2), failed: at(3) }, 'failed', 'failed'],
    ['perhaps sent', { unknown: at(1) }, 'unknown'],
  ] as const)('a message that was %s', (_what, times, result, status: Attempt['status'] = 'sent') => {
    expect(facts({}, { attempts: [sent(1, times, { status })] }).messages).toEqual([
      { at: ms(1), channel: 'sms', tone: 'gentle', result },
    ]);
  });

  it('that no channel took are none; a slot that failed over has two, in the order in which they were sent', () => {
    const earlier = { channel: 'whatsapp', messageId: 'w-1', at: { sent: at(3), failed: at(4) } } as never;
    const attempts = [sent(2, { sent: at(9) }), sent(1, { sent: at(5) }, { earlier }), sent(3, { failed: at(7) })];
    const { messages } = facts({}, { attempts });
    expect(messages.map(({ at: when, channel, result }) => [when, channel, result])).toEqual([
      [ms(3), 'whatsapp', 'failed'],
      [ms(5), 'sms', 'sent'],
      [ms(9), 'sms', 'sent'],
    ]);
  });

  it('that speak for several collections count as a message of the one alone whose slot it was', () => {
    const attempts = [sent(1, { sent: at(1) }), sent(2, { sent: at(2) }, { with: 'pay_other' })];
    expect(facts({}, { attempts }).messages.map(({ isShared }) => isShared)).toEqual([undefined, true]);
  });

  it('the first fifty replies and opt-outs count, and other events do not', () => {
    const many = Array.from({ length: 51 }, (_, minute) => minute);
    const events = [
      { type: 'followup.paused', timestamp: at(0) },
      ...many.map((minute) => ({ type: 'contact.opted_out', timestamp: at(minute) })),
    ];
    const { replies, optOuts } = facts({}, { replies: many.map((minute) => ({ at: at(minute) }) as never), events });
    expect([replies, optOuts]).toEqual([many.slice(0, 50).map(ms), many.slice(0, 50).map(ms)]);
  });
});

describe('the journal of an account', () => {
  const entry = (minutes: number, minor: number) => ({ at: ms(minutes), kind: 'received', minor }) as const;
  const known = (...journal: ReturnType<typeof entry>[]): Facts => ({ ...facts(), journal });

  it('has what is new of each collection, on its day there, in the order of the instants', () => {
    const changes = [
      { hash: 'a', before: known(entry(1, 1)), after: known(entry(1, 1), entry(14 * 60, 2)) },
      { hash: 'b', before: undefined, after: known(entry(3, 3), entry(15 * 60, 4)) },
      { hash: 'c', before: known(entry(1, 1)), after: known(entry(1, 1)) },
    ];
    const booked = bookedIn(changes, 'Africa/Lagos');
    expect(
      [...booked].map(([day, entries]) => [
        day,
        entries.map(({ collection, number, minor }) => [collection, number, minor]),
      ]),
    ).toEqual([
      ['2026-03-01', [['b', 1, 3]]],
      [
        '2026-03-02',
        [
          ['a', 2, 2],
          ['b', 2, 4],
        ],
      ],
    ]);
    expect(booked.get('2026-03-01')?.[0]).toMatchObject({
      contact: aContact().id,
      reference: 'PSK_txn_8a7f34',
      currency: 'NGN',
    });
  });
});

describe('the subject', () => {
  const before = JSON.stringify({ country: 'KE' });

  it.each<[string, Partial<Collection>, string | undefined, object]>([
    ['is in the country of its phone', {}, before, { country: 'NG' }],
    ['once it is erased, is where it was before', { erasedAt: at(1) }, before, { country: 'KE' }],
    [
      'once it is erased, and was never told of, is where its phone says',
      { erasedAt: at(1) },
      undefined,
      { country: 'NG' },
    ],
    ['is nowhere if its phone says nothing', { contact: aContact({ phone: '12' }) }, undefined, {}],
    ['takes part as its arm', { arm: 'reminded' }, undefined, { country: 'NG', arm: 'reminded' }],
  ])('%s', (_what, given, known, subject) => {
    expect(subjectOf(aCollection(given), known)).toStrictEqual(subject);
  });
});

describe('what customers owe', () => {
  /** Of 45,000, in minor units; `received` has come, and `isEnded` owes nothing more. */
  const owes = (
    contact: string,
    { received = 500_000, isEnded, ...given }: Partial<Facts> & { received?: number; isEnded?: true } = {},
  ): Facts => {
    const minor = isEnded ? -4_500_000 : -received;
    return { ...facts(), contact, ...given, journal: [...facts().journal, { at: 1, kind: 'received', minor }] };
  };
  const debt = (contact: string, owed: number, count: number, currency = 'NGN') => ({ contact, currency, owed, count });

  it('changes by the difference, once for each customer and currency, and not where nothing changes', () => {
    const changes = [
      { before: undefined, after: owes('one') },
      { before: owes('one', { received: 0 }), after: owes('one', { isEnded: true }) },
      { before: owes('two'), after: owes('three') },
      { before: owes('one', { currency: 'KES' }), after: owes('one', { currency: 'KES', received: 499_999 }) },
      { before: owes('four'), after: owes('four', { status: 'expired' }) },
      { before: owes('five', { isEnded: true }), after: undefined },
    ];
    expect(debtsIn(changes)).toEqual([
      debt('one', -500_000, 0),
      debt('two', -4_000_000, -1),
      debt('three', 4_000_000, 1),
      debt('one', 1, 0, 'KES'),
    ]);
  });

  it('is added to what is stored, and customers are those who owe something then', () => {
    const stored = [debt('one', 100, 1), debt('two', 50, 2)];
    const after = owedWith(stored, [
      debt('one', -100, -1),
      debt('two', -10, -1),
      debt('three', 7, 1),
      debt('one', 3, 1, 'KES'),
    ]);
    expect(after).toEqual([debt('one', 0, 0), debt('two', 40, 1), debt('three', 7, 1), debt('one', 3, 1, 'KES')]);
    expect(customersIn(stored, after)).toEqual(
      new Map([
        ['BOOK#*#NGN', new Map([['customers', [0]]])],
        ['BOOK#*#KES', new Map([['customers', [1]]])],
      ]),
    );
    expect(customersIn([], after.slice(1, 3))).toEqual(new Map([['BOOK#*#NGN', new Map([['customers', [2]]])]]));
  });

  it.each([
    [32, false],
    [33, true],
  ])(
    '%i statistics, as many debts, a third kind and a day of the journal: more than ninety-nine together is %j too many',
    (each, tooMany) => {
      const many = Array.from({ length: each }, (_, index) => [`${index}`, new Map()] as const);
      const firsts = new Map(Array.from({ length: 33 }, (_, index) => [`${index}`, '']));
      const owed = Array.from({ length: 33 }, () => debt('one', 1, 1));
      const journal = new Map([['2026-03-01', []]]);
      expect(isTooMany({ journal, statistics: new Map(many), owed, firstCollections: firsts })).toBe(tooMany);
    },
  );
});
