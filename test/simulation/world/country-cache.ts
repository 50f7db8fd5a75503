/**
 * Fixes the only state that the code keeps between invocations: the countries of accounts.
 *
 * Otherwise a run would depend on the runs before it. The cache is filled to its limit first and never changes again:
 * its accounts are warm in every world, and all other accounts stay cold.
 */

import { getAccount, rememberedCountry } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';

/** The capacity of the cache. */
const FULL = 10_000;

/** The fields of an account that the cache does not keep. */
const KEPT = { name: 'Shop', mode: 'test', salt: '', createdAt: '2026-01-01T00:00:00.000Z', providers: {} };

/** Account ids in the cache, with their countries. */
export const WARM = [
  { id: 'warm000000', country: 'NG' },
  { id: 'warm000001', country: 'GH' },
] as const;

let filled = false;

export async function fillCountryCache(): Promise<void> {
  if (filled) return;
  filled = true;
  const { client } = table;
  for (let number = 0; number <= FULL; number += 1) {
    const { id, country } = WARM[number] ?? { id: `full-${number}`, country: 'NG' };
    Object.assign(table, { client: { send: async () => ({ Item: { ...KEPT, id, country } }) } });
    await getAccount(table, id);
  }
  Object.assign(table, { client });
  const isFull =
    rememberedCountry(table, `full-${FULL}`) === undefined && rememberedCountry(table, WARM[0].id) !== undefined;
  if (!isFull) throw new Error('the cache of countries has another limit now');
}
