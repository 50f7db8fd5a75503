/** Checks all invariants in one world. */
import type { World } from '#test/simulation/world/world.ts';
import { accountsApart } from './accounts-apart.ts';
import { attemptsRise } from './attempts-rise.ts';
import { deliveriesJudged } from './deliveries-judged.ts';
import { endpointsJudged } from './endpoints-judged.ts';
import { enveloped } from './enveloped.ts';
import { eventsTold } from './events-told.ts';
import { exactList } from './exact-list.ts';
import type { Invariant, Watch } from './invariant.ts';
import { judgedByModel } from './judged-by-model.ts';
import { keptAsPromised } from './kept-as-promised.ts';
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
import { wellLogged } from './well-logged.ts';
import { wholeAnswers } from './whole-answers.ts';

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
  peopleWithinRules,
  enveloped,
  wellLogged,
  wholeAnswers,
  eventsTold,
  webhooksDelivered,
  deliveriesJudged,
  endpointsJudged,
  keptAsPromised,
  judgedByModel,
];

/**
 * What holds while an operator erases people, too: the model is not told of erasures, nor are those that begin with contacts and
 * events, or count what was logged.
 */
export const STILL_JUDGED: readonly Invariant[] = INVARIANTS.filter(
  (each) =>
    ![
      oneContact,
      peopleWithinRules,
      wellLogged,
      eventsTold,
      webhooksDelivered,
      endpointsJudged,
      judgedByModel,
    ].includes(each),
);

export type Oracle = Required<Watch>;

export function watchOver(world: World, invariants: readonly Invariant[] = INVARIANTS): Oracle {
  const watches = invariants.map(({ number, watch }) => watch(world, (what) => world.violate(number, what)));
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
    finished(done) {
      for (const watch of watches) watch.finished?.(done);
    },
    ended() {
      for (const watch of watches) watch.ended?.();
    },
  };
}
