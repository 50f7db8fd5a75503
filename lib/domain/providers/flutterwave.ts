/** What Flutterwave takes, and where it is reached. */
import type { ProviderFacts } from './provider-facts.ts';

export const facts = {
  secrets: ['secretKey', 'secretHash'],
  apiHosts: { live: 'https://api.flutterwave.com/v3' },
  // Test pages use the second domain. A page may redirect to another host of the same domain.
  checkoutHosts: ['https://*.flutterwave.com', 'https://*.dev-flutterwave.com'],
  capabilities: {
    virtual_account: ['GHS', 'NGN'],
    bank_transfer: ['NGN'],
    mobile_money: ['GHS', 'KES', 'RWF', 'TZS', 'UGX', 'XAF', 'XOF', 'ZMW'],
    card: ['EUR', 'GBP', 'GHS', 'KES', 'MWK', 'NGN', 'RWF', 'TZS', 'UGX', 'USD', 'XAF', 'XOF', 'ZAR', 'ZMW'],
  },
} satisfies ProviderFacts;
