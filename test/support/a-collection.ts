/** Builders of domain values with defaults, so that a test names only the fields it depends on. */
import { type Account, newAccount } from '#lib/domain/account.ts';
import { newCollection } from '#lib/domain/build-collection.ts';
import type { Collection, CollectionContext, CollectionTerms } from '#lib/domain/collection.ts';
import { type Contact, phoneOf } from '#lib/domain/contact.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import { newProvider, type Provider } from '#lib/domain/providers/provider.ts';
import { bytesFrom } from './bytes.ts';

export const CREATED_AT = new Date('2026-03-01T09:00:00.000Z');

/** The instant that is `minutes` after the default creation. */
export const minutesLater = (minutes: number): Date => new Date(CREATED_AT.getTime() + minutes * 60_000);

export const anAccount = (given: Partial<Account> = {}): Account => ({
  ...newAccount({ name: 'Shop', mode: 'test' }, bytesFrom(given.id ?? 'account'), CREATED_AT),
  ...given,
});

export const aContact = (given: Partial<Contact> = {}): Contact => ({
  id: `contact_${deriveHash('salt', 'contact', '+2348031234567')}`,
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
  email: 'ada@example.com',
  ...given,
});

export const aProvider = (given: Partial<Provider> = {}, account = anAccount()): Provider => ({
  ...newProvider({ name: 'Paystack', slug: given.slug ?? 'paystack', enabled: true }, account, CREATED_AT),
  ...given,
});

/** An account with these providers. */
export const anAccountWith = (providers: readonly Partial<Provider>[], given: Partial<Account> = {}): Account => {
  const account = anAccount(given);
  const made = providers.map((provider) => aProvider(provider, account));
  return { ...account, providers: Object.fromEntries(made.map((provider) => [provider.slug, provider])) };
};

const FOLLOWED_UP = {
  strategyVersion: 1,
  enabled: true,
  given: [],
  startAfterMinutes: 60,
  cadence: 'every_6h',
  channels: ['whatsapp', 'sms', 'email'],
  tone: 'gentle',
  maxAttempts: 3,
} as const;

type Given = Partial<CollectionTerms & Omit<Collection, 'id' | 'ref'>> & { account?: string };

export function aCollection({ account = anAccount().id, ...given }: Given = {}): Collection {
  const terms = {
    contact: aContact(),
    reference: 'PSK_txn_8a7f34',
    amount: { minor: 4_500_000, currency: 'NGN' },
    expiresInMinutes: 1440,
    payable: { enabled: false, methods: [] },
    followUp: FOLLOWED_UP,
    ...given,
  };
  const hash = deriveHash('salt', 'collection', terms.reference);
  return { ...newCollection({ account, hash }, terms, CREATED_AT), ...given };
}

/** A collection with its account and the phone of its contact. */
export const inContext = (collection: Collection, account: Account): CollectionContext => ({
  collection,
  account,
  phone: phoneOf(collection.contact, account),
});
