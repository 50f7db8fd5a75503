/**
 * Builders of paid accounts, sessions and payable collections with defaults.
 * Builders of what providers and merchants report, with defaults.
 */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { BookableMovement } from '#lib/domain/payment/movement.ts';
import type { OpenedBy, ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { providerReference, type Session } from '#lib/domain/payment/session.ts';
import { aCollection, anAccountWith, minutesLater } from './a-collection.ts';

export const aSession = (given: Partial<Session> = {}): Session => ({ method: 'card', provider: 'sandbox', ...given });

/** An account with a sandbox provider and a provider of unknown kind. */
export const aPaidAccount = (given: Partial<Account> = {}): Account =>
  anAccountWith([{ slug: 'sandbox' }, { slug: 'paystack' }, { slug: 'cash-desk' }], {
    defaultProvider: 'sandbox',
    ...given,
  });

/** The id of the account's provider with this slug. */
export const providerIdOf = (account: Account, slug = 'sandbox'): string => {
  const provider = account.providers[slug];
  if (provider === undefined) throw new Error(`no provider ${slug}`);
  return provider.id;
};

const EXPIRES_AT = minutesLater(1440).toISOString();
const BANK_ACCOUNT = { bankName: 'Wema', accountNumber: '0123456789', accountName: 'Shop', expiresAt: EXPIRES_AT };

/** The options that the provider returns for each method. */
export const OPENED: OpenedBy = {
  checkout: { link: 'https://provider.example/checkout', expiresAt: EXPIRES_AT },
  card: { link: 'https://provider.example/card', expiresAt: EXPIRES_AT },
  virtual_account: BANK_ACCOUNT,
  bank_transfer: { ...BANK_ACCOUNT, accountNumber: '9876543210' },
  mobile_money: { provider: 'MTN', phone: '+233241234567', instructions: 'Dial *170#', expiresAt: EXPIRES_AT },
};

export const anOption = (method: ProviderOption['method']): ProviderOption =>
  ({ method, ...OPENED[method] }) as ProviderOption;

/** A collection that requests these methods, with a reserved session for each. */
export function aPayableCollection(
  methods: readonly ProviderOption['method'][],
  { account = aPaidAccount(), provider = 'sandbox', ...given }: PayableGiven = {},
): Collection {
  const sessions = methods.map((method) => aSession({ method, provider }));
  return aCollection({ account: account.id, payable: { enabled: true, methods }, sessions, ...given });
}

type PayableGiven = { account?: Account; provider?: string } & Omit<Parameters<typeof aCollection>[0] & {}, 'account'>;

const PROVIDER = 'prv_paystack';

export const ngn = (minor: number) => ({ amount: { minor, currency: 'NGN' } });

/** A payment of the whole amount of the default collection, ten minutes after its creation. */
export const aMovement = (given: Partial<BookableMovement> = {}): BookableMovement => ({
  kind: 'payment',
  transaction: 'trx-1',
  object: given.transaction ?? 'trx-1',
  references: [providerReference(aCollection().ref, 'checkout', 1)],
  ...ngn(4_500_000),
  at: minutesLater(10).toISOString(),
  ...given,
});

export const aReported = (given: Partial<ReportedMovement> = {}): ReportedMovement => ({
  ...aMovement(given),
  provider: PROVIDER,
  ...given,
});

/** One payment for each amount, each with its own transaction. */
export const paymentsOf = (minors: readonly number[], given: Partial<ReportedMovement> = {}): ReportedMovement[] =>
  minors.map((minor, index) => aReported({ transaction: `trx-${index + 1}`, ...ngn(minor), ...given }));

/** What came back of the default payment. */
export const aRefund = (minor: number, given: Partial<ReportedMovement> = {}): ReportedMovement =>
  aReported({ kind: 'refund', object: 'refund-1', ...ngn(minor), at: minutesLater(20).toISOString(), ...given });

/** The entry of a payment in the ledger of the default collection. */
export const anEntry = (given: Partial<LedgerEntry> = {}): LedgerEntry => ({
  key: 'prv_paystack#trx-1#payment#4500000',
  kind: 'payment',
  movement: 'payment',
  provider: PROVIDER,
  transaction: 'trx-1',
  object: 'trx-1',
  ...ngn(4_500_000),
  credited: 4_500_000,
  at: minutesLater(10).toISOString(),
  recordedAt: minutesLater(11).toISOString(),
  counts: true,
  standing: 'exact',
  event: 'payment.received',
  ...given,
});
