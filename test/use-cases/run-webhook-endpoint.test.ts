/** The catch-up of an endpoint: what it releases of what was held, and when it ends. */
import { expect, it } from 'vitest';
import type { Delivery, DeliveryAttempt } from '#lib/domain/webhook/delivery.ts';
import { newEndpoint, newEndpointId } from '#lib/domain/webhook/endpoint.ts';
import { HEALTHY } from '#lib/domain/webhook/health.ts';
import { runWebhookEndpoint } from '#lib/use-cases/run-webhook-endpoint.ts';
import type { WebhookPorts } from '#lib/use-cases/webhook-ports.ts';

const NOW = new Date('2026-07-01T09:00:00.000Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

const REF = { account: 'abcdefghij', hash: '0'.repeat(25) };
const ENDPOINT = newEndpoint(
  newEndpointId(REF.account, new Uint8Array(16)),
  { url: 'https://receiver.example/', events: ['*'] },
  before(3_600),
);

const heldAfter = (attempts: DeliveryAttempt[]): Delivery => ({
  id: 'dlv_1',
  endpoint: ENDPOINT.id,
  event: 'evt_1',
  type: 'payment.received',
  body: '{}',
  status: 'held',
  claimed: 0,
  round: 0,
  attempts,
  createdAt: before(600).toISOString(),
});

/** The catch-up of an endpoint that was enabled an hour ago, with one delivery held, or none. */
async function catchUp(held: Delivery[]) {
  const queued: unknown[] = [];
  const scheduled: Date[] = [];
  const left = [...held];
  const ports = {
    clock: { now: () => NOW, sleep: async () => {} },
    loadDelivery: async () => ({
      endpoint: ENDPOINT,
      health: { ...HEALTHY, nextRunAt: NOW.toISOString(), isCatchingUp: true },
      delivery: undefined,
    }),
    setEndpointRun: async () => true,
    endEndpointRuns: async () => {},
    findHeld: async () => [...left],
    changeDelivery: async (_, { id }) => {
      left.splice(0, left.length, ...left.filter((each) => each.id !== id));
      return true;
    },
    queueWebhooks: async (tasks) => queued.push(...tasks),
    scheduleWebhook: async (_, at) => void scheduled.push(at),
  } as Partial<WebhookPorts> as WebhookPorts;
  return { outcome: await runWebhookEndpoint(ports, REF), queued, scheduled };
}

const tried = (seconds: number): DeliveryAttempt => ({
  at: before(seconds).toISOString(),
  status: 429,
  milliseconds: 5,
});

it('a catch-up releases what was held, and looks again a minute later', async () => {
  const { outcome, queued, scheduled } = await catchUp([heldAfter([])]);
  expect(outcome).toBe('catching_up');
  expect(queued).toEqual([{ endpoint: ENDPOINT.id, delivery: 'dlv_1', round: 0, attempt: 1 }]);
  expect(scheduled).toEqual([new Date(NOW.getTime() + 60_000)]);
});

it('a catch-up leaves what its receiver has just asked to send later, and looks at it again a minute later', async () => {
  const { outcome, queued, scheduled } = await catchUp([heldAfter([tried(59)])]);
  expect(outcome).toBe('catching_up');
  expect(queued).toEqual([]);
  expect(scheduled).toEqual([new Date(NOW.getTime() + 60_000)]);
});

it('a catch-up releases what was tried more than a minute ago', async () => {
  expect((await catchUp([heldAfter([tried(120), tried(61)])])).queued).toHaveLength(1);
});

it('a catch-up ends when nothing is held any more', async () => {
  const { outcome, scheduled } = await catchUp([]);
  expect([outcome, scheduled]).toEqual(['caught_up', []]);
});
