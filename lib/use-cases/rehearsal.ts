/** What the rehearsals of a release have in common: an account, functions that are invoked by name, and the first answer that is not as it must be. */
import type { Account } from '#lib/domain/account.ts';
import { REHEARSAL_ACCOUNT, rehearsalAccount } from '#lib/domain/rehearsal.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

/** What a function answered; `failed` when it crashed or ran out of time. */
export type Invoked = { answer: unknown } | { failed: string };

/** `sentence`: which function, and what it did, for the operator. */
export type Rehearsal = { kind: 'passed' } | { kind: 'failed'; sentence: string };

/** Thrown at the first answer that is not as it must be. */
export class Unfit extends Error {}

/** @throws what is no answer of a function */
export async function rehearsalOf(play: () => Promise<void>): Promise<Rehearsal> {
  try {
    await play();
    return { kind: 'passed' };
  } catch (error) {
    if (error instanceof Unfit) return { kind: 'failed', sentence: error.message };
    throw error;
  }
}

export type AccountPorts = Pick<Service, 'clock' | 'random'> & Pick<Store, 'getAccount' | 'openRehearsals'>;

/** The account of all rehearsals, opened by the first. */
export async function accountOfRehearsals(ports: AccountPorts): Promise<Account> {
  await ports.openRehearsals(rehearsalAccount(ports.random.bytes, ports.clock.now()));
  const account = await ports.getAccount(REHEARSAL_ACCOUNT);
  if (account === undefined) throw new Error('the account of rehearsals is gone');
  return account;
}
