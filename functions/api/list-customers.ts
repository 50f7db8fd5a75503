/** GET /public/customers: the customers of the account, newest first, by name, or by what they owe; or those whom a search finds. */
import { readListCustomers, toCustomerResponse } from '#lib/contract/customer.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';
import { type CustomerNeeds, customerNeeds } from '#lib/endpoints/customer-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { findCustomers } from '#lib/use-cases/find-customers.ts';

export const listCustomers = (deps: CustomerNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Customers retrieved successfully' },
    query: readListCustomers,
    load: ({ account }) => deps.getAccount(account),
    run: async ({ query, now }, owner) => {
      if (owner === undefined) throw invalidApiKey();
      const { customers, nextCursor } = await findCustomers(deps, { owner, now }, query);
      return { data: customers.map(toCustomerResponse), meta: { nextCursor } };
    },
  });

export const handler = listCustomers(customerNeeds);
