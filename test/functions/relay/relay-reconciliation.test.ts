/** The relay makes a provider's two recurring schedules when its account's item first says that it has credentials. */

import { expect, it } from 'vitest';
import { relay } from '#functions/stream/relay.ts';
import { newProvider } from '#lib/domain/provider.ts';
import { setSupport } from '#lib/store/account/accounts.ts';
import { createAccount } from '#lib/store/account/directory.ts';
import { createProvider, saveProvider, setReconciles } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { anAccount, CREATED_AT } from '#test/store/a-collection.ts';
import { service } from '#test/support/a-service.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { recordsIn } from './follow-stream.ts';

const handler = relay(service);

const recordsOf = recordsIn(useTable({ hasStream: true }));
const scheduler = useScheduler();
captureLogs();

const names = () => scheduler.requests().map(({ path }) => path?.slice('/schedules/'.length));

async function open() {
  const account = anAccount();
  const provider = (slug: string) => newProvider({ name: slug, slug, enabled: true }, account, CREATED_AT);
  const [one, two] = [provider('one'), provider('two')];
  await createAccount(table, account);
  for (const each of [one, two]) await createProvider(table, account.id, each, 'n');
  return { account, one, two };
}

it('a provider that gets its credentials gets its two schedules, and the account’s other providers none', async () => {
  const { account, one } = await open();
  const records = await recordsOf(() => setReconciles(table, account.id, 'one'));
  expect(await handler({ Records: records })).toEqual({ batchItemFailures: [] });
  expect(names().toSorted()).toEqual([`${one.id}-daily`, `${one.id}-hourly`]);
  expect(scheduler.requests()[0]?.body).toMatchObject({ Target: { Arn: service.settings.reconcileFunctionArn } });
});

it('setting credentials again, and other changes of the account, make no schedule', async () => {
  const { account } = await open();
  await setReconciles(table, account.id, 'one');
  const records = await recordsOf(async () => {
    await setReconciles(table, account.id, 'one');
    await saveProvider(table, account.id, 'one', { name: 'New', updatedAt: '2026-03-02T00:00:00.000Z' });
    await setSupport(table, account.id, { supportPhone: '+2348031234567' });
  });
  await handler({ Records: records });
  expect(names()).toEqual([]);
});

it('a provider that is created with the mark gets its schedules, also in an account that is created whole', async () => {
  const account = anAccount();
  const one = { ...newProvider({ name: 'one', slug: 'one', enabled: true }, account, CREATED_AT), reconciles: true };
  await handler({ Records: await recordsOf(() => createAccount(table, { ...account, providers: { one } })) });
  const two = { ...newProvider({ name: 'two', slug: 'two', enabled: true }, account, CREATED_AT), reconciles: true };
  await handler({ Records: await recordsOf(() => createProvider(table, account.id, two, 'n')) });
  expect(names().toSorted()).toEqual([one, two].flatMap(({ id }) => [`${id}-daily`, `${id}-hourly`]).toSorted());
});

it('a record comes again when the schedules of a provider cannot be made', async () => {
  const { account } = await open();
  const records = await recordsOf(() => setReconciles(table, account.id, 'two'));
  scheduler.reply({ status: 500, headers: { 'x-amzn-errortype': 'InternalServerException' }, body: { Message: 'no' } });
  const itemIdentifier = records[0]?.dynamodb?.SequenceNumber;
  expect(await handler({ Records: records })).toEqual({ batchItemFailures: [{ itemIdentifier }] });
});
