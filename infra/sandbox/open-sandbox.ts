/** The sandbox payment provider: sessions, money and webhooks as at a real one, with a page on which a click pays. */
import type { DatabaseSync } from 'node:sqlite';
import { type SandboxFaults, sandboxApi } from './api.ts';
import type { SandboxCalls } from './calls.ts';
import { sandboxCheckout } from './checkout.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type CredentialStore, findMerchants, type Merchants } from './merchants.ts';
import { openWebhooks, type Webhooks } from './webhooks.ts';

export type Sandbox = {
  calls: SandboxCalls;
  ledger: Ledger;
  merchants: Merchants;
  webhooks: Webhooks;
  close(): Promise<void>;
};

type Parts = {
  /** Its own address: links lead there, and its calls are under that path. */
  url: string;
  /** Of the service whose webhooks it calls. */
  baseUrl: string;
  /** For its records alone; closed with the sandbox. */
  database: DatabaseSync;
  credentials: CredentialStore;
  faults: SandboxFaults;
  now: () => Date;
};

export function openSandbox({ url, baseUrl, database, credentials, faults, now }: Parts): Sandbox {
  const ledger = openLedger(database);
  const merchants = findMerchants(credentials);
  const webhooks = openWebhooks({ baseUrl, ledger, merchants, now });
  return {
    calls: {
      ...sandboxApi({ url, ledger, faults, now }),
      ...sandboxCheckout({ url, ledger, merchants, webhooks, now }),
    },
    ledger,
    merchants,
    webhooks,
    close: async () => {
      await webhooks.stop();
      ledger.close();
    },
  };
}
