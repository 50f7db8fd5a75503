/** The account in which the life of a release is rehearsed. */
import type { Account } from './account.ts';
import { newAccount } from './account.ts';
import { newProvider, type Provider } from './providers/provider.ts';

/** One for each deployment: no drawn id is likely to be it, and no merchant has it. */
export const REHEARSAL_ACCOUNT = 'rehearsal0';

const SLUG = 'sandbox';

/** A test account, whose messages reach nobody, with the sandbox as its provider. */
export function rehearsalAccount(randomBytes: (length: number) => Uint8Array, now: Date): Account {
  const opened = newAccount({ name: 'Rehearsal', mode: 'test', country: 'NG' }, randomBytes, now);
  const account = { ...opened, id: REHEARSAL_ACCOUNT };
  const provider = newProvider({ name: 'Sandbox', slug: SLUG, enabled: true }, account, now);
  return { ...account, providers: { [SLUG]: provider }, defaultProvider: SLUG };
}

export const rehearsalProvider = ({ providers }: Account): Provider => {
  const provider = providers[SLUG];
  if (provider === undefined) throw new Error('the account of rehearsals has no provider');
  return provider;
};
