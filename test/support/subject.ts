/** The endpoint that the suites for every endpoint test. */
import { type Operation, ROUTES, type Route } from '#lib/contract/routes.ts';
import type { Tenant, Tenants } from './accounts.ts';
import type { Call } from './api-event.ts';
import type { Handler } from './invoke.ts';

export type Subject = {
  operation: Operation;
  handler: Handler;
  tenants: Tenants;
  /** Creates the data that a call needs in the tenant's account; returns an id and a body that succeed. */
  prepare: (tenant: Tenant) => Promise<Pick<Call, 'id' | 'body' | 'query' | 'parameters'>>;
};

/** A valid call of the endpoint's route, with prepared data and the key of `owner`. */
export async function prepared(subject: Subject, owner: Tenant, changes: Call = {}): Promise<Call> {
  const { method, path } = ROUTES.find(({ operation }) => operation === subject.operation) as Route;
  return { method, resource: path, ...(await subject.prepare(owner)), key: owner.key, ...changes };
}
