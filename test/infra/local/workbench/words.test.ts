/** The pure parts of the workbench: addresses, people, threads, and the collection that a click creates. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { linkTo, routeOf } from '#infra/local/workbench/app/route.ts';
import { sampleCollection } from '#infra/local/workbench/app/sample.ts';
import { isEmail, payLinkIn, peopleOf, pieces, statusOf, threadOf } from '#infra/local/workbench/app/thread.ts';
import { CreateCollectionRequest } from '#lib/contract/create-collection.ts';

it('the address of a screen leads back to it, and an unknown one to the first', () => {
  expect(routeOf(linkTo('webhooks', '+234/7 %'))).toEqual({ screen: 'webhooks', id: '+234/7 %' });
  expect(routeOf('')).toEqual({ screen: 'messages' });
  expect(routeOf('#/nowhere/x')).toEqual({ screen: 'messages', id: 'x' });
  expect(routeOf('#/messages/%zz')).toEqual({ screen: 'messages', id: '%zz' });
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

  const COLLECTIONS = [
    {
      id: 'pay_1',
      createdAt: '2026-03-02T09:00:00.000Z',
      contact: { firstName: 'Ada', lastName: 'Obi', phone: '+1', email: 'ada@y.z' },
      events: [
        { type: 'followup.sent', data: { slot: 1, channel: 'sms' } },
        { type: 'followup.failed', data: { slot: 1, channel: 'sms' } },
        { type: 'followup.sent', data: { slot: 1, channel: 'whatsapp' } },
      ],
    },
    {
      id: 'pay_2',
      createdAt: '2026-03-02T12:00:00.000Z',
      contact: { firstName: 'Eve', lastName: 'Ade', phone: '+2', email: 'eve@y.z' },
      events: [],
    },
  ] as never;

  it('people who share an address or a collection are one person, and the one written to last is first', () => {
    const to = (address: string, collectionId: string, sentAt: string = A_MESSAGE.sentAt) =>
      ({ ...A_MESSAGE, to: address, collectionId, sentAt }) as const;
    const messages = [to('ada@y.z', 'pay_1'), to('+9', 'pay_1'), to('+3', 'pay_0', '2026-03-02T08:00:00.000Z')];
    const shown = (of = messages) =>
      peopleOf(of, COLLECTIONS).map(({ name, addresses, collections, messages: { length } }) => [
        name,
        [...addresses, ...collections].join(' '),
        length,
      ]);
    expect(shown()).toEqual([
      ['Eve Ade', '+2 eve@y.z pay_2', 0],
      ['Ada Obi', '+1 ada@y.z +9 pay_1', 2],
      ['+3', '+3 pay_0', 1],
    ]);
    expect(shown([...messages, to('+1', 'pay_1', '2026-03-02T13:00:00.000Z')])[0]).toEqual([
      'Ada Obi',
      '+1 ada@y.z +9 pay_1',
      3,
    ]);
  });

  it('what became of a message is what the last event of its slot and channel says, and sent before', () => {
    const message = { ...A_MESSAGE, slot: 1 };
    expect(statusOf(message, COLLECTIONS)).toBe('failed');
    expect(statusOf({ ...message, channel: 'whatsapp' }, COLLECTIONS)).toBe('sent');
    expect(statusOf({ ...message, slot: 2 }, COLLECTIONS)).toBe('sent');
    expect(statusOf(message, [])).toBe('sent');
  });
});

it('the collection that a click creates is accepted by the contract', () => {
  expect(z.safeParse(CreateCollectionRequest, sampleCollection('order-1001')).success).toBe(true);
});
