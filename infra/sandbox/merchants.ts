/** Who the sandbox provider's merchants are: whoever holds a key of its form, and the local run's own providers among them. */
import { createHash } from 'node:crypto';
import type { Secrets } from '#infra/local/fakes/fake-secrets.ts';
import { secretName } from '#lib/payment/secrets.ts';

const KEY = /^sk_sandbox_[0-9A-Za-z]{20,100}$/;

/** The name under which the provider keeps a merchant. */
export const merchantOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The merchant of a request; undefined without a key that can be one. */
export function readMerchant(authorization: string | undefined): string | undefined {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';
  return KEY.test(key) ? merchantOf(key) : undefined;
}

export type Merchants = {
  /** The key a provider of ours signs in with; undefined when it has none. */
  keyOf(provider: string): string | undefined;
  /** The provider of ours whose webhook a merchant would have entered. */
  providerOf(merchant: string): string | undefined;
};

/** Read from the secrets each time, so that a key set by the command line is known at once. */
export function findMerchants(secrets: Secrets): Merchants {
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
