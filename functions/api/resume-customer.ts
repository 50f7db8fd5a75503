/** POST /public/customers/{id}/follow-ups/resume: reminders go on with their next slots; safe to repeat. */
import { readNothing, toCustomerResponse } from '#lib/contract/customer.ts';
import {
  type ChangingCustomers,
  changingCustomers,
  findAgain,
  loadCustomer,
} from '#lib/endpoints/customer-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { pauseCustomer as pause } from '#lib/use-cases/correct-customer.ts';

export const resumeCustomer = (deps: ChangingCustomers) =>
  endpoint(deps, {
    success: { status: 200, message: 'Follow-ups resumed successfully' },
    body: async () => readNothing,
    load: (request) => loadCustomer(deps, request),
    run: async ({ account, now, requestId }, customer) => {
      const changed = await pause(deps, customer, undefined);
      if (changed) deps.log.count('INFO', 'customer_resumed', { requestId, account, customer: customer.id });
      return { data: toCustomerResponse(await findAgain(deps, customer, now)) };
    },
  });

export const handler = resumeCustomer(changingCustomers);
