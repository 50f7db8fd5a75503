/** The two accounts of a world. All their texts carry a mark, so that a leak into any answer is found. */
import { issueApiKey } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import { type Account, newAccount } from '#lib/domain/account.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { FollowUpPolicy, FollowUpRule } from '#lib/domain/follow-up/follow-up-policy.ts';
import { toBase36 } from '#lib/domain/ids.ts';
import { ourText } from '#lib/domain/message/our-text.ts';
import { readVersions, TEXT_KINDS, textKey } from '#lib/domain/message/own-text.ts';
import { newProvider } from '#lib/domain/providers/provider.ts';
import { EARLIEST_HOUR, LATEST_HOUR, LEAST_HOURS, MAX_MESSAGES_PER_WEEK } from '#lib/domain/settings.ts';
import { HOUR_MS } from '#lib/domain/time/time-units.ts';
import { random } from '#lib/random.ts';
import { createAccount, setDefaultProvider } from '#lib/store/account/accounts.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { saveText } from '#lib/store/account/texts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { LANGUAGE_CODES } from '#lib/words/language-codes.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { WARM } from './country-cache.ts';
import type { Population } from './people.ts';

export type Tenant = {
  account: Account;
  apiKey: string;
  /** The id of its provider; `sandboxKey` is its key there. */
  sandboxId: string;
  sandboxKey: string;
  /** Of its customers. */
  phones: readonly string[];
  currencies: readonly string[];
  /** Occurs in every text of this account and in no text of another. */
  mark: string;
};

const MARKS = ['Kwanari', 'Zuberim'];

const WHEN = [
  {},
  { dueDate: true },
  { customer: 'returning' },
  { amount: { currency: 'NGN', below: 5_000_000 } },
] as const;
const THEN = [
  {},
  { enabled: false },
  { cadence: 'every_5m', startAfter: 0 },
  { channels: ['email'], tone: 'urgent' },
  { schedule: [-1, 0, 1, 2, 3] },
] as const;

/** Limits and rules of the merchant's own, as wild as they can be. */
function ownRules(seed: number): Partial<Account> {
  const chance = randomFrom(seed, 'own rules');
  const opens = chance.between(EARLIEST_HOUR, LATEST_HOUR - LEAST_HOURS);
  const rules = Array.from({ length: chance.between(0, 3) }, (_, index): FollowUpRule => {
    const followUp = chance.pick(THEN);
    const when = 'schedule' in followUp ? { dueDate: true } : chance.pick(WHEN);
    return { name: `Rule ${index}`, when, followUp };
  });
  const policy: FollowUpPolicy = { rules, version: 1, changedAt: clock.now().toISOString() };
  return {
    messageHours: { opens, closes: chance.between(opens + LEAST_HOURS, LATEST_HOUR) },
    messagesPerWeek: chance.between(1, MAX_MESSAGES_PER_WEEK),
    followUpPolicy: JSON.stringify(policy),
  };
}

/** From the beginning, or from some hour of the first three days on. */
const spread = (seed: number): Partial<Account> =>
  seed % 3 === 2
    ? {
        spreadFrom: new Date(clock.now().getTime() + randomFrom(seed, 'spread').between(0, 72) * HOUR_MS).toISOString(),
      }
    : {};

/** Words of the merchant's own, for some messages. */
async function saveTexts({ id }: Account, mark: string, seed: number): Promise<void> {
  const chance = randomFrom(seed, 'own texts');
  const changedAt = clock.now().toISOString();
  let before: string | undefined;
  for (const kind of TEXT_KINDS)
    for (const language of LANGUAGE_CODES) {
      const place = { language, channel: chance.pick(CHANNELS), kind };
      const { body, ...words } = ourText(place);
      const saved = { ...words, body: `${mark}. ${body}`, version: 1, changedAt };
      const after = JSON.stringify({ ...readVersions(before), [textKey(place)]: { version: 1 } });
      await saveText(table, id, { before, after, key: textKey(place), saved });
      before = after;
    }
}

/** `warm` accounts have their countries in the cache. */
export async function openTenants(warm: boolean, population: Population, seed: number): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  const own = seed % 3 === 1 ? ownRules(seed) : {};
  for (const [index, mark] of MARKS.entries()) {
    const known = WARM[index];
    const given = { name: `${mark} Stores`, mode: 'test', country: known?.country } as const;
    const account = { ...newAccount(given, random.bytes, clock.now()), ...(warm && known), ...own, ...spread(seed) };
    await createAccount(table, account);
    if (seed % 3 === 1) await saveTexts(account, mark, seed);
    const { apiKey } = await issueApiKey(account);
    const sandbox = newProvider({ name: `${mark} Sandbox`, slug: 'sandbox', enabled: true }, account, clock.now());
    await createProvider(table, account.id, sandbox, random.nonce());
    await setDefaultProvider(table, account.id, sandbox.slug);
    const sandboxKey = `sk_sandbox_${toBase36(random.bytes(32))}`;
    tenants.push({ ...population, account, apiKey, mark, sandboxId: sandbox.id, sandboxKey });
  }
  return tenants;
}
