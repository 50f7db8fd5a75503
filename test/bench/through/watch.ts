/** Counts requests to the table by what makes them, and lets a process die. */
import { table } from '#lib/store/table/live-table.ts';

export type Counts = Map<string, number>;

/**
 * `counted`: requests to the table by what made them. `records`: of the stream, by what was given them; `whole`: those of them whose first try was
 * not cut short. `dieAfter`: so many more requests are answered, and none after that.
 */
export type Watch = { counted: Counts; records: Counts; whole: Counts; label: string | undefined; dieAfter: number };

export function watchTable(): Watch & { stop: () => void } {
  const name = 'watchThrough';
  const watch: Watch = {
    counted: new Map(),
    records: new Map(),
    whole: new Map(),
    label: undefined,
    dieAfter: Number.POSITIVE_INFINITY,
  };
  table.client.middlewareStack.add(
    (next) => async (args) => {
      if (watch.dieAfter <= 0) throw Object.assign(new Error('the process is dead'), { name: 'TimeoutError' });
      watch.dieAfter -= 1;
      if (watch.label !== undefined) add(watch.counted, watch.label, 1);
      return next(args);
    },
    { step: 'initialize', name },
  );
  return Object.assign(watch, { stop: () => void table.client.middlewareStack.remove(name) });
}

export const add = (counts: Counts, name: string, more: number): void =>
  void counts.set(name, (counts.get(name) ?? 0) + more);

export async function counting<T>({ watch }: { watch: Watch }, label: string, work: () => Promise<T>): Promise<T> {
  watch.label = label;
  return work().finally(() => {
    watch.label = undefined;
  });
}

/** What a process that died has left is not as much as a whole batch: the others speak for it. */
export const asIfAllWereWhole = ({ counted, records, whole }: Watch): Counts =>
  new Map([...counted].map(([fn, requests]) => [fn, (requests * (records.get(fn) ?? 1)) / (whole.get(fn) ?? 1)]));
