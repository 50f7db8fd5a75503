/** The part of a collection's item that says when it is to be run next. */
import { dueShard } from './keys.ts';

/** The parts of an update that set the next run, or end the running; the item is in the index only while it has one. */
export function nextRunUpdate(hash: string, nextRunAt: string | undefined) {
  if (nextRunAt === undefined) return { set: '', remove: 'REMOVE nextRunAt, due', values: {} };
  return {
    set: ', nextRunAt = :nextRunAt, due = :due',
    remove: '',
    values: { ':nextRunAt': nextRunAt, ':due': dueShard(hash) },
  };
}
