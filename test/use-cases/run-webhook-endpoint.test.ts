/** The catch-up of an endpoint: what it releases of what was held, and when it ends. */
import { expect, it } from 'vitest';
import type { Delivery } from '#lib/domain/webhook/delivery.ts';
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

const held = (number: number): Delivery => ({
  id: `dlv_${number}`,
  endpoint: ENDPOINT.id,
  event: `evt_${number}`,
  type: 'payment.received',
  body: '{}',
  status: 'held',
  claimed: 0,
  round: 0,
  attempts: [],
  createdAt: before(600).toISOString(),
});

/** The catch-up of an endpoint that was enabled an hour ago: `answer` is its receiver's, and each answer takes so many seconds. */
async function catchUp(held: Delivery[], answer = (_id: string): number => 200, seconds = 0, health: object = {}) {
  const sent: string[] = [];
  const scheduled: Date[] = [];
  const known = new Map(held.map((delivery) => [delivery.id, delivery]));
  let now = NOW;
  const loaded = {
    endpoint: ENDPOINT,
    health: { ...HEALTHY, nextRunAt: NOW.toISOString(), isCatchingUp: true, ...health },
  };
  const ports = {
    clock: { now: () => now, sleep: async () => {} },
    random: { fraction: () => 0 } as WebhookPorts['random'],
    changeWebhookEndpoints: async () => [],
    changeAndTell: async () => [],
    loadEndpoint: async () => loaded,
    loadDelivery: async (_, id) => ({ ...loaded, delivery: known.get(id) }),
    setEndpointRun: async () => true,
    endEndpointRuns: async () => {},
    addFailure: async () => HEALTHY,
    findHeld: async (_, limit) => [...known.values()].slice(0, limit),
    changeDelivery: async (_, { id }, change) => {
      const delivery = known.get(id);
      if (delivery !== undefined) known.set(id, { ...delivery, ...change });
      return true;
    },
    sendWebhook: async (_, { id }) => {
      sent.push(id);
      now = new Date(now.getTime() + seconds * 1_000);
      return { status: answer(id), milliseconds: 5 };
    },
    scheduleWebhook: async ({ delivery }, at) => void (delivery === undefined && scheduled.push(at)),
  } as Partial<WebhookPorts> as WebhookPorts;
  return { outcome: await runWebhookEndpoint(ports, REF), sent, scheduled };
}

const backlog = (length: number): Delivery[] => Array.from({ length }, (_, index) => held(index + 1));
const later = (seconds: number) => [new Date(NOW.getTime() + seconds * 1_000)];

it('a catch-up sends what was held one after the other, oldest first, and looks again a minute later', async () => {
  const { outcome, sent, scheduled } = await catchUp(backlog(5));
  expect(outcome).toBe('catching_up');
  expect(sent).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5']);
  expect(scheduled).toEqual(later(60));
});

it.each([500, 429, 410])('a catch-up stops at the first that its receiver answers with %i', async (status) => {
  expect((await catchUp(backlog(5), (id) => (id === 'evt_2' ? status : 200))).sent).toEqual(['evt_1', 'evt_2']);
});

it('a catch-up sends a hundred in one run, and the others in the next', async () => {
  const { sent, scheduled } = await catchUp(backlog(101));
  expect(sent).toHaveLength(100);
  expect(scheduled).toEqual(later(60));
});

it('a catch-up whose receiver is slow begins no attempt after ten seconds', async () => {
  expect((await catchUp(backlog(9), () => 200, 5)).sent).toHaveLength(2);
});

it('a catch-up after a replay looks again, because the index may not show yet what was put there', async () => {
  const replayedAt = before(299).toISOString();
  expect((await catchUp([], () => 200, 0, { replayedAt })).outcome).toBe('catching_up');
  const longAgo = { replayedAt: before(300).toISOString() };
  expect((await catchUp([], () => 200, 0, longAgo)).outcome).toBe('caught_up');
});

it('a catch-up leaves what was told to wait a moment ago to its next look', async () => {
  const tried = (seconds: number, status = 429) => [{ at: before(seconds).toISOString(), status, milliseconds: 5 }];
  const [one, other, last] = backlog(3) as [Delivery, Delivery, Delivery];
  const all = [
    { ...one, attempts: tried(4) },
    { ...other, attempts: tried(5) },
    { ...last, attempts: tried(0, 200) },
  ];
  expect((await catchUp(all)).sent).toEqual(['evt_2', 'evt_3']);
  const { outcome, scheduled } = await catchUp([{ ...one, attempts: tried(0) }]);
  expect([outcome, scheduled]).toEqual(['catching_up', later(60)]);
});

it('a catch-up ends when nothing is held any more', async () => {
  const { outcome, scheduled } = await catchUp([]);
  expect([outcome, scheduled]).toEqual(['caught_up', []]);
});
