/** Changing a status on a real table. */

import { describe, expect, it } from 'vitest';
import { getCollection } from '#functions/api/get-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { STATUSES, type Status, TRANSITIONS } from '#lib/domain/transitions.ts';
import { claimSlots, recordResult } from '#lib/store/attempt/attempts.ts';
import { getCollection as readCollection } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aClaim } from '#test/store/a-claim.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

const get = getCollection(service);
const handler = updateCollectionStatus(service);

useTable();
const logs = captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));

const patch = (id: string, status: Status) =>
  invoke(handler, { method: 'PATCH', key: tenants.mine.key, id, body: { status } });
const patched = async (id: string, status: Status) => dataOf(await patch(id, status), CollectionResponse);
const stored = async (id: string) => dataOf(await invoke(get, { key: tenants.mine.key, id }), CollectionResponse);

/** A collection in this status. */
async function aCollectionThatIs(status: Status, given: object = {}): Promise<CollectionResponse> {
  const collection = await aCreatedCollection(tenants.mine, given);
  return status === 'pending' ? collection : patched(collection.id, status);
}

const allowed = (from: Status, to: Status) =>
  TRANSITIONS.some((line) => line.by === 'caller' && line.to === to && line.from.includes(from));
const PAIRS = STATUSES.flatMap((from) => STATUSES.map((to) => ({ from, to })));

describe('200', () => {
  it.each(PAIRS.filter(({ from, to }) => allowed(from, to)))(
    'a status change from $from to $to answers 200 and is saved as it is answered',
    async ({ from, to }) => {
      const before = await aCollectionThatIs(from);
      clock.advance(5);
      const answer = await patch(before.id, to);
      const after = dataOf(answer, CollectionResponse);
      const at = '2026-03-01T09:05:00.000Z';
      expect(answer.body.message).toBe('Collection status updated successfully');
      expect(after).toEqual({
        ...before,
        status: to,
        updatedAt: at,
        completedAt: to === 'completed' ? at : null,
        events: [
          ...before.events,
          {
            id: expect.stringMatching(/^evt_/),
            type: `collection.${to}`,
            timestamp: at,
            ...(to === 'expired' && { data: { messagesSent: 0 } }),
          },
          ...(to === 'overdue' || from === 'expired'
            ? []
            : [{ id: expect.any(String), type: 'followup.stopped', timestamp: at }]),
        ],
      });
      expect(await stored(before.id)).toEqual(after);
      expect(logs.events().at(-1)).toBe(`collection_${to}`);
    },
  );

  it.each(STATUSES)(
    'a status change from %s to itself changes nothing and adds no event, and is safe to repeat',
    async (status) => {
      const before = await aCollectionThatIs(status);
      clock.advance(5);
      expect(await patched(before.id, status)).toEqual(before);
      expect(await stored(before.id)).toEqual(before);
    },
  );
});

/** Its first slot is claimed, and has this end. */
async function claimed(id: string, result: Parameters<typeof recordResult>[3]): Promise<void> {
  const { ref } = (await readCollection(table, parseCollectionId(id) as CollectionRef)) as Collection;
  const claim = aClaim((await readCollection(table, ref)) as Collection, { token: ref.hash });
  await claimSlots(table, { ...claim, now: clock.now });
  await recordResult(table, { ref, slot: 1 } as never, claim.token, result);
}

describe.each([
  ['a message that was sent', { status: 'sent', channel: 'sms', channelsTried: ['sms'] }, {}],
  [
    'a slot that was skipped',
    { status: 'skipped', reason: 'opted_out', channelsTried: [] },
    { data: { messagesSent: 0 } },
  ],
] as const)('after %s', (_what, result, told) => {
  it.each([
    ['when the merchant ends it', 'expired', 5],
    ['when it was not stored yet', 'overdue', 1500],
  ] as const)('its expiry says whether the customer was told of it: %s', async (_when, to, minutes) => {
    const { id } = await aCreatedCollection(tenants.mine);
    const messageId = `status-${id}-${to}`;
    await claimed(id, {
      ...result,
      at: clock.now.toISOString(),
      ...(result.status === 'sent' && { messageId }),
    } as never);
    clock.advance(minutes);
    expect((await patch(id, to)).status).toBe(to === 'expired' ? 200 : 409);
    const { events } = await stored(id);
    const { id: _id, timestamp: _at, ...expiry } = events.find(({ type }) => type === 'collection.expired') ?? {};
    expect(expiry).toEqual({ type: 'collection.expired', ...told });
  });
});

describe('409', () => {
  const refused = PAIRS.filter(({ from, to }) => from !== to && !allowed(from, to));

  it.each(refused)('a status change from $from to $to answers 409 and writes nothing', async ({ from, to }) => {
    const before = await aCollectionThatIs(from);
    clock.advance(5);
    const message = `A collection that is ${from} cannot become ${to}`;
    expectRefusal(await patch(before.id, to), { status: 409, code: 'invalid_transition', message });
    expect(await stored(before.id)).toEqual(before);
  });

  it.each(['pending', 'overdue'] as const)(
    'a refused change of a %s collection past its expiry answers 409 and stores the expiry once',
    async (status) => {
      const { id, events } = await aCollectionThatIs(status, { expiresIn: 60 });
      clock.advance(60);
      const message = 'A collection that is expired cannot become cancelled';
      for (const _time of [1, 2]) {
        expectRefusal(await patch(id, 'cancelled'), { status: 409, code: 'invalid_transition', message });
        clock.advance(5);
      }
      expect(await stored(id)).toMatchObject({
        status: 'expired',
        updatedAt: '2026-03-01T10:00:00.000Z',
        completedAt: null,
        events: [...events, { type: 'collection.expired', timestamp: '2026-03-01T10:00:00.000Z' }],
      });
    },
  );

  it('of several final states that are asked for at once one is answered with 200, but an expired one may still be completed', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const commands = ['completed', 'cancelled', 'expired'] as const;
    const answers = await Promise.all(commands.map((status) => patch(id, status)));
    const done = commands.filter((_command, index) => answers[index]?.status === 200);
    const { status, events } = await stored(id);
    const ends = events.map(({ type }) => type).filter((type) => /completed|cancelled|expired/.test(type));
    expect(ends).toEqual(
      done.includes('expired') && status === 'completed'
        ? ['collection.expired', 'collection.completed']
        : [`collection.${status}`],
    );
    expect(done.toSorted()).toEqual(ends.map((type) => type.slice('collection.'.length)).toSorted());
  });
});

everyEndpoint({
  operation: 'update-collection-status',
  handler,
  tenants,
  prepare: async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id, body: { status: 'completed' } }),
});
