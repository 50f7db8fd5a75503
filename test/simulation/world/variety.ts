/** In some worlds customers, currencies, businesses and keys are of more kinds: drawn apart from all else. */

import { issueApiKey } from '#infra/cli/open-account.ts';
import { clock } from '#lib/clock.ts';
import type { Account, Support } from '#lib/domain/account.ts';
import { revokeApiKey } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { decimalsOf } from '#test/simulation/model/money.ts';
import type { Amount } from '#test/simulation/model/wire.ts';
import type { Act } from './acts.ts';
import type { Tenant } from './tenants.ts';

export const VARIETY = { name: 'variety', share: 0.25 };

/** Of countries with several zones, islands, half-hour offsets and changes of the clock; of French-speaking ones; dialled with zeros. */
const PHONES = [
  '+2348031230001',
  '+254712345678',
  '+18085550104',
  '+17095550104',
  '0012025550104',
  '+525512345678',
  '+447400123456',
  '+33612345678',
  '+221771234567',
  '+237671234567',
  '+9779841234567',
  '+61412345678',
  '+79161234567',
  '+5215512345678',
  '+628123456789',
  '+299221234',
];
const FEW = 6;

/** With no, three and four decimals, and the usual two. */
const CURRENCIES = ['XOF', 'JPY', 'KWD', 'UYW', 'CLF', 'EUR', 'HUF'];

export type Variety = { phones: readonly string[]; currencies: Readonly<Record<string, string>>; random: Random };

/** Undefined in a usual world. */
export function varietyIn(seed: number, without: ReadonlySet<string>): Variety | undefined {
  const random = randomFrom(seed, VARIETY.name);
  if (without.has(VARIETY.name) || !random.bool(VARIETY.share)) return undefined;
  return {
    phones: Array.from({ length: FEW }, () => random.pick(PHONES)),
    currencies: { NGN: random.pick(CURRENCIES), GHS: random.pick(CURRENCIES) },
    random,
  };
}

/** The amount of a usual world in a currency of this one, with no more decimals than it has. */
export function inCurrency(amount: Amount, { currencies = {} }: Pick<Tenant, 'currencies'>): Amount {
  const currency = currencies[amount.currency] ?? amount.currency;
  return { value: Number(amount.value.toFixed(Math.min(decimalsOf(currency), 2))), currency };
}

export const supportOf = (mark: string, { random }: Variety): Pick<Account, keyof Support> => ({
  ...(random.bool(0.5) && { supportPhone: '+2348009990001' }),
  ...(random.bool(0.5) && { supportEmail: `help@${mark.toLowerCase()}.example` }),
});

/** Keys that were good once: one has run out on every machine's clock, the other was revoked. */
export async function pastKeysOf(account: Account): Promise<string[]> {
  const now = clock.now();
  const expired = await issueApiKey(account, new Date(now.getTime() - 60_000));
  const revoked = await issueApiKey(account);
  await revokeApiKey(table, account.id, revoked.stored.hash, now);
  return [expired.apiKey, revoked.apiKey];
}

const LAST_ACT_MS = 3_600_000;

/** Requests by each of those keys. */
export function planPastKeys(seed: number, tenants: readonly Tenant[]): Act[] {
  const random = randomFrom(seed, 'past-keys');
  return tenants.flatMap((by) =>
    (by.pastKeys ?? []).map((apiKey, index) => ({
      name: `past key ${by.mark} ${index}`,
      after: random.between(0, LAST_ACT_MS),
      asked: { by, operation: 'list-collections', call: { query: { page: '1' } }, apiKey },
    })),
  );
}
