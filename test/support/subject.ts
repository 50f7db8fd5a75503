/** An endpoint as the suites that hold of every endpoint see it. */
import { type Operation, ROUTES, type Route } from '#lib/contract/routes.ts';
import type { Tenant, Tenants } from './accounts.ts';
import type { Call } from './api-event.ts';
import type { Handler } from './invoke.ts';

export type Subject = {
  operation: Operation;
  handler: Handler;
  tenants: Tenants;
  /** Makes what a call needs, as the tenant's own, and gives the id and the body that succeed. */
  prepare: (tenant: Tenant) => Promise<Pick<Call, 'id' | 'body'>>;
};

/** Calls an endpoint as its route says; what is prepared belongs to `owner`. */
export async function prepared(subject: Subject, owner: Tenant, changes: Call = {}): Promise<Call> {
  const { method, path } = ROUTES.find(({ operation }) => operation === subject.operation) as Route;
  return { method, resource: path, ...(await subject.prepare(owner)), key: owner.key, ...changes };
}
