/** The sandbox provider's merchants: every key of the right form is one, and the service's own providers are among them. */
import { createHash } from 'node:crypto';

const KEY = /^sk_sandbox_[0-9A-Za-z]{20,100}$/;

/** The id of a merchant in the provider's records. */
export const merchantOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The merchant that sends a request; undefined without a key of the right form. */
export function readMerchant(authorization: string | undefined): string | undefined {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';
  return KEY.test(key) ? merchantOf(key) : undefined;
}

/** The credentials of the service's providers, by their ids. */
export type CredentialStore = {
  get(provider: string): string | undefined;
  list(): { provider: string; credentials: string }[];
};

export type Merchants = {
  /** The key of one of the service's providers; undefined when it has none. */
  keyOf(provider: string): string | undefined;
  /** The id of the service's provider that is this merchant, and so whose webhook is called. */
  providerOf(merchant: string): string | undefined;
};

/** Reads the credentials at every call, so that a key set by the command line is known at once. */
export const findMerchants = (store: CredentialStore): Merchants => ({
  keyOf: (provider) => keyIn(store.get(provider)),
  providerOf: (merchant) =>
    store.list().find(({ credentials }) => merchantOf(keyIn(credentials) ?? '') === merchant)?.provider,
});

function keyIn(credentials: string | undefined): string | undefined {
  const { secretKey } = JSON.parse(credentials ?? '{}') as { secretKey?: unknown };
  return typeof secretKey === 'string' && KEY.test(secretKey) ? secretKey : undefined;
}
