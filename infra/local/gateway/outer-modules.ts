/** Where the functions are whose routes lie outside the API: pages for people, and where payment providers report. */
import type { OuterOperation } from '#lib/contract/routes.ts';

export const OUTER_MODULES: Readonly<Record<OuterOperation, string>> = {
  'payment-page': '#functions/payment/payment-page.ts',
  'receive-payment': '#functions/payment/receive-payment.ts',
  unsubscribe: '#functions/messaging/unsubscribe.ts',
};
