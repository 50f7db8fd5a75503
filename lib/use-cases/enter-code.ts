/** Sends the code that a payer enters on the payment page for a request that was sent to their phone. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { numbered, providerReference, staleSessions } from '#lib/domain/payment/session.ts';
import type { Payments } from '#lib/payment/payments.ts';
import type { Store } from '#lib/store/store.ts';
import { targetOf } from './ask-providers.ts';

export type CodePorts = Pick<Payments, 'submitCode'> & Pick<Store, 'countCode'>;

const CODE_WITHIN_MS = 8_000;

/**
 * Sends the code that a payer entered for the newest request to their phone, a few times at most. False when there is
 * no such session, too many codes were entered for it, or the provider refuses the code.
 */
export async function enterCode(
  ports: CodePorts,
  { collection, account, code }: { collection: Collection; account: Account; code: string },
): Promise<boolean> {
  const session = numbered(collection.sessions).findLast(({ method }) => method === 'mobile_money');
  const target = session && targetOf(account, session);
  const isStale = session !== undefined && staleSessions(collection).some(({ number }) => number === session.number);
  if (session === undefined || target === undefined || isStale) return false;
  // Counted before it is sent, so that nobody guesses while the answer is on its way.
  if (!(await ports.countCode(collection.ref, session))) return false;
  const reference = providerReference(collection.ref, session.method, session.number);
  return (await ports.submitCode(target, { reference, code }, CODE_WITHIN_MS)).kind === 'accepted';
}
