/** What is kept about a create, so that a second one with the same reference can be told for what it is. */
import { createHash } from 'node:crypto';
import { isExactNumber } from './exact-json.ts';

export type CreationRecord = {
  /** Unique to the invocation that wrote the collection. */
  nonce: string;
  /** The segment of the list log from which every appender of this collection starts. */
  startSegment: number;
  /** The caller's Idempotency-Key, and the hash of the body that came with it. */
  idempotency?: { key: string; bodyHash: string };
};

/** What tells a replay of this create from another request under its key. */
export const idempotencyOf = (key: string, body: object): { key: string; bodyHash: string } => ({
  key,
  bodyHash: hashJson(body),
});

/**
 * What a create is, beside the one that has its reference: the very same invocation, whose write was sent twice; a
 * replay by the caller; another request under the same key; or simply a reference that is taken.
 */
export function judgeRepeat(
  mine: CreationRecord,
  stored: CreationRecord,
): 'same_invocation' | 'replay' | 'key_conflict' | 'duplicate' {
  if (mine.nonce === stored.nonce) return 'same_invocation';
  if (mine.idempotency === undefined || mine.idempotency.key !== stored.idempotency?.key) return 'duplicate';
  return mine.idempotency.bodyHash === stored.idempotency.bodyHash ? 'replay' : 'key_conflict';
}

/** SHA-256, in hex, of a value's JSON with its keys in order and no white space: the same for all JSON that means the same. */
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
