/** The last and the next reminders of a page of collections, on a real table. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { listReminders } from '#functions/api/list-reminders.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { MAX_ASKED, RemindersResponse } from '#lib/contract/reminders.ts';
import { phoneAddresses } from '#lib/domain/contact.ts';
import { collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import { claimSlots, recordResult } from '#lib/store/attempt/attempts.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aClaim, tokenOf } from '#test/store/a-claim.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';

const handler = listReminders(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const ask = (ids: readonly string[], tenant: Tenant = tenants.mine) =>
  invoke(handler, { key: tenant.key, query: { collections: ids.join(',') } });
const listed = async (...ids: string[]) => dataOf(await ask(ids), z.array(RemindersResponse));

const created = async (given: object = {}) =>
  (await aCreatedCollection(tenants.mine, { contact: aNewPerson(), ...given })).id;

/** What the plan of the collection itself says. */
async function firstPlanned(id: string) {
  const plan = dataOf(await invoke(getFollowUps(service), { key: tenants.mine.key, id }), FollowUpPlanResponse);
  const next = plan.slots.find(({ status }) => status === 'planned');
  return next && (next.deferredUntil ?? next.dueAt);
}

async function sent(id: string) {
  const collection = await getCollection(table, parseCollectionId(id) ?? { account: '', hash: '' });
  if (collection === undefined) throw new Error('it is there');
  const claim = aClaim(collection, { token: `${tokenOf(collection)}${collection.ref.hash}`.slice(0, 36) });
  await claimSlots(table, { ...claim, now: clock.now });
  const at = '2026-03-02T10:00:05.000Z';
  const result = { status: 'sent', channel: 'sms', messageId: `list-${id}`, channelsTried: ['sms'], at } as const;
  await recordResult(table, { ref: collection.ref, slot: 1 } as never, claim.token, result);
}

describe('GET /public/follow-ups', () => {
  it('answers in the order in which it is asked, as the plan of each says', async () => {
    const [first, second] = [await created(), await created({ followUp: { startAfter: 600 } })];
    await sent(first);
    const answer = await listed(second, first);
    expect(answer).toEqual([
      { collection: second, last: null, nextAt: await firstPlanned(second) },
      {
        collection: first,
        last: { at: '2026-03-02T10:00:05.000Z', channel: 'sms', status: 'sent' },
        nextAt: await firstPlanned(first),
      },
    ]);
    expect(new Set(answer.map(({ nextAt }) => nextAt)).size).toBe(2);
  });

  it('foresees nothing for what has ended, is without reminders or whose customer wants none', async () => {
    const contact = aNewPerson();
    const [ended, silent, stopped] = [
      await created(),
      await created({ followUp: { enabled: false } }),
      await created({ contact }),
    ];
    await invoke(updateCollectionStatus(service), {
      method: 'PATCH',
      key: tenants.mine.key,
      id: ended,
      body: { status: 'cancelled' },
    });
    await optOut(
      table,
      [...phoneAddresses(contact.phone), { channel: 'email', address: contact.email }],
      'link',
      clock.now,
    );
    expect((await listed(ended, silent, stopped)).map(({ nextAt }) => nextAt)).toEqual([null, null, null]);
  });

  it.each<[string, () => string]>([
    ['nothing', () => ''],
    ['one twice', () => `${unknownId()},${FIXED},${FIXED}`],
    ['what is no id', () => 'pay_1'],
    ['one more than a page', () => Array.from({ length: MAX_ASKED + 1 }, unknownId).join(',')],
  ])('refuses %s', async (_what, collections) => {
    const answer = await invoke(handler, { key: tenants.mine.key, query: { collections: collections() } });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['collections'] });
  });

  it('answers nothing for none', async () => {
    expect(dataOf(await invoke(handler, { key: tenants.mine.key }), z.array(RemindersResponse))).toEqual([]);
  });

  it('reads a whole page before it says that one is missing', async () => {
    const ids = [await created(), await created()];
    const unknown = Array.from({ length: MAX_ASKED - 2 }, unknownId);
    expectRefusal(await ask([...ids, ...unknown]), { status: 404, code: 'collection_not_found' });
  });

  it('refuses a collection of another account', async () => {
    const { id } = await aCreatedCollection(tenants.other);
    expectRefusal(await ask([await created(), id]), { status: 403, code: 'collection_forbidden' });
  });
});

let ids = 0;
const unknownId = (): string => {
  ids += 1;
  return collectionId({ account: tenants.mine.account.id, hash: String(ids).padStart(25, '0') });
};
const FIXED = `pay_${'0'.repeat(35)}`;

everyEndpoint({
  operation: 'list-reminders',
  handler,
  tenants,
  prepare: async (tenant: Tenant) => ({ query: { collections: (await aCreatedCollection(tenant)).id } }),
});
