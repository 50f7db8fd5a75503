/** Persons who were erased after the instant of a restore: the merge leaves nothing of them in the restored table. */

import { expect, it } from 'vitest';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as getFollowUps } from '#functions/api/get-follow-ups.ts';
import { FAMILIES } from '#lib/store/key-families.ts';
import { joinSince } from '#lib/store/restore/join-since.ts';
import { table as used } from '#lib/store/table/live-table.ts';

import { aCreatedCollection } from '#test/functions/created.ts';
import { aLife, erase, patchStatus, type Somebody, somebody, tell, traces } from '#test/infra/cli/contacts/a-life.ts';
import { allowQueues } from '#test/store/allow-queues.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { invoke } from '#test/support/invoke.ts';
import { textOf } from '#test/support/item-text.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aTable, copyTable, itemsOf, usedAtOnce } from './a-world.ts';

const table = useTable();
allowQueues();
captureLogs();
const channels = useChannels();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

/** The keys of items that name the person; those keys may name the person, too. */
const naming = async (name: string, person: Somebody): Promise<string[]> =>
  (await itemsOf(name))
    .filter((item) => traces(person).some((trace) => textOf(item).includes(trace)))
    .map(({ pk, sk }) => `${pk} ${sk}`)
    .toSorted();

const see = ({ key }: Tenant, ids: readonly string[]) =>
  Promise.all(
    ids.flatMap((id) => [getCollection, getFollowUps].map(async (of) => (await invoke(of, { key, id })).body)),
  );

type Somewhere = { tenant: Tenant; person: Somebody };

/** Two collections that had ended at the instant of the restore, and one that could still be paid. */
async function aPast({ tenant, person }: Somewhere): Promise<string[]> {
  const ended = await aLife({ tenant, clock, channels }, person);
  const open = await aCreatedCollection(tenant, { contact: person, metadata: { description: person.firstName } });
  await tell(open.id);
  return [...ended, open].map(({ id }) => id);
}

/** The restored table is a copy; what follows happened in the table before. */
async function runHours() {
  const old = await aTable(table, { hasStream: false });
  const tenant = await aTenant({ country: 'NG' });
  const [gone, back] = [somebody(), somebody()];
  const ids = [await aPast({ tenant, person: gone }), await aPast({ tenant, person: back })];
  clock.advance(10);
  const since = clock.now;
  const copied = await itemsOf(old);
  clock.advance(10);
  for (const [, , open = ''] of ids) await patchStatus(tenant, open, 'cancelled');
  for (const { phone } of [gone, back]) await erase({ account: tenant.account.id, phone });
  clock.advance(10);
  const again = await aCreatedCollection(tenant, { contact: back });
  const all = [...ids.flat(), again.id];
  return { kept: await itemsOf(old), copied, tenant, gone, back, open: ids[0]?.[2] ?? '', all, since, now: clock.now };
}

let hours: ReturnType<typeof runHours> | undefined;

/** For each test its own tables; what happened before is the same for all, and happens only in the first of them. */
async function aRestore() {
  hours ??= runHours();
  const { kept, copied, since, now, ...others } = await hours;
  clock.now = now;
  const old = await aTable(table, { hasStream: false, items: kept });
  const restored = await aTable(table, { adopt: false, hasStream: false, items: copied });
  const merge = () =>
    joinSince(used, {
      from: old,
      instants: usedAtOnce(since),
      families: new Set(FAMILIES),
      now: () => clock.now,
      progress: () => {},
    });
  return { ...others, old, restored, merge };
}

it('after a merge the restored table names nobody who was erased since, and who came back only as the table before does', async () => {
  const { old, restored, tenant, gone, back, all, merge } = await aRestore();
  const before = await see(tenant, all);
  expect(await naming(old, gone)).toEqual([]);
  expect((await naming(restored, gone)).length).toBeGreaterThan(15);
  used.name = restored;
  await merge();
  expect(await naming(restored, gone)).toEqual([]);
  expect(await naming(restored, back)).toEqual(await naming(old, back));
  expect(await see(tenant, all)).toEqual(before);
  const nothing = { added: {}, changed: {}, listed: 0, orphaned: 0, failed: [] };
  expect(await merge()).toEqual(nothing);
  expect(await naming(restored, gone)).toEqual([]);
});

it('an erased collection stays erased where the restored table has ended it in another way, later', async () => {
  const { restored, tenant, gone, open, merge } = await aRestore();
  used.name = restored;
  await patchStatus(tenant, open, 'completed');
  await tell(open);
  await merge();
  expect(await naming(restored, gone)).toEqual([]);
  const [shown] = await see(tenant, [open]);
  expect(shown?.data).toMatchObject({ status: 'completed', contact: { firstName: 'Erased' } });
});

it('what only the restored table has erased stays erased, although the table before names the person', async () => {
  const old = await aTable(table, { hasStream: false });
  const tenant = await aTenant({ country: 'NG' });
  const person = somebody();
  const ids = (await aLife({ tenant, clock, channels }, person)).map(({ id }) => id);
  const since = clock.now;
  const restored = await aTable(table, { adopt: false, hasStream: false });
  await copyTable(old, restored);
  used.name = restored;
  await erase({ account: tenant.account.id, phone: person.phone });
  const erased = await see(tenant, ids);
  await joinSince(used, {
    from: old,
    instants: usedAtOnce(since),
    families: new Set(FAMILIES),
    now: () => clock.now,
    progress: () => {},
  });
  expect(await see(tenant, ids)).toEqual(erased);
  const left = await naming(restored, person);
  expect(left.filter((key) => key.includes('#COLLECTION#') || key.includes('#EVENTS#'))).toEqual([]);
});
