/**
 * The one thing that our code keeps from one invocation to the next: the countries of accounts it has read.
 *
 * Left alone it would make a run depend on those before it. So it is filled to its limit first, and never changes again:
 * what is in it is warm in every world, and what is not stays cold.
 */
import { getAccount, rememberedCountry } from '#lib/store/accounts.ts';
import { table } from '#lib/store/table.ts';

/** As many as it takes. */
const FULL = 10_000;

/** The rest of an account, which the cache does not keep. */
const KEPT = { name: 'Shop', mode: 'test', salt: '', createdAt: '2026-01-01T00:00:00.000Z', providers: {} };

/** Ids that the cache knows, with the countries it knows them with. */
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
    await getAccount(id);
  }
  Object.assign(table, { client });
  const isFull = rememberedCountry(`full-${FULL}`) === undefined && rememberedCountry(WARM[0].id) !== undefined;
  if (!isFull) throw new Error('the cache of countries has another limit now');
}
