/** PATCH /public/customers/{id}: corrects a customer in every collection that can be paid, and tags it; safe to repeat. */
import { toCustomerResponse } from '#lib/contract/customer.ts';
import {
  type ChangingCustomers,
  changingCustomers,
  findAgain,
  loadCustomer,
} from '#lib/endpoints/customer-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { correctCustomer, tagCustomer } from '#lib/use-cases/correct-customer.ts';

export const updateCustomer = (deps: ChangingCustomers) =>
  endpoint(deps, {
    success: { status: 200, message: 'Customer updated successfully' },
    body: async () => (await import('#lib/contract/update-collection.ts')).readUpdateCustomer,
    load: (request) => loadCustomer(deps, request),
    run: async ({ account, by, now, body, requestId }, customer) => {
      const { tags, ...patch } = body;
      const isCorrected = Object.values(patch).some((value) => value !== undefined);
      const changed = isCorrected ? await correctCustomer(deps, { ...customer, by, now }, patch) : 0;
      if (tags !== undefined) await tagCustomer(deps, customer, tags);
      deps.log.count('INFO', 'customer_updated', { requestId, account, customer: customer.id, collections: changed });
      return { data: toCustomerResponse(await findAgain(deps, customer, now)) };
    },
  });

export const handler = updateCustomer(changingCustomers);
