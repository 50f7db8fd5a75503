/** Finds a payment provider by its public id, with the account that owns it. */

import { type Account, providerById } from '#lib/domain/account.ts';
import { parseProviderId } from '#lib/domain/ids.ts';
import { kindOf, type Target } from '#lib/domain/provider.ts';
import type { Store } from '#lib/store/store.ts';

export type ProviderPorts = Pick<Store, 'getAccount'>;

/** Undefined if it is unknown, or of no kind that we can ask. */
export async function findProvider(
  ports: ProviderPorts,
  id: string,
): Promise<{ account: Account; target: Target } | undefined> {
  const ref = parseProviderId(id);
  const account = ref && (await ports.getAccount(ref.account));
  const provider = providerById(account, id);
  const kind = provider && kindOf(provider);
  return account && kind && { account, target: { kind, id } };
}
