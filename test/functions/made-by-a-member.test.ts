/** What a member of the account changes, on a real table: its event names the member, in the collection and in what is told. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { pauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { promisePayment } from '#functions/api/promise-payment.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { resumeFollowUps } from '#functions/api/resume-follow-ups.ts';
import { sendFollowUp } from '#functions/api/send-follow-up.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { withdrawPromise } from '#functions/api/withdraw-promise.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { ToldEventBody } from '#lib/contract/event.ts';
import { type Operation, ROUTES } from '#lib/contract/routes.ts';
import { toTellables } from '#lib/contract/show-told-event.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, type Handler, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aSignedIn } from '#test/support/members.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';

const getCollection = makeGetCollection(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
systemClock.sleep = async () => {};

/** Who they are is known once they have signed in. */
const GRACE = { id: '', name: 'Grace Eze' };
const JOHN = { id: '', name: 'John Obi' };
const BY_GRACE = { actor: 'merchant', member: GRACE };
const sessions = new Map<object, Record<string, string>>();

beforeAll(async () => {
  for (const person of [GRACE, JOHN]) {
    const { member, headers } = await aSignedIn(tenants.mine.account.id, 'admin', person.name);
    person.id = member.id;
    sessions.set(person, headers);
  }
});

type Endpoint = { handler: Handler; method: string; resource: string };
type Request = { id?: string; json?: object; idempotencyKey?: string };

function endpointOf(operation: Operation, make: (whole: typeof service) => Handler): Endpoint {
  const { method, path } = ROUTES.find((route) => route.operation === operation) ?? { method: '', path: '' };
  return { handler: make(service), method, resource: path };
}

/** By a member, or by the account's key. */
async function ask({ handler, method, resource }: Endpoint, { json, id, idempotencyKey }: Request, by?: object) {
  const session = by === undefined ? undefined : sessions.get(by);
  const { status, headers, body, text } = await invoke(handler, {
    method,
    resource,
    ...(id !== undefined && { id }),
    ...(session === undefined && { key: tenants.mine.key }),
    ...(json !== undefined && { body: json }),
    headers: { ...session, ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
  });
  if (status >= 300) throw new Error(text);
  return { data: body.data as CollectionResponse, headers };
}

const CREATE = endpointOf('create-collection', createCollection);

async function eventsOf(id: string) {
  return dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse).events;
}
const dataOfEvents = async (id: string, type: string) =>
  (await eventsOf(id)).filter((event) => event.type === type).map(({ data }) => data);
const lastOf = async (id: string) => (await eventsOf(id)).at(-1);

async function aCollection(given: object = {}) {
  return (await aCreatedCollection(tenants.mine, given)).id;
}

const cash = (value: number, given: object = {}) => ({
  amount: { value, currency: 'NGN' },
  method: 'cash',
  ...given,
});

const setStatus = (status: string) => ({
  of: endpointOf('update-collection-status', updateCollectionStatus),
  json: { status },
});
const CHANGES: Record<string, { of: Endpoint; json: object }> = {
  'collection.updated': {
    of: endpointOf('update-collection', updateCollection),
    json: { contact: { firstName: 'Eve' } },
  },
  'followup.paused': { of: endpointOf('pause-follow-ups', pauseFollowUps), json: {} },
  'promise.made': { of: endpointOf('promise-payment', promisePayment), json: { payBy: '2026-03-03T09:00:00Z' } },
  'collection.completed': setStatus('completed'),
  'collection.cancelled': setStatus('cancelled'),
  'collection.overdue': setStatus('overdue'),
  'collection.expired': setStatus('expired'),
};

