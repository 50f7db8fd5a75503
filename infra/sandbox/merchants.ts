/** The sandbox provider's merchants: every key of the right form is one, and the service's own providers are among them. */
import { createHash } from 'node:crypto';
import { secretName } from '#lib/payment/secrets.ts';

const KEY = /^sk_sandbox_[0-9A-Za-z]{20,100}$/;

/** The id of a merchant in the provider's records. */
export const merchantOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The merchant that sends a request; undefined without a key of the right form. */
export function readMerchant(authorization: string | undefined): string | undefined {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';
  return KEY.test(key) ? merchantOf(key) : undefined;
}

/** The secrets in which the service's providers keep their keys. */
export type SecretStore = {
  get(name: string): string | undefined;
  list(): { name: string; value: string }[];
};

export type Merchants = {
  /** The key of one of the service's providers; undefined when it has none. */
  keyOf(provider: string): string | undefined;
  /** The id of the service's provider that is this merchant, and so whose webhook is called. */
  providerOf(merchant: string): string | undefined;
};

/** Reads the secrets at every call, so that a key set by the command line is known at once. */
export function findMerchants(secrets: SecretStore): Merchants {
  const prefix = secretName('');
  return {
    keyOf: (provider) => keyIn(secrets.get(secretName(provider))),
    providerOf: (merchant) => {
      const ours = secrets.list().filter(({ name }) => name.startsWith(prefix));
      const found = ours.find(({ value }) => merchantOf(keyIn(value) ?? '') === merchant);
      return found?.name.slice(prefix.length);
    },
  };
}

function keyIn(secret: string | undefined): string | undefined {
  const { secretKey } = JSON.parse(secret ?? '{}') as { secretKey?: unknown };
  return typeof secretKey === 'string' && KEY.test(secretKey) ? secretKey : undefined;
}
