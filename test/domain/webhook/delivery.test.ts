/** Deliveries as they begin: one for each endpoint that wants the event, in the order of telling, and held where nobody takes them. */
import { describe, expect, it } from 'vitest';
import { endpointId } from '#lib/domain/ids.ts';
import { deliveriesOf, deliveryId, firstDeliveryId, firstTasks, pingBody } from '#lib/domain/webhook/delivery.ts';
import { newEndpoint, ownedEndpoint, stopEndpoint } from '#lib/domain/webhook/endpoint.ts';
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
