/** The pure parts of the workbench: times, threads, and what the form sends. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Draft, firstDraft } from '#infra/local/workbench/app/draft.ts';
import { linkTo, routeOf } from '#infra/local/workbench/app/route.ts';
import { isEmail, payLinkIn, pieces, recipients, threadOf } from '#infra/local/workbench/app/thread.ts';
import { relative } from '#infra/local/workbench/app/time.ts';
import { CreateCollectionRequest } from '#lib/contract/create-collection.ts';
import { requestOf } from '#lib/web/console/app/draft.ts';

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
});

describe('words', () => {
  it('the address of a screen leads back to it, and an unknown one to the first', () => {
    expect(routeOf(linkTo('messages', '+234/7 %'))).toEqual({ screen: 'messages', id: '+234/7 %' });
    expect(routeOf('')).toEqual({ screen: 'collections' });
    expect(routeOf('#/nowhere/x')).toEqual({ screen: 'collections', id: 'x' });
    expect(routeOf('#/messages/%zz')).toEqual({ screen: 'messages', id: '%zz' });
  });
});

const COLLECTION = { events: [] };

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
