/** Checks all invariants in one world. */
import type { World } from '#test/simulation/world/world.ts';
import { accountsApart } from './accounts-apart.ts';
import { askedTruly } from './asked-truly.ts';
import { attemptsRise } from './attempts-rise.ts';
import { enveloped } from './enveloped.ts';
import { eventsTold } from './events-told.ts';
import { exactList } from './exact-list.ts';
import type { Invariant, Watch } from './invariant.ts';
import { listedTransitions } from './listed-transitions.ts';
import { nothingForgotten } from './nothing-forgotten.ts';
import { oneContact } from './one-contact.ts';
import { oneMessageASlot } from './one-message-per-slot.ts';
import { onePerReference } from './one-per-reference.ts';
import { onePerSlug } from './one-per-slug.ts';
import { ownAddress } from './own-address.ts';
import { balanceTrue, paymentsKept } from './payments.ts';
import { peopleWithinRules } from './people-within-rules.ts';
import { webhooksDelivered } from './webhooks-delivered.ts';

const INVARIANTS: readonly Invariant[] = [
  onePerReference,
  onePerSlug,
  oneContact,
  oneMessageASlot,
  nothingForgotten,
  paymentsKept,
  balanceTrue,
  exactList,
  listedTransitions,
  attemptsRise,
  accountsApart,
  ownAddress,
  askedTruly,
  peopleWithinRules,
  enveloped,
  eventsTold,
  webhooksDelivered,
];

export type Oracle = Required<Watch>;

export function watchOver(world: World): Oracle {
  const watches = INVARIANTS.map(({ number, watch }) => watch(world, (what) => world.violate(number, what)));
  return {
    changed(change) {
      for (const watch of watches) watch.changed?.(change);
    },
    answered(answer) {
      for (const watch of watches) watch.answered?.(answer);
    },
    sent(message) {
      for (const watch of watches) watch.sent?.(message);
    },
    posted(webhook) {
      for (const watch of watches) watch.posted?.(webhook);
    },
    logged(line) {
      for (const watch of watches) watch.logged?.(line);
    },
    ended() {
      for (const watch of watches) watch.ended?.();
    },
  };
}
