/** The session a sandbox payment for a collection goes to, whether or not the collection exists yet. */

import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { numbered, providerReference, type Session } from '#lib/domain/payment/session.ts';
import type { Provider } from '#lib/domain/provider.ts';
import { reserveSession } from '#lib/store/ledger/sessions.ts';
import { table } from '#lib/store/table/live-table.ts';
import { sandboxesOf, sandboxOf } from './sandbox-providers.ts';

/** What is to be paid; `collection` is undefined when it does not exist yet. */
export type Payable = { account: Account; ref: CollectionRef; collection: Collection | undefined };

/** The session to pay; without a `number` none can be paid. */
type SessionToPay = { provider: Provider; method: Session['method']; number?: number };

/** The newest open session at a sandbox provider; undefined when the account has no such provider. */
export function sessionToPay(
  { account, ref, collection }: Payable,
  isOpen: (provider: Provider, reference: string) => boolean,
): SessionToPay | undefined {
  const atSandboxes = numbered(collection?.sessions ?? []).flatMap(({ provider: slug, method, number }) => {
    const provider = sandboxOf(account, slug);
    return provider ? [{ provider, method, number }] : [];
  });
  const open = atSandboxes.findLast(({ provider, method, number }) =>
    isOpen(provider, providerReference(ref, method, number)),
  );
  if (open !== undefined) return open;
  const { provider = sandboxesOf(account, collection?.provider)[0], method = 'checkout' } = atSandboxes.at(-1) ?? {};
  return provider && { provider, method };
}

/**
 * The reference to pay under. A collection without an open session gets one, as its payment page would open it. One that
 * does not exist yet, or can no longer be paid, is paid under number 0, which no session has.
 */
export async function referenceToPay({ ref, collection }: Payable, session: SessionToPay): Promise<string> {
  const { method, provider } = session;
  if (session.number !== undefined) return providerReference(ref, method, session.number);
  const reserved = collection && (await reserveSession(table, ref, { method, provider: provider.slug }));
  return providerReference(ref, method, reserved ?? 0);
}
