/** The record of a create. It shows what a second create with the same reference is. */
import { createHash } from 'node:crypto';
import { isExactNumber } from './exact-json.ts';

export type CreationRecord = {
  nonce: string;
  /** The segment of the list log from which every attempt to list this collection starts. */
  startSegment: number;
  idempotency?: { key: string; bodyHash: string };
};

export const idempotencyOf = (key: string, body: object): { key: string; bodyHash: string } => ({
  key,
  bodyHash: hashJson(body),
});

/**
 * Compares a create with the one that has its reference: it is the same invocation (its write was sent twice), a
 * replay by the caller, another request with the same key, or a new request for a reference that is taken.
 */
export function judgeRepeat(
  mine: CreationRecord,
  stored: CreationRecord,
): 'same_invocation' | 'replay' | 'key_conflict' | 'duplicate' {
  if (mine.nonce === stored.nonce) return 'same_invocation';
  if (mine.idempotency === undefined || mine.idempotency.key !== stored.idempotency?.key) return 'duplicate';
  return mine.idempotency.bodyHash === stored.idempotency.bodyHash ? 'replay' : 'key_conflict';
}

/** SHA-256 in hex of the value's JSON with sorted keys and no white space: equal JSON has equal hashes. */
export const hashJson = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  const children = new Map(Object.entries(value));
  return Object.fromEntries([...children.keys()].toSorted().map((key) => [key, sorted(children.get(key))]));
}
