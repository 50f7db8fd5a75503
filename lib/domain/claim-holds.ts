/** How long a customer's word that it is paid holds the reminders. Apart, because the console says it, too. */
import { DAY_MS } from '#lib/domain/time/time-units.ts';

/** For so long the claims that nobody has decided on hold the reminders, from the first of them: more of them hold no longer. */
export const CLAIM_HOLDS_MS = 3 * DAY_MS;
