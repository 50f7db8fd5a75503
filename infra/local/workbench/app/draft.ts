/** What the form for a collection holds: that of the console, filled in, and whether its webhooks are caught here. */
import type { Draft as ConsoleDraft } from '#lib/web/console/app/draft.ts';

export type Draft = ConsoleDraft & { /** Whether the receiver of the local run is told. */ isTold: boolean };

/** Two days, so that it can still be paid when a day has passed. */
export const firstDraft = (): Draft => ({
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
  email: 'ada@example.com',
  amount: '45000',
  currency: 'NGN',
  about: 'Two pairs of shoes',
  reference: `order-${crypto.randomUUID().slice(0, 6)}`,
  cadence: 'every_2h',
  tone: 'service',
  expiresIn: '2880',
  isTold: true,
});
