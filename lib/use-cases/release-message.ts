/** A message that was counted for its person when its slot was claimed, and that no channel took, is counted no more. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { personRefOf } from '#lib/domain/contact.ts';
import { countedFor, type Person, type PersonRef, withoutSend } from '#lib/domain/person/person.ts';
import type { RunContext } from './run-context.ts';

export type ReleasePorts = {
  /** Never throws. */
  changePerson: (ref: PersonRef, change: (person: Person) => Person | undefined) => Promise<boolean>;
};

/** `person`: as they were after the claim. Best effort: a message that stays counted only makes the next one wait. */
export async function releaseMessage(
  ports: ReleasePorts,
  { collection, account, phone }: Pick<RunContext, 'collection' | 'account' | 'phone'>,
  { person, attempt }: { person: Person | undefined; attempt: Pick<Attempt, 'dueAt'> },
): Promise<void> {
  const counted = person && countedFor(person, { hash: collection.ref.hash, dueAt: attempt.dueAt });
  if (counted === undefined) return;
  const ref = personRefOf(account.id, collection.contact, phone);
  await ports.changePerson(ref, (stored) => withoutSend(stored, counted));
}
