/** What becomes of the count of a message, which its person got when its slot was claimed, once channels have answered. */

import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { personRefOf } from '#lib/domain/contact.ts';
import { type Counted, countedFor, type Person, withChannel, withoutSend } from '#lib/domain/person/person.ts';
import type { Store } from '#lib/store/store.ts';
import type { RunContext } from './run-context.ts';

export type ReleasePorts = Pick<Store, 'changePerson'>;

type Subject = Pick<RunContext, 'collection' | 'account' | 'phone'>;

/** `person`: as they were after the claim. */
type Message = { person: Person | undefined; attempt: Pick<Attempt, 'dueAt'> };

/** A message that no channel took counts no more. Best effort: one that stays counted only makes the next one wait. */
export const releaseMessage = (ports: ReleasePorts, subject: Subject, message: Message): Promise<void> =>
  changeCounted(ports, { ...subject, ...message }, withoutSend);

/** Before another channel is asked than the one that the message counts for: some rules count channels apart. */
export const recountMessage = (
  ports: ReleasePorts,
  subject: Subject,
  { channel, ...message }: Message & { channel: Channel },
): Promise<void> =>
  changeCounted(ports, { ...subject, ...message }, (stored, counted) => withChannel(stored, counted, channel));

async function changeCounted(
  ports: ReleasePorts,
  { collection, account, phone, person, attempt }: Subject & Message,
  change: (stored: Person, counted: Counted) => Person | undefined,
): Promise<void> {
  const counted = person && countedFor(person, { hash: collection.ref.hash, dueAt: attempt.dueAt });
  if (counted === undefined || change(person as Person, counted) === undefined) return;
  const ref = personRefOf(account.id, collection.contact, phone);
  await ports.changePerson(ref, (stored) => change(stored, counted));
}
