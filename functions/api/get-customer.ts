/** GET /public/customers/{id}: one customer, with what it owes now. */
import { toCustomerResponse } from '#lib/contract/customer.ts';
import { type CustomerNeeds, customerNeeds, loadCustomer } from '#lib/endpoints/customer-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { findCustomer } from '#lib/use-cases/find-customers.ts';

export const getCustomer = (deps: CustomerNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Customer retrieved successfully' },
    load: (request) => loadCustomer(deps, request),
    run: async ({ now }, { owner, ...customer }) => ({
      data: toCustomerResponse(await findCustomer(deps, { owner, now }, customer)),
    }),
  });

export const handler = getCustomer(customerNeeds);
