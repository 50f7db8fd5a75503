/** Imports every function of the API once, by the names in the route table. */
import { ROUTES } from '#lib/contract/routes.ts';
import type { ApiHandler } from './invoke.ts';
import type { Match } from './match-route.ts';

export type Handlers = ReadonlyMap<Match['operation'], ApiHandler>;

/** The environment must be complete before: the store reads it when it is loaded. */
export async function loadHandlers(): Promise<Handlers> {
  const operations = [...ROUTES.map((route) => route.operation), 'not-found'] as const;
  const loaded = operations.map(async (operation) => {
    const { handler } = (await import(`#functions/api/${operation}.ts`)) as { handler?: ApiHandler };
    if (!handler) throw new Error(`functions/api/${operation}.ts exports no handler`);
    return [operation, handler] as const;
  });
  return new Map(await Promise.all(loaded));
}
