/** The part of a collection's item that says when it is to be woken next. */
import { dueShard } from './keys.ts';

/** The parts of an update that set the next wake, or end the waking; the item is in the index only while it has one. */
export function wakeUpdate(hash: string, wakeAt: string | undefined) {
  if (wakeAt === undefined) return { set: '', remove: 'REMOVE wakeAt, due', values: {} };
  return { set: ', wakeAt = :wakeAt, due = :due', remove: '', values: { ':wakeAt': wakeAt, ':due': dueShard(hash) } };
}
