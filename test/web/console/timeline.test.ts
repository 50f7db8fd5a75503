/** The timeline of a collection, as the console shows it. */
import { describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { ALL_EVENT_TYPES } from '#lib/contract/event-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { REMOVAL_REASONS, SKIP_REASONS } from '#lib/contract/follow-up-plan.ts';
import { conversationOf, openFirst } from '#lib/web/console/app/customers.ts';
import { reasonText, tellerIn } from '#lib/web/console/format.ts';
import { timelineOf } from '#lib/web/console/timeline.ts';
import { LANGUAGES, type Language } from '#lib/words/languages.ts';
import { CONSOLE_WORDS } from './console-words.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-02T12:00:00.000Z');

const told = (collection: CollectionResponse, plan?: FollowUpPlanResponse, language: Language = 'en') =>
  timelineOf({ collection, plan }, NOW, tellerIn(language, CONSOLE_WORDS[language].timeline));

const EVENT = { id: 'evt_1', type: 'collection.created', timestamp: '2026-03-02T09:00:00.000Z' };
const COLLECTION = {
  status: 'pending',
  createdAt: '2026-03-02T09:00:00.000Z',
  expiresIn: 2880,
  amount: { value: 45_000, currency: 'NGN' },
  contact: { phone: '+234', email: 'ada@example.com' },
  events: [EVENT],
} as never as CollectionResponse;
const SLOT = {
  slot: 1,
  dueAt: '2026-03-02T10:00:00.000Z',
  channel: 'sms',
  tone: 'gentle',
  text: 'Hello',
  reason: 'The first.',
};

const aPlan = (slots: object[], removed: object[] = []) =>
  ({ slots, removed, reasons: [] }) as never as FollowUpPlanResponse;
const titles = ({ past, planned }: ReturnType<typeof timelineOf>) => [
  past.map(({ title }) => title),
  planned.map(({ title }) => title),
];

