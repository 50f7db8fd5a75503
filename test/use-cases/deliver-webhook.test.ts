/** One attempt of a delivery at its edges: the last one that is made, what was interrupted, and what an accepted one ends. */
import { describe, expect, it } from 'vitest';
import { type Delivery, newDelivery, type SentWebhook, WAITS_MS } from '#lib/domain/webhook/delivery.ts';
import { newEndpoint, newEndpointId } from '#lib/domain/webhook/endpoint.ts';
import { HEALTHY, type Health } from '#lib/domain/webhook/health.ts';
import { deliverWebhook } from '#lib/use-cases/deliver-webhook.ts';
import type { WebhookPorts } from '#lib/use-cases/webhook-ports.ts';

const NOW = new Date('2026-07-01T09:00:00.000Z');
const REF = { account: 'abcdefghij', hash: '0'.repeat(25) };
const ENDPOINT = newEndpoint(
  newEndpointId(REF.account, new Uint8Array(16)),
  { url: 'https://a.example', events: ['*'] },
  NOW,
);
const LAST = WAITS_MS.length + 1;

type Given = {
  delivery?: Partial<Delivery>;
  /** As it is read, and as it is with one failure more. */
  health?: Partial<Health>;
  failed?: Partial<Health>;
  sent?: SentWebhook;
  attempt?: number;
};

async function deliver({
  delivery: given = {},
  health,
  failed,
  sent = { status: 200, milliseconds: 5 },
  attempt,
}: Given) {
  const fresh = newDelivery(ENDPOINT, { id: 'evt_1', type: 'payment.received', body: '{}' }, NOW);
  const world = {
    delivery: { ...fresh, ...given },
    sent: 0,
    /** Until when each attempt was claimed. */
    claims: [] as (string | undefined)[],
    cleared: 0,
    scheduled: [] as Date[],
    steps: [] as string[],
  };
  const ports = {
    clock: { now: () => NOW, sleep: async () => {} },
    random: { fraction: () => 0 } as WebhookPorts['random'],
    loadDelivery: async () => ({ endpoint: ENDPOINT, health: { ...HEALTHY, ...health }, delivery: world.delivery }),
    changeDelivery: async (_ref, _read, change) => {
      world.delivery = { ...world.delivery, ...change };
      return true;
    },
    sendWebhook: async () => {
      world.sent += 1;
      world.claims.push(world.delivery.nextRunAt);
      return sent;
    },
    addFailure: async () => ({ ...HEALTHY, failures: 1, failingSince: NOW.toISOString(), ...failed }),
    setEndpointRun: async () => world.steps.push('run') > 0,
    changeAndTell: async () => void world.steps.push('stop') as never,
    clearFailures: async () => {
      world.cleared += 1;
    },
    scheduleWebhook: async (_task, at) => {
      world.steps.push('schedule');
      world.scheduled.push(at);
    },
  } as Partial<WebhookPorts> as WebhookPorts;
  const task = { endpoint: ENDPOINT.id, delivery: world.delivery.id, ...(attempt && { round: 0, attempt }) };
  return { outcome: await deliverWebhook(ports, REF, task), ...world };
}

const refused: SentWebhook = { status: 500, milliseconds: 5 };

describe('the tenth attempt', () => {
  it('is made, and after it the delivery has failed', async () => {
    const delivery = { claimed: LAST - 1 };
    const { outcome, delivery: after, ...world } = await deliver({ delivery, sent: refused, attempt: LAST });
    expect([outcome, after.status, after.claimed, world.sent]).toEqual(['failed', 'failed', LAST, 1]);
    expect(world.scheduled).toEqual([]);
  });

  it('that was interrupted is the last: no eleventh is made', async () => {
    const delivery = { status: 'sending' as const, claimed: LAST, nextRunAt: NOW.toISOString() };
    const { outcome, delivery: after, sent } = await deliver({ delivery });
    expect([outcome, sent]).toEqual(['failed', 0]);
    expect(after).toMatchObject({ status: 'failed', attempts: [{ error: 'interrupted' }] });
  });

  it('is made after a ninth that was interrupted', async () => {
    const delivery = { status: 'sending' as const, claimed: LAST - 1, nextRunAt: NOW.toISOString() };
    const { outcome, delivery: after, sent } = await deliver({ delivery });
    expect([outcome, sent]).toEqual(['delivered', 1]);
    expect(after).toMatchObject({ claimed: LAST, attempts: [{ error: 'interrupted' }, { status: 200 }] });
  });
});

describe('a message', () => {
  it.each<[string, Partial<Delivery>, number | undefined]>([
    ['for an attempt that was made', { claimed: 1 }, 1],
    ['for one that is being made', { status: 'sending', claimed: 1 }, 1],
    ['for one of the round before', { round: 1 }, 1],
    ['for what is delivered', { status: 'delivered', claimed: 1 }, 2],
    ['of the sweeper, before the instant of the next run', { nextRunAt: '2026-07-01T09:00:00.001Z' }, undefined],
  ])('%s is dropped', async (_what, delivery, attempt) => {
    expect(await deliver({ delivery, ...(attempt && { attempt }) })).toMatchObject({ outcome: 'dropped', sent: 0 });
  });
});

it.each([
  ['a minute', '2026-07-01T09:00:00.000Z', '2026-07-01T09:01:00.000Z'],
  ['longer, where the index had it later', '2026-07-01T09:01:30.000Z', '2026-07-01T09:01:30.000Z'],
])('while it is sent, the sweeper leaves it alone for %s', async (_how, nextRunAt, until) => {
  const { claims } = await deliver({ delivery: { claimed: 1, nextRunAt }, attempt: 2 });
  expect(claims).toEqual([until]);
});

describe('a delivery that is accepted', () => {
  it('ends the failures before it, also where a probe has set their number back', async () => {
    const failingSince = '2026-06-27T09:00:00.000Z';
    for (const failures of [0, 7])
      expect((await deliver({ attempt: 1, health: { failures, failingSince } })).cleared).toBe(1);
  });

  it('writes nothing of an endpoint that is well', async () => {
    expect((await deliver({ attempt: 1 })).cleared).toBe(0);
  });
});

it.each<[string, Given]>([
  ['that has failed too often', { sent: refused, failed: { failures: 20, failingSince: '2026-07-01T08:55:00.000Z' } }],
  ['that asks for a pause', { sent: { ...refused, waitMs: 60_000 } }],
])(
  'an endpoint %s has its next run before it is stopped, so that a crash between leaves no pause without an end',
  async (_what, given) => {
    const { steps } = await deliver({ ...given, attempt: LAST, delivery: { claimed: LAST - 1 } });
    expect(steps).toEqual(['run', 'stop', 'schedule']);
  },
);
