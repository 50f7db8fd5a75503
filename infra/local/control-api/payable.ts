/** The session a sandbox payment for a collection goes to, whether or not the collection exists yet. */
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { providerReference, type Session } from '#lib/domain/payment/session.ts';
import { byCreation, type Provider } from '#lib/domain/provider.ts';
import { kindOf } from '#lib/domain/provider-kind.ts';
import { reserveSession } from '#lib/store/sessions.ts';

/** What is to be paid; `collection` is undefined when it does not exist yet. */
export type Payable = { account: Account; ref: CollectionRef; collection: Collection | undefined };

/** The session to pay; `number` is 0 when there is none yet. */
type SessionToPay = { provider: Provider; method: Session['method']; number: number };

/** The newest session at a sandbox provider; undefined when the account has no such provider. */
export function sessionToPay(payable: Payable): SessionToPay | undefined {
  const { account, collection } = payable;
  const sessions = collection?.sessions ?? [];
  const index = sessions.findLastIndex(({ provider }) => sandboxOf(account, provider) !== undefined);
  const session = sessions[index];
  const provider = sandboxOf(account, session?.provider) ?? providerToPay(account, collection?.provider);
  const { method = 'checkout' } = session ?? {};
  return provider && { provider, method, number: index + 1 };
}

/**
 * The reference to pay under. A collection without a session gets one, as its payment page would open it. One that does
 * not exist yet, or can no longer be paid, is paid under number 0, which no session has.
 */
export async function referenceToPay({ ref, collection }: Payable, session: SessionToPay): Promise<string> {
  const { method, number, provider } = session;
  const isNew = number === 0 && collection !== undefined;
  const reserved = isNew ? await reserveSession(ref, { method, provider: provider.slug }) : undefined;
  return providerReference(ref, method, reserved ?? number);
}

function providerToPay(account: Account, named: string | undefined): Provider | undefined {
  const sandboxes = Object.values(account.providers).filter((provider) => kindOf(provider) === 'sandbox');
  return sandboxOf(account, named) ?? sandboxOf(account, account.defaultProvider) ?? sandboxes.toSorted(byCreation)[0];
}

/** The account's provider with this slug, if it is a sandbox. */
function sandboxOf(account: Account, slug: string | undefined): Provider | undefined {
  const provider = slug === undefined ? undefined : providerFor(account, slug);
  return provider && kindOf(provider) === 'sandbox' ? provider : undefined;
}
