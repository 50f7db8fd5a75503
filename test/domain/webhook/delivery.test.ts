/**
 * Deliveries as they begin: one for each endpoint that wants the event, in the order of telling, and held where nobody takes them.
 * The waits between the attempts of a webhook, and the pause for which a receiver asks.
 * Signatures of deliveries, checked by the library of the standard that receivers use.
 */

import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { endpointId } from '#lib/domain/ids.ts';
import {
  type DeliveryAttempt,
  deliveriesOf,
  deliveryId,
  firstDeliveryId,
  firstTasks,
  nextAttemptAt,
  pingBody,
  retryAfterMs,
  WAITS_MS,
  withAttempt,
} from '#lib/domain/webhook/delivery.ts';
import { newEndpoint, ownedEndpoint, stopEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { deriveSecret, signedHeaders } from '#lib/domain/webhook/signature.ts';
import { refusalOf } from '#test/domain/a-revisable.ts';

const AT = new Date('2026-07-01T09:00:00.000Z');
const later = new Date(AT.getTime() + 1);
const given = { url: 'https://shop.example/', events: ['payment.received'] };
const told = { id: 'evt_1', type: 'payment.received', body: '{"a":1}', toldAt: AT.toISOString() };

const wanting = newEndpoint('whe_1', given, AT);
const paused = stopEndpoint(newEndpoint('whe_2', { ...given, events: ['*'] }, AT), 'gone', AT);
const other = newEndpoint('whe_3', { ...given, events: ['payment.refunded'] }, AT);

describe('the deliveries of an event', () => {
  const [first, second, ...more] = deliveriesOf([wanting, paused, other], told);

  it('go to each endpoint that wants it; where one is stopped they are held', () => {
    const same = { event: 'evt_1', type: told.type, body: told.body, claimed: 0, round: 0, attempts: [] };
    const createdAt = told.toldAt;
    expect(more).toEqual([]);
    expect(first).toEqual({
      ...{ ...same, id: deliveryId('whe_1', 'evt_1', AT), endpoint: 'whe_1', createdAt },
      ...{ status: 'waiting', nextRunAt: '2026-07-01T09:01:30.000Z' },
    });
    expect(second).toEqual({
      ...{ ...same, id: deliveryId('whe_2', 'evt_1', AT), endpoint: 'whe_2', createdAt },
      status: 'held',
    });
  });

  it('are tried at once, but for those that are held', () => {
    expect(firstTasks([first, second].flatMap((each) => each ?? []))).toEqual([
      { endpoint: 'whe_1', delivery: first?.id, round: 0, attempt: 1 },
    ]);
  });
});

it('the ids of deliveries are in the order of telling, the same for a repetition, and another for each endpoint and event', () => {
  const ids = [deliveryId('whe_1', 'evt_1', AT), deliveryId('whe_2', 'evt_1', AT), deliveryId('whe_1', 'evt_2', AT)];
  expect(new Set(ids).size).toBe(3);
  expect(deliveryId('whe_1', 'evt_1', AT)).toBe(ids[0]);
  for (const id of ids) {
    expect(id).toMatch(/^dlv_[0-9a-z]{34}$/);
    expect(firstDeliveryId(AT) < id && id < firstDeliveryId(later)).toBe(true);
  }
  expect(firstDeliveryId(new Date(0))).toBe('dlv_000000000');
});

it('a ping names its endpoint and no event of a collection', () => {
  expect(JSON.parse(pingBody('evt_1', 'whe_1', AT))).toEqual({
    id: 'evt_1',
    type: 'webhook.ping',
    timestamp: AT.toISOString(),
    data: { endpoint: { id: 'whe_1' } },
  });
});

describe('an endpoint', () => {
  const ref = { account: '0123456789', hash: 'a'.repeat(25) };
  const own = { ...wanting, id: endpointId(ref) };

  it('is found among those of its account', () => {
    expect(ownedEndpoint([other, own], own.id, ref.account)).toEqual({ ref, endpoint: own });
  });

  it.each([
    ['of an account without one', undefined, own.id],
    ['that is not there', [other], own.id],
    ['whose id is none', [wanting], 'whe_1'],
  ])('%s is not found', (_name, all, id) => {
    expect(refusalOf(() => ownedEndpoint(all, id, ref.account)).code).toBe('webhook_endpoint_not_found');
  });

  it('of another account is refused', () => {
    expect(refusalOf(() => ownedEndpoint([own], own.id, '9876543210')).code).toBe('webhook_endpoint_forbidden');
  });
});

const NOW = new Date('2026-07-01T09:00:00.000Z');
const HOUR = 3_600_000;
const waitOf = (attempt: number, jitter: number) => nextAttemptAt(attempt, NOW, jitter)?.getTime() ?? Number.NaN;

describe('the ladder', () => {
  it('the ladder has nine waits, of 75 hours and 36 minutes together', () => {
    expect(WAITS_MS).toHaveLength(9);
    expect(WAITS_MS.reduce((sum, wait) => sum + wait, 0)).toBe(75.6 * HOUR);
  });

  it('a wait is as long as the ladder says, and up to a tenth longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, jitter) => {
        const wait = waitOf(attempt, jitter) - NOW.getTime();
        const step = WAITS_MS[attempt - 1] ?? 0;
        expect(wait).toBeGreaterThanOrEqual(step);
        expect(wait).toBeLessThanOrEqual(1.1 * step + 1);
      }),
    );
  });

  it('after the tenth attempt there is no other', () => {
    expect(nextAttemptAt(10, NOW, 0)).toBeUndefined();
  });
});

