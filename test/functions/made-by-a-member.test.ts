/** What a member of the account changes, on a real table: its event names the member, in the collection and in what is told. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as create from '#functions/api/create-collection.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { pauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { promisePayment } from '#functions/api/promise-payment.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { resumeFollowUps } from '#functions/api/resume-follow-ups.ts';
import { sendFollowUp } from '#functions/api/send-follow-up.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { channels } from '#lib/channels/channels.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { ToldEventBody } from '#lib/contract/event.ts';
import { toTellables } from '#lib/contract/show-told-event.ts';
import type { By } from '#lib/domain/actor.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { Request } from '#lib/http/request.ts';
import { payments } from '#lib/live-payments.ts';
import { random } from '#lib/random.ts';
import { site } from '#lib/site.ts';
import { getAccount, rememberedCountry } from '#lib/store/account/accounts.ts';
import {
  createCollection as createInTable,
  getCollection as findOne,
  getHistory,
  getRecorded,
} from '#lib/store/collection/collections.ts';
import { saveRevision, saveStatus } from '#lib/store/collection/state.ts';
import { getLedger, recordEntry } from '#lib/store/ledger/ledger.ts';
import { reserveSession, saveOptions } from '#lib/store/ledger/sessions.ts';
import { appendToList, newestSegment } from '#lib/store/list/log.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { createContact, findContactId } from '#lib/store/person/contacts.ts';
import { getPerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { runCollection } from '#test/support/run-collection.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
systemClock.sleep = async () => {};

const machine = {
  clock: systemClock,
  random,
  site,
  configuredChannels: channels.configuredChannels,
  isOneWay: channels.isOneWay,
};
const live = {
  ...machine,
  openSession: payments.openSession,
  ...storeOf(table, { getAccount, rememberedCountry, getHistory, getCollection: findOne, getRecorded }),
  ...storeOf(table, { createCollection: createInTable, findContactId, createContact, getPerson }),
  ...storeOf(table, { newestSegment, appendToList, reserveSession, saveOptions }),
  ...storeOf(table, { findReach, saveRevision, saveStatus, getLedger, recordEntry }),
};

const GRACE = { id: 'mbr_1', name: 'Grace Eze' };
const JOHN = { id: 'mbr_2', name: 'John Obi' };
const BY_GRACE = { actor: 'merchant', member: GRACE };

// biome-ignore lint/suspicious/noExplicitAny: each endpoint has types of its own.
type Endpoint = any;
type Asked = { id?: string; json?: object; idempotencyKey?: string };

/** As the middleware calls it once the caller is verified. */
async function ask(of: Endpoint, { json, id = '', idempotencyKey }: Asked, by: By | undefined) {
  const body = of.body === undefined ? undefined : (await of.body())(json);
  const request: Request<unknown, unknown> = {
    ...{ account: tenants.mine.account.id, requestId: 'r-1', query: undefined, now: clock.now, by: undefined },
    ...{ id, body, idempotencyKey },
  };
  const loaded = await of.load(request);
  return of.run({ ...request, by }, loaded);
}

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

const setStatus = (status: string) => ({ of: updateCollectionStatus(live), json: { status } });
const CHANGES: Record<string, { of: Endpoint; json: object }> = {
  'collection.updated': { of: updateCollection(live), json: { contact: { firstName: 'Eve' } } },
  'followup.paused': { of: pauseFollowUps(live), json: {} },
  'promise.made': { of: promisePayment(live), json: { payBy: '2026-03-03T09:00:00Z' } },
  'collection.completed': setStatus('completed'),
  'collection.cancelled': setStatus('cancelled'),
  'collection.overdue': setStatus('overdue'),
  'collection.expired': setStatus('expired'),
};

describe('the event of a change', () => {
  it('a create by a member names the member; its repeat by another changes nothing', async () => {
    const json = aCreateBody({ reference: randomUUID(), contact: aNewPerson() });
    const asked = { json, idempotencyKey: randomUUID() };
    const { data } = await ask(create.createCollection(live), asked, GRACE);
    expect(data.events).toMatchObject([{ type: 'collection.created', data: BY_GRACE }]);
    const repeated = await ask(create.createCollection(live), asked, JOHN);
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
      expect(await dataOfEvents(byKey, type)).toEqual([isStatus ? undefined : { ...rest, actor }]);
      const before = await eventsOf(byMember);
      await ask(of, { id: byMember, json }, JOHN);
      expect(await eventsOf(byMember)).toEqual(before);
    },
  );

  it('followup.resumed by a member names the member, and the pause before it names who paused', async () => {
    const id = await aCollection();
    await ask(pauseFollowUps(live), { id, json: {} }, JOHN);
    await ask(resumeFollowUps(live), { id }, GRACE);
    expect(await dataOfEvents(id, 'followup.paused')).toMatchObject([{ member: JOHN }]);
    expect(await lastOf(id)).toMatchObject({ type: 'followup.resumed', data: BY_GRACE });
  });

  it('money recorded by a member names the member; the repeat with its Idempotency-Key by another changes nothing', async () => {
    const id = await aCollection();
    const asked = { id, json: cash(1_000), idempotencyKey: randomUUID() };
    await ask(recordPayment(live), asked, GRACE);
    const repeated = await ask(recordPayment(live), asked, JOHN);
    expect(repeated.headers).toEqual({ 'idempotent-replayed': 'true' });
    clock.advance(1);
    await ask(recordPayment(live), { id, json: cash(500, { kind: 'refund', transaction: 'r-1' }) }, JOHN);
    clock.advance(1);
    await ask(recordPayment(live), { id, json: cash(44_500, { transaction: 'p-2' }) }, undefined);
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
    await ask(sendFollowUp(live), { id, json: {} }, GRACE);
    await ask(sendFollowUp(live), { id, json: {} }, JOHN);
    // A later revision keeps the reminder that waits, and who asked for it.
    await ask(updateCollection(live), { id, json: { contact: { firstName: 'Eve' } } }, JOHN);
    await runCollection({ collection: id });
    expect(await dataOfEvents(id, 'followup.sent')).toEqual([{ slot: 1, channel: 'sms', ...BY_GRACE }]);
    clock.advance(60);
    await runCollection({ collection: id });
    expect((await dataOfEvents(id, 'followup.sent'))[1]).toEqual({ slot: 2, channel: 'sms' });
  });

  it('what is told of an event by webhook and feed names the member as the collection does', async () => {
    const id = await aCollection();
    await ask(updateCollection(live), { id, json: { metadata: { description: 'Shoes' } } }, GRACE);
    const ref = parseCollectionId(id);
    const history = ref && (await getHistory(table, ref));
    if (history === undefined) throw new Error('it was stored');
    const bodies = toTellables(history, clock.now).map(({ render }) => JSON.parse(render(1)) as ToldEventBody);
    expect(bodies.map(({ data }) => data.event)).toEqual(await eventsOf(id));
    expect(bodies[1]?.data.event.data).toEqual({ changed: ['metadata'], ...BY_GRACE });
  });
});
