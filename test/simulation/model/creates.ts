/** What a second create of a reference means (design §1 "Retries", interface §4.1 rule 1). */

/** What stays on record of the create that made a collection. */
export type Record = { idempotencyKey: string | undefined; body: unknown };

export type Verdict = 'created' | 'replayed' | 'duplicate_reference' | 'idempotency_conflict';

/**
 * Without a key, or with another than the first create's, the reference is taken. The key belongs to its reference, so the same
 * key with another reference makes another collection.
 */
export function verdictOn(asked: Record, made: Record | undefined): Verdict {
  if (made === undefined) return 'created';
  if (asked.idempotencyKey === undefined || asked.idempotencyKey !== made.idempotencyKey) return 'duplicate_reference';
  return canonical(asked.body) === canonical(made.body) ? 'replayed' : 'idempotency_conflict';
}

/** The parsed body, in which the order of fields says nothing (design §1: "canonical parsed body"). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}
