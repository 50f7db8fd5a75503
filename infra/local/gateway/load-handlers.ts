/** Makes every function that answers requests, once. */

import { makeFunction, type WholeService } from '#infra/local/whole-service.ts';
import { type ConsoleOperation, type OuterOperation, ROUTES } from '#lib/contract/routes.ts';
import type { ApiHandler } from './invoke.ts';
import type { Match } from './match-route.ts';

export type Handlers = ReadonlyMap<Match['operation'], ApiHandler>;

/** The functions outside of the public API: pages for people, the webhooks of payment providers, and the console. */
const OUTER_MODULES: Readonly<Record<OuterOperation | ConsoleOperation, string>> = {
  'console-session': '#functions/console/console-session.ts',
  'console-members': '#functions/console/console-members.ts',
  'console-member': '#functions/console/console-member.ts',
  'console-audit': '#functions/console/console-audit.ts',
  'console-page': '#functions/console/console-page.ts',
  'payment-page': '#functions/payment/payment-page.ts',
  'receive-payment': '#functions/payment/receive-payment.ts',
  unsubscribe: '#functions/messaging/unsubscribe.ts',
};

export async function loadHandlers(service: WholeService): Promise<Handlers> {
  const operations = [...ROUTES.map((route) => route.operation), 'not-found'];
  const modules = [
    ...operations.map((operation) => [operation, `#functions/api/${operation}.ts`]),
    ...Object.entries(OUTER_MODULES),
  ] as [Match['operation'], string][];
  const loaded = modules.map(async ([operation, module]) => {
    return [operation, makeFunction<ApiHandler>(operation, await import(module), service)] as const;
  });
  return new Map(await Promise.all(loaded));
}
