/** A collection with what its plan depends on, for tests of revisions. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { Revisable } from '#lib/domain/revisions/revise-plan.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';

type Given = { attempts?: readonly Attempt[]; optedOut?: readonly Channel[] };

/** By default a chosen plan of a day: reminders after 1, 7 and 13 hours, the last one moved to the next morning. */
export function aRevisable(given: Parameters<typeof aCollection>[0] = {}, around: Given = {}): Revisable {
  return withSetting(aCollection(given), around);
}

export function withSetting(collection: Collection, { attempts = [], optedOut = [] }: Given = {}): Revisable {
  const account = anAccount();
  const phone = phoneOf(collection.contact, account);
  return { collection, setting: { account, phone, attempts, optedOut, availableChannels: CHANNELS } };
}

/** When the slots of the plan are due, to the minute. */
export const dueTimes = ({ collection, setting }: Revisable): string[] =>
  planFollowUps(collection, setting).slots.map(({ dueAt }) => new Date(dueAt).toISOString().slice(5, 16));

export const sentAttempt = (slot: number, dueAt: string, given: Partial<Attempt> = {}): Attempt => ({
  slot,
  status: 'sent',
  dueAt,
  claimedAt: dueAt,
  tone: 'gentle',
  token: `token ${slot}`,
  channelsTried: ['whatsapp'],
  channel: 'whatsapp',
  at: { sending: dueAt, sent: dueAt },
  ...given,
});

export function refusalOf(change: () => unknown): DomainError {
  try {
    change();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
