/** Imports every function that answers requests once: those of the API by their names, and those outside it. */
import { ROUTES } from '#lib/contract/routes.ts';
import type { ApiHandler } from './invoke.ts';
import type { Match } from './match-route.ts';
import { OUTER_MODULES } from './outer-modules.ts';

export type Handlers = ReadonlyMap<Match['operation'], ApiHandler>;

/** The environment must be complete before: the store reads it when it is loaded. */
export async function loadHandlers(): Promise<Handlers> {
  const operations = [...ROUTES.map((route) => route.operation), 'not-found'];
  const modules = [
    ...operations.map((operation) => [operation, `#functions/api/${operation}.ts`]),
    ...Object.entries(OUTER_MODULES),
  ] as [Match['operation'], string][];
  const loaded = modules.map(async ([operation, module]) => {
    const { handler } = (await import(module)) as { handler?: ApiHandler };
    if (!handler) throw new Error(`${module} exports no handler`);
    return [operation, handler] as const;
  });
  return new Map(await Promise.all(loaded));
}
