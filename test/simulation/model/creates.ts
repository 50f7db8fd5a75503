/** What a second create of a reference means (design §1 "Retries", interface §4.1 rule 1). */
import type { CreateBody } from './wire.ts';

/** What stays on record of the create that made a collection. */
export type CreateRecord = { idempotencyKey: string | undefined; body: CreateBody };

export type Verdict = 'created' | 'replayed' | 'duplicate_reference' | 'idempotency_conflict';

/**
 * Without a key, or with another than the first create's, the reference is taken. The key belongs to its reference, so the same
 * key with another reference makes another collection.
 */
export function verdictOn(asked: CreateRecord, made: CreateRecord | undefined): Verdict {
  if (made === undefined) return 'created';
  if (asked.idempotencyKey === undefined || asked.idempotencyKey !== made.idempotencyKey) return 'duplicate_reference';
  return canonical(meaningOf(asked.body)) === canonical(meaningOf(made.body)) ? 'replayed' : 'idempotency_conflict';
}

/** Design §1: the body is compared as it was parsed, so what is said and what goes without saying are the same. */
function meaningOf({ type = 'integrated', expiresIn = 1440, contact, payable, ...body }: CreateBody): object {
  const { enabled = false, methods = [] } = payable ?? {};
  const { firstName, lastName, phone, email } = contact;
  return {
    ...body,
    type,
    expiresIn,
    contact: { firstName: firstName.trim(), lastName: lastName.trim(), phone: phone.trim(), email },
    payable: { enabled, methods: enabled && methods.length === 0 ? ['payment_link'] : methods },
  };
}

/** JSON in which the order of fields says nothing. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}
