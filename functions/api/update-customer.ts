/** PATCH /public/customers/{id}: corrects a customer in every collection that can be paid; safe to repeat. */
import { toCustomerResponse } from '#lib/contract/customer.ts';
import {
  type ChangingCustomers,
  changingCustomers,
  findAgain,
  loadCustomer,
} from '#lib/endpoints/customer-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { correctCustomer } from '#lib/use-cases/correct-customer.ts';

export const updateCustomer = (deps: ChangingCustomers) =>
  endpoint(deps, {
    success: { status: 200, message: 'Customer updated successfully' },
    body: async () => (await import('#lib/contract/update-collection.ts')).readContactChanges,
    load: (request) => loadCustomer(deps, request),
    run: async ({ account, by, now, body, requestId }, customer) => {
      const changed = await correctCustomer(deps, { ...customer, by, now }, body);
      deps.log.count('INFO', 'customer_updated', { requestId, account, customer: customer.id, collections: changed });
      return { data: toCustomerResponse(await findAgain(deps, customer, now)) };
    },
  });

export const handler = updateCustomer(changingCustomers);
