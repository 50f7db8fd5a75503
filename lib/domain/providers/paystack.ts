/** What Paystack takes, and where it is reached. */
import type { ProviderFacts } from './provider-facts.ts';

const TRANSFERS = ['KES', 'NGN'];

export const facts = {
  secrets: ['secretKey'],
  apiHosts: { live: 'https://api.paystack.co' },
  checkoutHosts: ['https://checkout.paystack.com', 'https://*.paystack.com', 'https://*.paystack.co'],
  capabilities: {
    virtual_account: TRANSFERS,
    bank_transfer: TRANSFERS,
    mobile_money: ['GHS', 'KES'],
    card: ['GHS', 'KES', 'NGN', 'USD', 'ZAR'],
  },
} satisfies ProviderFacts;
