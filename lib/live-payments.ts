/** The payments of this deployment. Tests and the simulator replace their parts. */
import type { PaymentNeeds } from './payment/payment-needs.ts';
import { paymentsFrom } from './payment/payments.ts';
import { service } from './service.ts';
import { getSealedCredentials } from './store/account/providers.ts';
import { table } from './store/table/live-table.ts';

const { clock, log, settings } = service;

export const paymentParts: PaymentNeeds = {
  clock,
  log,
  hosts: { sandbox: { live: settings.sandboxUrl } },
  getSealedCredentials: (provider) => getSealedCredentials(table, provider),
  credentialsKey: settings.credentialsKey,
};

export const payments = paymentsFrom(paymentParts);
