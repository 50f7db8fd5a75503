/** Erases a person: everything that leads to the person first, then what each collection says. It can be repeated. */
import { clock } from '#lib/clock.ts';
import type { Account } from '#lib/domain/account.ts';
import { decideStatus } from '#lib/domain/change-status.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { isSubject, type Subject } from '#lib/domain/erasure.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { random } from '#lib/random.ts';
import { listAccounts } from '#lib/store/account-directory.ts';
import { saveStatus } from '#lib/store/collection-state.ts';
import { getCollection } from '#lib/store/collections.ts';
import { eraseCollection } from '#lib/store/erase-collection.ts';
import {
  forgetContact,
  forgetHelp,
  forgetLastMessage,
  forgetPerson,
  forgetUnreachable,
} from '#lib/store/forget-person.ts';
import { findOptOut, hideOptOut } from '#lib/store/hide-opt-outs.ts';
import { shareOptOutSecret } from '#lib/store/opt-out-secret.ts';
import { type Found, type Progress, refsOf } from './find-person.ts';

/** What is under way in a function may still write what it read before: no function runs for longer. */
const UNDER_WAY_MS = 70_000;
/** A message counts as being sent for two minutes. */
const MAX_PASSES = 4;

export type Erasing = { account: Account; subjects: readonly Subject[]; found: Found };

/** Answers the collections that could not be erased: a message of theirs was being sent all the time. */
export async function erasePerson(erasing: Erasing, progress: Progress): Promise<CollectionRef[]> {
  const refs = refsOf(erasing.found);
  let left = await pass(erasing, refs);
  for (let passes = 1; passes < MAX_PASSES && (passes === 1 || left.length > 0); passes += 1) {
    progress.write(`Erased. Looking again in ${UNDER_WAY_MS / 1000} seconds for what was under way …\n`);
    await clock.sleep(UNDER_WAY_MS);
    left = await pass(erasing, refs);
  }
  return left;
}

async function pass(erasing: Erasing, refs: readonly CollectionRef[]): Promise<CollectionRef[]> {
  await forgetAll(erasing);
  const left: CollectionRef[] = [];
  for (const ref of refs) if ((await eraseCollection(ref, clock.now())) !== 'erased') left.push(ref);
  return left;
}

async function forgetAll({ account, subjects, found }: Erasing): Promise<void> {
  const isOwn = (row: { id: string; phone: string; email: string }): boolean =>
    subjects.some((subject) => isSubject(subject, row, { phone: { lookup: row.phone }, salt: account.salt }));
  for (const lookup of found.lookups) await forgetContact(account.id, lookup, isOwn);
  for (const matchKey of found.matchKeys) await forgetPerson({ account: account.id, matchKey });
  await hideOptOuts(found);
  for (const address of found.addresses) await forgetUnreachable(address);
  for (const phone of found.phones) {
    await forgetHelp(phone);
    for (const ref of refsOf(found)) await forgetLastMessage(phone, ref);
  }
}

/** Every account needs the key before the first address is hidden: opt-outs hold for all of them. */
async function hideOptOuts({ addresses }: Found): Promise<void> {
  const now = clock.now();
  const said = await Promise.all(addresses.map((address) => findOptOut(address, now)));
  if (said.every((each) => each === undefined)) return;
  const secret = await shareOptOutSecret(Buffer.from(random.bytes(32)).toString('base64'), listAccounts);
  for (const address of addresses) await hideOptOut(address, secret, now);
}

export const openOnes = ({ collections }: Found, now: Date): Collection[] =>
  collections.map((each) => asSeenAt(each, now)).filter(({ status }) => isPayable(status));

/** A collection that can still be paid is cancelled; one whose expiry is not stored yet expires. */
export async function endCollection(ref: CollectionRef): Promise<void> {
  for (;;) {
    const collection = await getCollection(ref);
    if (collection === undefined || !isPayable(collection.status)) return;
    const decision = decideStatus(collection, { to: 'cancelled', by: 'caller' }, clock.now());
    const change =
      decision.kind === 'change' ? decision.change : decision.kind === 'refused' ? decision.expiry : undefined;
    if (change !== undefined) await saveStatus(ref, change);
  }
}
