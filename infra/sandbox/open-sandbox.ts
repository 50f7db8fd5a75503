/** The sandbox payment provider: sessions, payments and webhooks as at a real one, with a page on which a click pays. */

import type { LocalCalls } from '#infra/local/control-api/local-call.ts';
import type { Secrets } from '#infra/local/fakes/fake-secrets.ts';
import type { Faults } from '#infra/local/fakes/faults.ts';
import { sandboxApi } from './api.ts';
import { sandboxCheckout } from './checkout.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { findMerchants, type Merchants } from './merchants.ts';
import { sandboxUrl } from './sandbox-url.ts';
import { openWebhooks, type Webhooks } from './webhooks.ts';

export type Sandbox = {
  calls: LocalCalls;
  ledger: Ledger;
  merchants: Merchants;
  webhooks: Webhooks;
  close(): Promise<void>;
};

type Parts = { folder: string; baseUrl: string; secrets: Secrets; faults: Pick<Faults, 'take'>; now: () => Date };

export function openSandbox({ folder, baseUrl, secrets, faults, now }: Parts): Sandbox {
  const ledger = openLedger(folder);
  const merchants = findMerchants(secrets);
  const webhooks = openWebhooks({ baseUrl, ledger, merchants, now });
  return {
    calls: {
      ...sandboxApi({ ledger, faults, url: sandboxUrl(baseUrl) }),
      ...sandboxCheckout({ ledger, merchants, webhooks, now }),
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
