/** An address that both tables know as hard to reach: every strike counts, and the longer block holds. */
import { isDeepStrictEqual } from 'node:util';
import { forgottenAt, type Unreachable, withFailure } from '#lib/domain/message/failure.ts';
import { TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import type { Join } from './join-items.ts';

type StoredBlock = Unreachable & { version: number };

export const joinUnreachable: Join = (old, own) => {
  const [before, after] = [old as unknown as StoredBlock, own as unknown as StoredBlock];
  const known = before.strikes.map(({ id }) => id);
  const missing = after.strikes.filter(({ id }) => !known.includes(id));
  // In their order, whichever table has heard of which: the last one says how long the address is left out.
  const all = [...before.strikes, ...missing].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const struck = all.reduce<Unreachable>(withFailure, { ...blockOf(before), strikes: [] });
  const { until, reason } = (after.until ?? '') > (struck.until ?? '') ? after : struck;
  const joined: Unreachable = { strikes: struck.strikes, ...blockOf({ until, reason }) };
  if (isDeepStrictEqual(joined, { strikes: after.strikes, ...blockOf(after) })) return own;
  const ttl = forgottenAt(joined);
  const { pk, sk } = own;
  const version = Math.max(before.version, after.version) + 1;
  return { pk, sk, ...joined, version, ...(ttl !== undefined && { [TTL_ATTRIBUTE]: ttl }) };
};

const blockOf = ({ until, reason }: { until?: string | undefined; reason?: Unreachable['reason'] | undefined }) =>
  until === undefined || reason === undefined ? {} : { until, reason };