describe('the timeline', () => {
  it('the timeline has what happened before now, and what is planned after it', () => {
    const slots = [
      { ...SLOT, status: 'sent', sentAt: '2026-03-02T10:00:01.000Z' },
      { ...SLOT, slot: 2, channel: 'email', dueAt: '2026-03-02T16:00:00.000Z', status: 'planned' },
    ];
    expect(titles(told(COLLECTION, aPlan(slots)))).toEqual([
      ['Created', 'SMS reminder 1'],
      ['Email reminder 2', 'Expires, if it is not paid'],
    ]);
  });

  it.each([
    ['at the midnight after it, as the page promises', new Date(2026, 2, 6)],
    ['just before, as the console does', new Date(2026, 2, 5, 23, 59, 59)],
  ])('a promise is for the day that was promised, when it ends %s', (_, end) => {
    const event = { id: 'evt_2', type: 'promise.made', timestamp: EVENT.timestamp, data: { payBy: end.toISOString() } };
    const { past } = told({ ...COLLECTION, events: [EVENT, event] } as never);
    expect(past.at(-1)?.title).toContain('Thu 5 Mar');
    expect(past.at(-1)?.title).not.toContain('6 Mar');
  });

  it('the timeline says why a reminder was left out, and counts those that are not in the plan', () => {
    const skipped = { ...SLOT, status: 'skipped', skipReason: 'quiet_hours' };
    const removed = ['11:00', '11:30'].map((time) => ({ dueAt: `2026-03-02T${time}:00.000Z`, reason: 'merged' }));
    const { past } = told(COLLECTION, aPlan([skipped], removed));
    expect(past.map(({ title, note }) => [title, note])).toEqual([
      ['Created', undefined],
      ['SMS reminder 1 was left out', 'it would have come at night'],
      ['2 reminders are not in the plan', 'it is too close to the one before'],
    ]);
  });

  it('the timeline of a paid collection has one entry for all reminders that are not needed any more', () => {
    const slots = [1, 2, 3].map((slot) => ({ ...SLOT, slot, status: 'skipped', skipReason: 'completed' }));
    const paid = { ...COLLECTION, status: 'completed' } as typeof COLLECTION;
    expect(titles(told(paid, aPlan(slots)))).toEqual([['Created', '3 reminders will not be sent'], []]);
  });

  it('a message has its recipient, what became of it, and who asked for it', () => {
    const at = (minute: number) => `2026-03-02T10:0${minute}:00.000Z`;
    const member = { id: 'mbr_1', name: 'Grace' };
    const fates = [
      { id: 'e2', type: 'followup.delivered', timestamp: at(2), data: { slot: 1, member } },
      { id: 'e1', type: 'followup.sent', timestamp: at(1), data: { slot: 1, member } },
    ];
    const collection = { ...COLLECTION, events: [EVENT, ...fates] } as typeof COLLECTION;
    const slot = { ...SLOT, status: 'delivered', sentAt: at(1) };
    expect(told(collection, aPlan([slot])).past.at(-1)).toMatchObject({
      to: '+234',
      by: 'Grace',
      steps: [
        { status: 'sent', at: Date.parse(at(1)) },
        { status: 'delivered', at: Date.parse(at(2)) },
      ],
    });
  });

  it('a message of before the contact was corrected names no recipient, and one of after it does', () => {
    const corrected = {
      id: 'e1',
      type: 'collection.updated',
      timestamp: '2026-03-02T11:00:00.000Z',
      data: { changed: ['contact.phone', 'contact.email'] },
    };
    const collection = { ...COLLECTION, events: [EVENT, corrected] } as typeof COLLECTION;
    const slots = [
      { ...SLOT, status: 'sent', sentAt: SLOT.dueAt },
      { ...SLOT, slot: 2, channel: 'email', dueAt: '2026-03-02T16:00:00.000Z', status: 'planned' },
    ];
    const { past, planned } = told(collection, aPlan(slots));
    expect(past.map(({ title, to }) => [title, to])).toContainEqual(['SMS reminder 1', undefined]);
    expect(past.map(({ title, note }) => [title, note])).toContainEqual([
      'Corrected: phone, email',
      '+234, ada@example.com',
    ]);
    expect(planned[0]).toMatchObject({ to: 'ada@example.com' });
  });

  it('what a member did names the member, and why a reminder is moved is said plainly', () => {
    const paid = {
      id: 'e1',
      type: 'payment.received',
      timestamp: '2026-03-02T10:00:00.000Z',
      data: { amount: { value: 5, currency: 'NGN' }, method: 'cash', member: { id: 'mbr_1', name: 'Grace' } },
    };
    const collection = { ...COLLECTION, events: [paid] } as unknown as typeof COLLECTION;
    const night = { ...SLOT, status: 'planned', reason: '600 minutes after creation; moved out of quiet hours' };
    const { past, planned } = told(collection, aPlan([{ ...night, dueAt: '2026-03-03T08:00:00.000Z' }]));
    expect(past[0]).toMatchObject({ title: 'NGN\u00a05.00 received by cash', by: 'Grace' });
    expect(planned[0]?.note).toBe('gentle; moved out of the night');
  });

  it.each([
    [
      'a credit',
      [
        ['payment.received', 40_000],
        ['collection.credited', 5_000],
      ],
      'Paid in full',
    ],
    ['money that was moved here', [['payment.moved', 45_000, 'in']], 'Paid in full'],
    [
      'money that was moved away',
      [
        ['payment.received', 45_000],
        ['payment.moved', 45_000, 'out'],
      ],
      'Marked as paid; NGN\u00a045,000.00 was not received',
    ],
  ] as const)('what completes a collection may be %s', (_what, moved, title) => {
    const timestamp = '2026-03-02T10:00:00.000Z';
    const before = moved.map(([type, value, direction], at) => ({
      ...{ id: `m${at}`, type, timestamp },
      data: { amount: { value, currency: 'NGN' }, ...(direction && { direction }) },
    }));
    const completed = { id: 'c', type: 'collection.completed', timestamp };
    const collection = { ...COLLECTION, status: 'completed', events: [...before, completed] } as never;
    expect(told(collection).past.find(({ key }) => key === 'c')?.title).toBe(title);
  });

  it.each([
    [[45_000], 'Paid in full'],
    [[10_000, 35_000], 'Paid in full'],
    [[50_000], 'Paid in full'],
    [[10_000], 'Marked as paid; NGN\u00a035,000.00 was not received'],
    [[], 'Marked as paid; NGN\u00a045,000.00 was not received'],
  ])('a collection that is completed after payments of %j reads: %s', (values, title) => {
    const timestamp = '2026-03-02T10:00:00.000Z';
    const payments = values.map((value, at) => ({
      id: `p${at}`,
      type: 'payment.received',
      timestamp,
      data: { amount: { value, currency: 'NGN' } },
    }));
    const later = { id: 'r', type: 'payment.refunded', timestamp: '2026-03-02T11:00:00.000Z', data: payments[0]?.data };
    const events = [...payments, { id: 'e', type: 'collection.completed', timestamp }, later];
    const { past } = told({ ...COLLECTION, events } as unknown as typeof COLLECTION);
    expect(past.map((entry) => entry.title)).toContain(title);
  });

  it.each([
    ['in', 'NGN 80.00 was moved here from another collection'],
    ['out', 'NGN 80.00 was moved to another collection'],
  ])('money that was moved %s says which way', (direction, title) => {
    const data = { amount: { value: 80, currency: 'NGN' }, direction };
    const events = [{ id: 'e', type: 'payment.moved', timestamp: '2026-03-02T11:00:00.000Z', data }];
    const { past } = told({ ...COLLECTION, events } as unknown as typeof COLLECTION);
    expect(past[0]?.title.replace(/\s/g, ' ')).toBe(title);
  });

  it('what has happened is past, although the clock of the page is behind', () => {
    const paid = { id: 'e1', type: 'payment.received', timestamp: '2026-03-02T12:00:05.000Z' };
    const { past, planned } = told({ ...COLLECTION, events: [EVENT, paid] } as unknown as typeof COLLECTION);
    expect(past.map(({ key }) => key)).toEqual(['evt_1', 'e1']);
    expect(planned.map(({ key }) => key)).toEqual(['end']);
  });

  it.each([
    [['contact.phone', 'followUp'], 'Corrected: phone'],
    [['expiresIn', 'followUp'], 'Corrected: time to pay'],
    [['followUp'], 'Corrected: reminders'],
    [['followUp', 'metadata'], 'Corrected: reminders, details'],
  ])('a correction of %j reads: %s', (changed, title) => {
    const events = [{ ...EVENT, type: 'collection.updated', data: { changed } }];
    expect(told({ ...COLLECTION, events } as unknown as typeof COLLECTION).past[0]?.title).toBe(title);
  });

  it('a channel that was tried before another one took the message is named', () => {
    const slot = { ...SLOT, status: 'sent', sentAt: SLOT.dueAt, channelsTried: ['whatsapp', 'sms'] };
    expect(told(COLLECTION, aPlan([slot])).past.at(-1)?.note).toBe('gentle · WhatsApp did not take it');
  });

  it('a reminder that waits for its channel is shown when it is tried again', () => {
    const waiting = { ...SLOT, status: 'planned', retryAt: '2026-03-02T12:05:00.000Z' };
    expect(told(COLLECTION, aPlan([waiting])).planned[0]).toMatchObject({ at: NOW + 5 * MINUTE });
  });

  it('every type of event is told in words of its own, or by the slot that it is about', () => {
    for (const [type, language] of ALL_EVENT_TYPES.flatMap((type) => LANGUAGES.map((one) => [type, one] as const))) {
      const { past } = told({ ...COLLECTION, events: [{ ...EVENT, type }] }, undefined, language);
      expect(past.map(({ title }) => title)).not.toContain(type);
    }
    const fresh = { ...COLLECTION, events: [{ ...EVENT, type: 'collection.brand_new' }] };
    expect(told(fresh, undefined).past[0]?.title).toBe('collection.brand_new');
  });
});

