/** The refunds and disputes that have not ended, in the table: each is kept once, and listed for its own provider. */
import { expect, it } from 'vitest';
import { forgetReturn, listReturns, rememberReturn } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aPaidAccount, providerIdOf } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

const account = aPaidAccount();
const [PAYSTACK, SANDBOX] = ['paystack', 'sandbox'].map((slug) => providerIdOf(account, slug)) as [string, string];
const NOW = new Date('2026-11-01T10:00:00.000Z');
const dispute = (object: string, transaction = 't-1') => ({ transaction, about: 'disputes', object }) as const;
const refund = { transaction: 't-1', about: 'refunds', object: 'd-1' } as const;
const remember = (open: typeof refund | ReturnType<typeof dispute>, provider = PAYSTACK) =>
  rememberReturn(table, provider, open, NOW);
const all = async (provider = PAYSTACK) => (await listReturns(table, provider, { limit: 50 })).returns;

it('each is kept once, for its provider, until it is forgotten', async () => {
  const long = dispute('d'.repeat(1500), '№'.repeat(1500));
  for (const open of [dispute('d-1'), dispute('d-1'), refund, long]) await remember(open);
  await remember(dispute('d-9'), SANDBOX);
  expect(new Set(await all())).toEqual(new Set([dispute('d-1'), refund, long]));
  expect(await all(SANDBOX)).toEqual([dispute('d-9')]);
  await forgetReturn(table, PAYSTACK, long);
  await forgetReturn(table, PAYSTACK, refund);
  await forgetReturn(table, PAYSTACK, refund);
  expect(await all()).toEqual([dispute('d-1')]);
});

it('they are listed a few at a time, and go on after the last one, even if it was forgotten', async () => {
  const given = Array.from({ length: 7 }, (_, index) => dispute(`p-${index}`, 't-2'));
  for (const open of given) await remember(open, SANDBOX);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await listReturns(table, SANDBOX, { limit: 3, after });
    seen.push(...page.returns.map(({ object }) => object));
    const last = page.returns.at(-1);
    if (last) await forgetReturn(table, SANDBOX, last);
    after = page.next;
  } while (after !== undefined);
  expect(seen.filter((object) => object.startsWith('p-'))).toEqual(given.map(({ object }) => object));
});

it('each is deleted half a year later, whatever became of it', async () => {
  await remember(dispute('ttl'));
  const { Items = [] } = await table.send(
    new (await import('@aws-sdk/lib-dynamodb')).ScanCommand({ TableName: table.name, ConsistentRead: true }),
  );
  const item = Items.find(({ object }) => object === 'ttl');
  expect(item?.['ttl']).toBe(Date.parse('2027-04-30T10:00:00.000Z') / 1000);
});
