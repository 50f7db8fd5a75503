/** Accounts: the tenants. Salt and country are made with the account and never change. */
import type { Mode } from './api-key.ts';
import { providerForbidden, providerNotFound } from './errors.ts';
import { ACCOUNT_LENGTH } from './ids.ts';
import type { Provider } from './provider.ts';

export type Account = {
  id: string;
  name: string;
  mode: Mode;
  /** ISO 3166 alpha-2, read into phone numbers that are written without a country code. */
  country?: string;
  /** The secret under which the account's ids are derived. */
  salt: string;
  createdAt: string;
  /** The slug of the provider used when a create names none. */
  defaultProvider?: string;
  providers: Readonly<Record<string, Provider>>;
};

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';

export function newAccount(
  given: { name: string; mode: Mode; country?: string | undefined },
  randomBytes: (length: number) => Uint8Array,
  now: Date,
): Account {
  const { name, mode, country } = given;
  const salt = Buffer.from(randomBytes(32)).toString('base64');
  const id = [...randomBytes(ACCOUNT_LENGTH)].map((byte) => BASE36.charAt(byte % 36)).join('');
  return { id, name, mode, ...(country && { country }), salt, createdAt: now.toISOString(), providers: {} };
}

/** The provider a create means: the named one, else the account's default; undefined when there is none. */
export function providerFor(account: Account, slug: string | undefined): Provider | undefined {
  const wanted = slug ?? account.defaultProvider;
  return wanted !== undefined && Object.hasOwn(account.providers, wanted) ? account.providers[wanted] : undefined;
}

/** The account's provider with this id, if it has one. */
export const providerById = (account: Account | undefined, id: string): Provider | undefined =>
  Object.values(account?.providers ?? {}).find((provider) => provider.id === id);

/** The provider with this id among those of its owner, if the owner is this account; throws the refusal to show otherwise. */
export function ownedProvider(owner: Account | undefined, id: string, account: string): Provider {
  const found = providerById(owner, id);
  if (found === undefined) throw providerNotFound();
  if (owner?.id !== account) throw providerForbidden();
  return found;
}
