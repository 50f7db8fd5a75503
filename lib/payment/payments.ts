/** Payments at the providers, for all accounts. What talks to them is loaded at its first use: most invocations ask no provider. */

import type { ProviderKind } from '#lib/domain/providers/providers.ts';
import type { Gateway } from './gateway.ts';
import { checkoutHosts, type PaymentNeeds } from './payment-needs.ts';

export type Payments = Omit<Gateway, 'forgetCredentials'> & {
  forgetCredentials: (provider: string) => void;
  checkoutHosts: (kind: ProviderKind) => readonly string[];
};

/** The parts are read at each use. */
export function paymentsFrom(parts: PaymentNeeds): Payments {
  let opened: Gateway | undefined;
  const gateway = async (): Promise<Gateway> => {
    const { gatewayFrom } = await import('./gateway.ts');
    opened ??= gatewayFrom(parts);
    return opened;
  };
  return {
    openSession: async (...request) => (await gateway()).openSession(...request),
    findMovements: async (...request) => (await gateway()).findMovements(...request),
    listMovements: async (...request) => (await gateway()).listMovements(...request),
    closeSession: async (...request) => (await gateway()).closeSession(...request),
    submitCode: async (...request) => (await gateway()).submitCode(...request),
    readWebhookEvent: async (...request) => (await gateway()).readWebhookEvent(...request),
    findUnlistable: async (...request) => (await gateway()).findUnlistable(...request),
    checkCredentials: async (...request) => (await gateway()).checkCredentials(...request),
    modeOf: async (...request) => (await gateway()).modeOf(...request),
    seal: async (...request) => (await gateway()).seal(...request),
    readCredentials: async (...request) => (await gateway()).readCredentials(...request),
    prepareCredentials: async (...request) => (await gateway()).prepareCredentials(...request),
    forgetCredentials: (provider) => opened?.forgetCredentials(provider),
    checkoutHosts: (kind) => checkoutHosts(parts, kind),
  };
}
