/** The pure parts of the workbench: times, timelines, threads, and what the form sends. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Draft, firstDraft, requestOf } from '#infra/local/workbench/app/draft.ts';
import { linkTo, routeOf } from '#infra/local/workbench/app/route.ts';
import { isEmail, payLinkIn, pieces, recipients, threadOf } from '#infra/local/workbench/app/thread.ts';
import { duration, forInput, relative, shortInstant } from '#infra/local/workbench/app/time.ts';
import { timelineOf } from '#infra/local/workbench/app/timeline.ts';
import { money, reasonText } from '#infra/local/workbench/app/words.ts';
import { CreateCollectionRequest } from '#lib/contract/create-collection.ts';
import { EVENT_TYPES } from '#lib/contract/openapi/event-types.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-02T12:00:00.000Z');

describe('time', () => {
  it.each([
    [0, 'just now'],
    [20_000, 'just now'],
    [MINUTE, 'in 1 minute'],
    [-2 * HOUR, '2 hours ago'],
    [DAY + 3 * HOUR + 20 * MINUTE, 'in 1 day 3 hours'],
    [DAY + 20 * MINUTE, 'in 1 day'],
    [-40_000, 'less than a minute ago'],
  ])('an instant %s ms away is "%s"', (away, words) => {
    expect(relative(NOW + away, NOW)).toBe(words);
  });

  it('a duration has its two largest units', () => {
    expect(duration(2 * DAY + 1 * HOUR + 5 * MINUTE)).toBe('2 days 1 hour');
  });

  it('a short instant has day and time, and what an input holds is the same instant to the minute', () => {
    expect(shortInstant(NOW, { timeZone: 'Africa/Lagos' })).toBe('Mon 2 Mar, 13:00');
    expect(new Date(forInput(NOW + 31_000)).getTime()).toBe(NOW);
  });
});

describe('words', () => {
  it('money shows the code of its currency, and a reason without words shows itself', () => {
    expect(money({ value: 45000, currency: 'NGN' })).toBe('NGN\u00a045,000.00');
    expect(reasonText('quiet_hours')).toBe('it would have come at night');
    expect(reasonText('brand_new')).toBe('brand new');
  });

  it('the address of a screen leads back to it, and an unknown one to the first', () => {
    expect(routeOf(linkTo('messages', '+234/7 %'))).toEqual({ screen: 'messages', id: '+234/7 %' });
    expect(routeOf('')).toEqual({ screen: 'collections' });
    expect(routeOf('#/nowhere/x')).toEqual({ screen: 'collections', id: 'x' });
    expect(routeOf('#/messages/%zz')).toEqual({ screen: 'messages', id: '%zz' });
  });
});

const EVENT = { id: 'evt_1', type: 'collection.created', timestamp: '2026-03-02T09:00:00.000Z' };
const COLLECTION = {
  status: 'pending',
  createdAt: '2026-03-02T09:00:00.000Z',
  expiresIn: 2880,
  events: [EVENT],
} as never as Parameters<typeof timelineOf>[0];
const SLOT = {
  slot: 1,
  dueAt: '2026-03-02T10:00:00.000Z',
  channel: 'sms',
  tone: 'gentle',
  text: 'Hello',
  reason: 'The first.',
};

type Plan = Parameters<typeof timelineOf>[1];
const aPlan = (slots: object[], removed: object[] = []) => ({ slots, removed, reasons: [] }) as never as Plan;
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
    expect(titles(timelineOf(COLLECTION, aPlan(slots), NOW))).toEqual([
      ['Created', 'SMS reminder 1'],
      ['Email reminder 2', 'Expires, if it is not paid'],
    ]);
  });

  it('the timeline says why a reminder was left out, and counts those that are not in the plan', () => {
    const skipped = { ...SLOT, status: 'skipped', skipReason: 'quiet_hours' };
    const removed = ['11:00', '11:30'].map((time) => ({ dueAt: `2026-03-02T${time}:00.000Z`, reason: 'merged' }));
    const { past } = timelineOf(COLLECTION, aPlan([skipped], removed), NOW);
    expect(past.map(({ title, note }) => [title, note])).toEqual([
      ['Created', undefined],
      ['SMS reminder 1 was left out', 'it would have come at night'],
      ['2 reminders are not in the plan', 'it is too close to the one before'],
    ]);
  });

  it('the timeline of a paid collection has one entry for all reminders that are not needed any more', () => {
    const slots = [1, 2, 3].map((slot) => ({ ...SLOT, slot, status: 'skipped', skipReason: 'completed' }));
    const paid = { ...COLLECTION, status: 'completed' } as typeof COLLECTION;
    expect(titles(timelineOf(paid, aPlan(slots), NOW))).toEqual([['Created', '3 reminders will not be sent'], []]);
  });

  it('a reminder that waits for its channel is shown when it is tried again', () => {
    const waiting = { ...SLOT, status: 'planned', retryAt: '2026-03-02T12:05:00.000Z' };
    expect(timelineOf(COLLECTION, aPlan([waiting]), NOW).planned[0]).toMatchObject({ at: NOW + 5 * MINUTE });
  });

  it('every type of event is told in words of its own, or by the slot that it is about', () => {
    for (const type of Object.keys(EVENT_TYPES)) {
      const { past } = timelineOf({ ...COLLECTION, events: [{ ...EVENT, type }] }, undefined, NOW);
      expect(past.map(({ title }) => title)).not.toContain(type);
    }
    const fresh = { ...COLLECTION, events: [{ ...EVENT, type: 'collection.brand_new' }] };
    expect(timelineOf(fresh, undefined, NOW).past[0]?.title).toBe('collection.brand_new');
  });
});

const A_MESSAGE = {
  id: 'm1',
  channel: 'sms',
  to: '+234',
  collectionId: 'pay_1',
  text: '',
  sentAt: '2026-03-02T10:00:00.000Z',
} as const;

describe('the phone', () => {
  it('the phone shows messages and replies in order, without emails', () => {
    const email = { ...A_MESSAGE, id: 'm2', channel: 'email', to: 'a@b.c' } as const;
    const events = [
      {
        id: 'e1',
        type: 'contact.replied',
        timestamp: '2026-03-02T11:00:00.000Z',
        data: { channel: 'sms', text: 'Friday' },
      },
      { id: 'e2', type: 'contact.opted_out', timestamp: '2026-03-02T09:00:00.000Z', data: { channel: 'sms' } },
    ];
    const thread = threadOf([A_MESSAGE, email], [{ ...COLLECTION, events } as never]);
    expect(thread.map(({ kind, key }) => [kind, key])).toEqual([
      ['note', 'e2'],
      ['theirs', 'm1'],
      ['mine', 'e1'],
    ]);
    expect([A_MESSAGE, email].filter(isEmail)).toEqual([email]);
  });

  it('links in a text are links, shortened, and nothing else of the text changes', () => {
    const href = `http://127.0.0.1:3000/pay/${'x'.repeat(60)}`;
    expect(pieces(`Pay: ${href} today`)).toEqual([
      { text: 'Pay: ' },
      { text: '127.0.0.1:3000/pay/xxxxxxxxx…', href },
      { text: ' today' },
    ]);
    expect(pieces('javascript:alert(1) <b>')).toEqual([{ text: 'javascript:alert(1) <b>' }]);
    expect(payLinkIn(`Stop: http://127.0.0.1:3000/u/x Pay: ${href}`)).toBe(href);
  });

  it('one person is who got messages of one collection by phone and by email', () => {
    const of = (to: string, collectionId: string) => ({ ...A_MESSAGE, to, collectionId });
    expect(recipients([of('+1', 'a'), of('x@y.z', 'a'), of('+2', 'b'), of('+1', 'c')])).toEqual([
      { key: '+1', addresses: ['+1', 'x@y.z'], count: 3 },
      { key: '+2', addresses: ['+2'], count: 1 },
    ]);
  });
});

describe('the form', () => {
  it.each<Partial<Draft>>([{}, { cadence: 'service' }, { cadence: 'none' }, { currency: ' ngn ' }])(
    'the form sends a request that the contract accepts: %j',
    (changed) => {
      const request = requestOf({ ...firstDraft(), ...changed });
      expect(z.safeParse(CreateCollectionRequest, request).success).toBe(true);
    },
  );
});