describe('Retry-After', () => {
  it.each([
    ['1', 1_000],
    [' 120 ', 120_000],
    ['36000', 10 * HOUR],
    ['36001', 10 * HOUR],
    ['999999999', 10 * HOUR],
    ['Wed, 01 Jul 2026 09:00:30 GMT', 30_000],
    ['Fri, 31 Jul 2026 09:00:00 GMT', 10 * HOUR],
  ])('a receiver that asks with %j is left alone for %i ms', (header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });

  it.each([undefined, '', '0', '-5', '1.5', '1e3', 'soon', '2026-07-01T10:00:00Z', 'Wed, 01 Jul 2026 08:59:59 GMT'])(
    'a receiver that asks with %j is not left alone',
    (header) => {
      expect(retryAfterMs(header, NOW)).toBeUndefined();
    },
  );
});

it('the log of a delivery keeps its latest thirty attempts', () => {
  const attempts = Array.from({ length: 31 }, (_, n): DeliveryAttempt => ({ at: NOW.toISOString(), milliseconds: n }));
  const logged = attempts.reduce<DeliveryAttempt[]>((log, attempt) => withAttempt(log, attempt), []);
  expect(withAttempt([], attempts[0] as DeliveryAttempt)).toHaveLength(1);
  expect(logged).toEqual(attempts.slice(1));
});

const secret = deriveSecret('key', 'whe_1', 1);
const next = deriveSecret('key', 'whe_1', 2);
const body = '{"type":"collection.completed","name":"Zoë"}';
const signed = (secrets: readonly string[]) =>
  signedHeaders({ id: 'evt_1', body, sentAt: new Date(Date.now() + 999), secrets });

it('a secret is of 32 bytes, and another for each endpoint, version and deployment', () => {
  expect(secret).toMatch(/^whsec_/);
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect(deriveSecret('key', 'whe_1', 1)).toBe(secret);
  const all = [secret, next, deriveSecret('key', 'whe_2', 1), deriveSecret('other', 'whe_1', 1)];
  expect(new Set(all).size).toBe(4);
});

it.each([
  ['the only secret', [secret], secret],
  ['the old secret of a rotation', [next, secret], secret],
  ['the new secret of a rotation', [next, secret], next],
])('a receiver with %s takes it', (_name, secrets, own) => {
  expect(new Webhook(own).verify(body, signed(secrets))).toEqual(JSON.parse(body));
});

it('a receiver with another secret, another body or another id refuses it', () => {
  const headers = signed([secret]);
  expect(() => new Webhook(next).verify(body, headers)).toThrow('No matching signature found');
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature found');
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow('No matching');
});

it('names the event, and the second in which it was sent', () => {
  const sentAt = new Date('2026-03-01T09:00:00.999Z');
  expect(signedHeaders({ id: 'evt_1', body, sentAt, secrets: [] })).toEqual({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Date.parse('2026-03-01T09:00:00Z') / 1000),
    'webhook-signature': '',
  });
});
