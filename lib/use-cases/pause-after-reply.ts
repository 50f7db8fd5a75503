/** A reply pauses the reminders of its collection, so that the merchant can read it before the next one goes out. */
import type { Account } from '#lib/domain/account.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { addressesOf, phoneOf } from '#lib/domain/contact.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Address } from '#lib/domain/opt-out.ts';
import { type KeptReply, replyPauseEnd } from '#lib/domain/reply.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Clock } from './ports.ts';

export type PausePorts = {
  clock: Pick<Clock, 'now'>;
  getAccount: (account: string) => Promise<Account | undefined>;
  getCollection: (ref: CollectionRef) => Promise<Collection | undefined>;
  findOptOuts: (addresses: readonly Address[]) => Promise<readonly Channel[]>;
  configuredChannels: () => readonly Channel[];
  /** No reminder goes out before `until`. To pause until the same instant again changes nothing. */
  pause: (ref: CollectionRef, until: Date) => Promise<void>;
};

export async function pauseAfterReply(ports: PausePorts, ref: CollectionRef, kept: KeptReply): Promise<void> {
  const [collection, account] = await Promise.all([ports.getCollection(ref), ports.getAccount(ref.account)]);
  const now = ports.clock.now();
  if (!collection || !account || !isPayable(asSeenAt(collection, now).status)) return;
  const phone = phoneOf(collection.contact, account);
  const optedOut = await ports.findOptOuts(addressesOf(collection.contact, phone));
  const plan = planFollowUps(collection, { account, phone, availableChannels: ports.configuredChannels(), optedOut });
  const until = replyPauseEnd(kept, plan, now);
  if (until !== undefined) await ports.pause(ref, until);
}
