/** What is kept about a create, so that a second one with the same reference can be told for what it is. */
import { hashJson } from './canonical-json.ts';

export type CreationRecord = {
  /** Unique to the invocation that wrote the collection. */
  nonce: string;
  /** The segment of the list log from which every appender of this collection starts. */
  startSegment: number;
  /** The caller's Idempotency-Key, and the hash of the body that came with it. */
  idempotency?: { key: string; bodyHash: string };
};

/** The receipt of a create; the body's hash is kept only where a key makes it matter. */
export function creationRecord(
  written: { nonce: string; startSegment: number },
  key: string | undefined,
  body: object,
): CreationRecord {
  return key === undefined ? written : { ...written, idempotency: { key, bodyHash: hashJson(body) } };
}

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
