/** Random sequences of documented requests: each answer is consistent with all answers before it. */

import { randomUUID } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '#test/support/api-document.ts';
import { sized } from '#test/support/repetitions.ts';
import { seeded, type Told, useOutsider } from './outsider.ts';
import { valuesOf } from './value-of.ts';

const outsider = useOutsider();

type Thing = { id: string; status: string; updatedAt: string; completedAt: string | null; events: { id: string }[] };
const dataOf = ({ body }: Told) => body['data'] as unknown as Thing;

const STEPS = [
  'get',
  'list',
  'replay',
  'repeat',
  'conflict',
  'plan',
  'pending',
  'overdue',
  'completed',
  'cancelled',
  'expired',
] as const;
type Step = (typeof STEPS)[number];

const named = (method: string, path: string) => outsider.operation(method, path);

/** The state that a caller remembers: the body and key of its create, and the last answer. */
type Memory = { body: Record<string, Json>; key: string; id: string; last: Thing };

async function make(body: Record<string, Json>): Promise<Memory | undefined> {
  const key = randomUUID();
  const told = await outsider.ask(named('POST', '/public/collections'), { body, headers: { 'idempotency-key': key } });
  if (told.status !== 201) return undefined;
  expect(told.headers.get('idempotent-replayed')).toBeNull();
  return { body, key, id: dataOf(told).id, last: dataOf(told) };
}

/** The id, the instant of completion and a final status never change, and `updatedAt` never decreases. */
function expectContinued(before: Thing, now: Thing): void {
  expect(now.id).toBe(before.id);
  expect(now.updatedAt >= before.updatedAt).toBe(true);
  if (before.completedAt !== null) expect(now.completedAt).toBe(before.completedAt);
  if (['completed', 'cancelled'].includes(before.status)) expect(now.status).toBe(before.status);
}

async function take(step: Step, { body, key, id, last }: Memory): Promise<Thing> {
  const create = named('POST', '/public/collections');
  switch (step) {
    case 'get': {
      // Only a read of a single collection also shows the events of its messages.
      const now = dataOf(await outsider.ask(named('GET', '/public/collections/{id}'), { id }));
      expect(now.events.map((event) => event.id)).toEqual(expect.arrayContaining(last.events.map((event) => event.id)));
      return now;
    }
    case 'list': {
      const { body: page } = await outsider.ask(named('GET', '/public/collections'), { query: '?limit=100' });
      const found = (page['data'] as unknown as Thing[]).filter((each) => each.id === id);
      expect(found).toHaveLength(1);
      expect(found[0]?.status).toBe(last.status);
      return last;
    }
    case 'replay': {
      const told = await outsider.ask(create, { body, headers: { 'idempotency-key': key } });
      expect([told.status, told.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      return dataOf(told);
    }
    case 'repeat': {
      const told = await outsider.ask(create, { body });
      expect([told.status, told.body['existing']]).toEqual([409, { id }]);
      return last;
    }
    case 'conflict': {
      const other = { ...body, expiresIn: body['expiresIn'] === 77 ? 78 : 77 };
      const told = await outsider.ask(create, { body: other, headers: { 'idempotency-key': key } });
      expect([told.status, told.body['code']]).toEqual([409, 'idempotency_conflict']);
      return last;
    }
    case 'plan':
      expect((await outsider.ask(named('GET', '/public/collections/{id}/follow-ups'), { id })).status).toBe(200);
      return last;
    default:
      return setStatus(step, id, last);
  }
}

async function setStatus(status: string, id: string, last: Thing): Promise<Thing> {
  const told = await outsider.ask(named('PATCH', '/public/collections/{id}/status'), { id, body: { status } });
  if (told.status === 409) return last;
  expect([told.status, dataOf(told).status]).toEqual([200, status]);
  return dataOf(told);
}

it('answers to any sequence of documented requests never contradict earlier answers', async () => {
  const schema = named('POST', '/public/collections').requestBody?.content['application/json'].schema ?? {};
  const bodies = valuesOf(outsider.document, { provider: ['sandbox'] })(schema) as Arbitrary<Record<string, Json>>;
  // The expiry is later than the end of the test, and every currency allows the value.
  const body = bodies.map((each) => ({
    ...each,
    expiresIn: 600,
    amount: { value: 7, currency: 'NGN' },
    reference: randomUUID(),
  }));
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 9 });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(body, steps, async (sent, path) => {
      const memory = await make(sent);
      if (memory === undefined) return;
      for (const step of path) {
        const now = await take(step, memory);
        expectContinued(memory.last, now);
        memory.last = now;
        taken += 1;
      }
      expect(dataOf(await outsider.ask(named('GET', '/public/collections/{id}'), { id: memory.id })).status).toBe(
        memory.last.status,
      );
    }),
    seeded(outsider.many(sized(12, 150))),
  );
  expect(taken).toBeGreaterThan(outsider.many(sized(24, 300)));
});
