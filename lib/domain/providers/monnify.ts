/** What Monnify takes, and where it is reached. It has one currency. */
import type { ProviderFacts } from './provider-facts.ts';

export const facts = {
  secrets: ['apiKey', 'secretKey', 'contractCode'],
  apiHosts: { live: 'https://api.monnify.com', test: 'https://sandbox.monnify.com' },
  checkoutHosts: ['https://*.monnify.com'],
  capabilities: { virtual_account: ['NGN'], bank_transfer: ['NGN'], card: ['NGN'] },
} satisfies ProviderFacts;