describe('the event of a change', () => {
  it('a create by a member names the member; its repeat by another changes nothing', async () => {
    const json = aCreateBody({ reference: randomUUID(), contact: aNewPerson() });
    const asked = { json, idempotencyKey: randomUUID() };
    const { data } = await ask(CREATE, asked, GRACE);
    expect(data.events).toMatchObject([{ type: 'collection.created', data: BY_GRACE }]);
    const repeated = await ask(CREATE, asked, JOHN);
    expect(repeated.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect(repeated.data.events).toEqual(data.events);
    expect(await eventsOf(data.id)).toEqual(data.events);
  });

  it.each(Object.keys(CHANGES))(
    '%s by a member names the member; by a key it is as it was; a repeat by another changes nothing',
    async (type) => {
      const { of, json } = CHANGES[type] as (typeof CHANGES)[string];
      const [byMember, byKey] = [await aCollection(), await aCollection()];
      await ask(of, { id: byMember, json }, GRACE);
      await ask(of, { id: byKey, json }, undefined);
      const [told] = await dataOfEvents(byMember, type);
      expect(told).toMatchObject(BY_GRACE);
      const { member: _who, actor, ...rest } = told ?? {};
      const isStatus = type !== 'collection.updated' && type.startsWith('collection.');
      const byNobody = Object.keys(rest).length > 0 ? rest : undefined;
      expect(await dataOfEvents(byKey, type)).toEqual([isStatus ? byNobody : { ...rest, actor }]);
      const before = await eventsOf(byMember);
      await ask(of, { id: byMember, json }, JOHN);
      expect(await eventsOf(byMember)).toEqual(before);
    },
  );

  it('followup.resumed by a member names the member, and the pause before it names who paused', async () => {
    const id = await aCollection();
    await ask(endpointOf('pause-follow-ups', pauseFollowUps), { id, json: {} }, JOHN);
    await ask(endpointOf('resume-follow-ups', resumeFollowUps), { id }, GRACE);
    expect(await dataOfEvents(id, 'followup.paused')).toMatchObject([{ member: JOHN }]);
    expect(await lastOf(id)).toMatchObject({ type: 'followup.resumed', data: BY_GRACE });
  });

  it('promise.withdrawn by a member names the member', async () => {
    const id = await aCollection();
    await ask(endpointOf('promise-payment', promisePayment), { id, json: { payBy: '2026-03-03T09:00:00Z' } }, JOHN);
    await ask(endpointOf('withdraw-promise', withdrawPromise), { id }, GRACE);
    expect(await lastOf(id)).toMatchObject({ type: 'promise.withdrawn', data: BY_GRACE });
  });

  it('money recorded by a member names the member; the repeat with its Idempotency-Key by another changes nothing', async () => {
    const id = await aCollection();
    const asked = { id, json: cash(1_000), idempotencyKey: randomUUID() };
    await ask(endpointOf('record-payment', recordPayment), asked, GRACE);
    const repeated = await ask(endpointOf('record-payment', recordPayment), asked, JOHN);
    expect(repeated.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    clock.advance(1);
    await ask(
      endpointOf('record-payment', recordPayment),
      { id, json: cash(500, { kind: 'refund', transaction: 'r-1' }) },
      JOHN,
    );
    clock.advance(1);
    await ask(
      endpointOf('record-payment', recordPayment),
      { id, json: cash(44_500, { transaction: 'p-2' }) },
      undefined,
    );
    const events = await eventsOf(id);
    expect(events.filter(({ type }) => type.startsWith('payment.')).map(({ type, data }) => [type, data])).toEqual([
      ['payment.received', { amount: { value: 1_000, currency: 'NGN' }, method: 'cash', ...BY_GRACE }],
      [
        'payment.refunded',
        {
          amount: { value: 500, currency: 'NGN' },
          transaction: 'r-1',
          method: 'cash',
          actor: 'merchant',
          member: JOHN,
        },
      ],
      [
        'payment.received',
        { amount: { value: 44_500, currency: 'NGN' }, transaction: 'p-2', method: 'cash', actor: 'merchant' },
      ],
    ]);
    expect(events.find(({ type }) => type === 'collection.completed')).not.toHaveProperty('data');
  });

  it('the events of a reminder name the member who asked for it, and those of the plan name nobody', async () => {
    const id = await aCollection({
      followUp: { enabled: true, startAfter: 60, cadence: 'every_1h', channels: ['sms'] },
    });
    await ask(endpointOf('send-follow-up', sendFollowUp), { id, json: {} }, GRACE);
    await ask(endpointOf('send-follow-up', sendFollowUp), { id, json: {} }, JOHN);
    // A later revision keeps the reminder that waits, and who asked for it.
    await ask(endpointOf('update-collection', updateCollection), { id, json: { contact: { firstName: 'Eve' } } }, JOHN);
    await runCollection({ collection: id });
    expect(await dataOfEvents(id, 'followup.sent')).toEqual([{ slot: 1, channel: 'sms', ...BY_GRACE }]);
    clock.advance(60);
    await runCollection({ collection: id });
    expect((await dataOfEvents(id, 'followup.sent'))[1]).toEqual({ slot: 2, channel: 'sms' });
  });

  it('what is told of an event by webhook and feed names the member as the collection does', async () => {
    const id = await aCollection();
    await ask(
      endpointOf('update-collection', updateCollection),
      { id, json: { metadata: { description: 'Shoes' } } },
      GRACE,
    );
    const ref = parseCollectionId(id);
    const history = ref && (await getHistory(table, ref));
    if (history === undefined) throw new Error('it was stored');
    const bodies = toTellables(history, clock.now).map(({ render }) => JSON.parse(render(1)) as ToldEventBody);
    expect(bodies.map(({ data }) => data.event)).toEqual(await eventsOf(id));
    expect(bodies[1]?.data.event.data).toEqual({ changed: ['metadata'], ...BY_GRACE });
  });
});
