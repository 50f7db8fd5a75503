/** All mutants. The simulator must find each of them. */

import { ANSWERS } from './answers.ts';
import { CLOSED } from './closed.ts';
import { CREATES } from './creates.ts';
import { ERASURES } from './erasure.ts';
import { EVENTS } from './events.ts';
import { FOLLOW_UPS } from './follow-ups.ts';
import { LISTS } from './lists.ts';
import { LOGS } from './logs.ts';
import { MADE_BY } from './made-by.ts';
import { MEANING } from './meaning.ts';
import { MEMBERS } from './members.ts';
import { MESSAGES } from './messages.ts';
import { MONEY } from './money.ts';
import type { Mutant } from './mutant.ts';
import { BY_HAND } from './operator.ts';
import { OPT_OUTS } from './opt-outs.ts';
import { OWN_BUSINESSES } from './own-businesses.ts';
import { PAGES } from './pages.ts';
import { PARTED_TABLES } from './parted.ts';
import { PAYMENTS } from './payments.ts';
import { PEOPLE } from './people.ts';
import { RECEIVERS } from './receivers.ts';
import { RECONCILIATION } from './reconciliation.ts';
import { RESTORES } from './restore.ts';
import { RETRIES } from './retries.ts';
import { REVISIONS } from './revisions.ts';
import { RUNS } from './runs.ts';
import { WEBHOOKS } from './webhooks.ts';
import { WHOLE_ANSWERS } from './whole-answers.ts';
import { WORDS } from './words.ts';

export type { Mutant } from './mutant.ts';

/** The mutants of each subject. */
export const SUBJECTS: readonly (readonly Mutant[])[] = [
  CREATES,
  LISTS,
  FOLLOW_UPS,
  RUNS,
  RETRIES,
  PEOPLE,
  REVISIONS,
  MESSAGES,
  OPT_OUTS,
  CLOSED,
  PAYMENTS,
  MONEY,
  RECONCILIATION,
  EVENTS,
  WEBHOOKS,
  MEMBERS,
  MADE_BY,
  ERASURES,
  RESTORES,
  BY_HAND,
  WORDS,
  ANSWERS,
  RECEIVERS,
  LOGS,
  WHOLE_ANSWERS,
  MEANING,
  OWN_BUSINESSES,
  PARTED_TABLES,
  PAGES,
];

export const MUTANTS: readonly Mutant[] = SUBJECTS.flat();
