/** The meaning of a second create with the same reference: replay, duplicate or conflict. */
import type { CreateBody } from './wire.ts';

/** The stored record of the create that made a collection. */
export type CreateRecord = { idempotencyKey: string | undefined; body: CreateBody };

export type Verdict = 'created' | 'replayed' | 'duplicate_reference' | 'idempotency_conflict';

/**
 * Without a key, or with another key than the first create, the reference is taken. A key belongs to its reference: the same
 * key with another reference creates another collection.
 */
export function verdictOn(asked: CreateRecord, made: CreateRecord | undefined): Verdict {
  if (made === undefined) return 'created';
  if (asked.idempotencyKey === undefined || asked.idempotencyKey !== made.idempotencyKey) return 'duplicate_reference';
  return canonical(meaningOf(asked.body)) === canonical(meaningOf(made.body)) ? 'replayed' : 'idempotency_conflict';
}

/** Bodies are compared after parsing, so a default that is named equals one that is left out. */
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

/** JSON with its fields in a fixed order, so that their order does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}
