/** Keeps what a payer says on the payment page: a promise, a claim or a dispute, and not more of it in a day than is read. */
import type { Account } from '#lib/domain/account.ts';
import { type ClaimedPayment, type Complaint, hasSaidEnough, mayPromise } from '#lib/domain/answers.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { overLimit } from '#lib/domain/contact.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { promisePayment } from '#lib/domain/revisions/promise-payment.ts';
import { makeClaim, openDispute } from '#lib/domain/revisions/revise-answers.ts';
import type { Revisable } from '#lib/domain/revisions/revise-plan.ts';
import { endOfDay } from '#lib/domain/time/due-day.ts';
import type { Store } from '#lib/store/store.ts';
import { isUsedUpByCustomer, type RevisePorts, reviseCollection } from './revise-collection.ts';

/** `day`: days since 1970. */
export type CustomerAnswer =
  | { kind: 'promise'; day: number }
  | { kind: 'claim'; payment: ClaimedPayment }
  | { kind: 'dispute'; complaint: Complaint };

/** `limit`: too much was said today. `refused`: it is not possible, or no longer. */
export type AnswerOutcome = 'kept' | 'limit' | 'refused';

export type AnswerPorts = RevisePorts & Pick<Store, 'recordEvent'>;

/** Safe to repeat: what was said already is kept once. */
export async function answerOnPage(
  ports: AnswerPorts,
  { collection: { ref }, account: owner }: { collection: Collection; account: Account },
  said: CustomerAnswer,
): Promise<AnswerOutcome> {
  const now = ports.clock.now();
  let isOver = false;
  const decide = (of: Revisable): Collection | undefined => {
    const next = say(of, said, now);
    if (next === undefined) return undefined;
    isOver = next === 'full' || hasSaidEnough(of.collection, now) || isUsedUpByCustomer(of.collection);
    return isOver || next === 'full' ? undefined : next;
  };
  try {
    const history = await ports.getHistory(ref);
    await reviseCollection(ports, { history, owner }, { account: ref.account, now, decide });
  } catch (error) {
    if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
    return 'refused';
  }
  if (!isOver) return 'kept';
  await ports.recordEvent(ref, overLimit('page', now));
  return 'limit';
}

/** It has ended meanwhile, or the day is too far. */
const REFUSALS: ReadonlySet<string> = new Set(['invalid_transition', 'validation_failed', 'collection_not_found']);

function say(of: Revisable, said: CustomerAnswer, now: Date): Collection | 'full' | undefined {
  switch (said.kind) {
    case 'claim':
      return makeClaim(of, said.payment, now);
    case 'dispute':
      return openDispute(of, said.complaint, now);
    case 'promise': {
      if (!mayPromise(of.collection)) return 'full';
      const payBy = new Date(endOfDay(said.day, of.setting.account.country)).toISOString();
      return promisePayment(of, payBy, now, 'customer');
    }
  }
}
