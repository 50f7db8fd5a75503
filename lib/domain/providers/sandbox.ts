/** What our own provider for trials takes: everything. The deployment's settings say where it runs. */
import type { ProviderFacts } from './provider-facts.ts';

export const facts = {
  secrets: ['secretKey'],
  apiHosts: { live: '' },
  checkoutHosts: 'same as the API',
  capabilities: { virtual_account: 'any', bank_transfer: 'any', mobile_money: 'any', card: 'any' },
} satisfies ProviderFacts;