describe('reasons', () => {
  it('every reason has words in every language, and one that has none shows itself', () => {
    for (const reason of Object.keys({ ...SKIP_REASONS, ...REMOVAL_REASONS })) {
      for (const language of LANGUAGES) expect(CONSOLE_WORDS[language].timeline.reasons).toHaveProperty(reason);
    }
    expect(reasonText(CONSOLE_WORDS.en.timeline, 'brand_new')).toBe('brand new');
  });
});

describe('the conversation with a customer', () => {
  const one = { ...COLLECTION, id: 'pay_1', reference: 'INV-1' } as CollectionResponse;
  const other = {
    ...one,
    id: 'pay_2',
    reference: 'INV-2',
    createdAt: '2026-03-02T09:30:00.000Z',
    events: [{ ...EVENT, timestamp: '2026-03-02T09:30:00.000Z' }],
  } as CollectionResponse;
  const sent = { ...SLOT, status: 'sent', sentAt: '2026-03-02T10:00:01.000Z' };

  it('has all collections in one order and names each, without what was left out, and a message for several once', () => {
    const skipped = { ...SLOT, slot: 2, status: 'skipped', skipReason: 'quiet_hours' };
    const told = [
      { collection: other, plan: aPlan([{ ...sent, with: 'pay_1' }]) },
      { collection: one, plan: aPlan([sent, skipped]) },
    ];
    const { past } = conversationOf(told, NOW, tellerIn('en', CONSOLE_WORDS.en.timeline));
    expect(past.map(({ title, collection }) => [collection?.reference, title])).toEqual([
      ['INV-1', 'Created'],
      ['INV-2', 'Created'],
      ['INV-1', 'SMS reminder 1'],
    ]);
    expect(new Set(past.map(({ key }) => key)).size).toBe(past.length);
  });

  it('begins with what is open, the newest first', () => {
    const paid = {
      ...other,
      id: 'pay_3',
      status: 'completed',
      createdAt: '2026-03-03T09:00:00.000Z',
    } as CollectionResponse;
    expect(openFirst([paid, one, other]).map(({ id }) => id)).toEqual(['pay_2', 'pay_1', 'pay_3']);
  });
});
