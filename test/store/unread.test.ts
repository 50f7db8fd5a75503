/** How often in a row a provider could not be read, in the table: each provider by itself. */
import { expect, it } from 'vitest';
import { countUnread, forgetUnread } from '#lib/store/ledger/unread.ts';
import { table } from '#lib/store/table/live-table.ts';
import { anAccountWith } from '#test/support/a-collection.ts';
import { providerIdOf } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

it('each failure counts, and a success begins anew', async () => {
  const account = anAccountWith(['mine', 'other'].map((slug) => ({ slug, enabled: true, name: slug })));
  const [mine, other] = [providerIdOf(account, 'mine'), providerIdOf(account, 'other')];
  const now = new Date('2026-03-02T09:00:00.000Z');
  expect([await countUnread(table, mine, now), await countUnread(table, mine, now)]).toEqual([1, 2]);
  expect(await countUnread(table, other, now)).toBe(1);
  expect([await forgetUnread(table, mine), await forgetUnread(table, mine)]).toEqual([true, false]);
  expect([await countUnread(table, mine, now), await countUnread(table, other, now)]).toEqual([1, 2]);
});
