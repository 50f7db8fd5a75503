/** What the endpoints of customers share: what they need, and how a customer is read before and after a change. */
import type { Account } from '#lib/domain/account.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import type { Customer } from '#lib/domain/customer.ts';
import { customerNotFound } from '#lib/domain/errors.ts';
import { isContactId } from '#lib/domain/ids.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers, guardedCallers } from '#lib/store/account/callers.ts';
import { getCollections, getHistory } from '#lib/store/collection/collections.ts';
import { findByContact } from '#lib/store/collection/find.ts';
import { saveRevision } from '#lib/store/collection/revisions.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { readCustomer } from '#lib/store/customer/customers.ts';
import { keepingCustomers } from '#lib/store/customer/keeping.ts';
import { getCustomers, listCustomers } from '#lib/store/customer/list.ts';
import { findWords } from '#lib/store/customer/words.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { freeAddress, takeAddress } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { findCustomer, type OwnCollections, ownCollections } from '#lib/use-cases/find-customers.ts';

const own = { findByContact, findReach, getCollections, readCustomer };

export const customerNeeds = {
  ...service,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { ...callers, ...own, findWords, getAccount, getCustomers, listCustomers }),
};

export type CustomerNeeds = typeof customerNeeds;

const correcting = { freeAddress, getHistory, saveRevision, saveStatus, takeAddress };

export const changingCustomers = {
  ...service,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { ...guardedCallers, ...own, ...keepingCustomers, ...correcting, getAccount }),
};

export type ChangingCustomers = typeof changingCustomers;

type Reading = Pick<ChangingCustomers, keyof typeof own | 'getAccount' | 'configuredChannels'>;

/** @throws customer_not_found for what is no id of a customer */
export async function loadCustomer(
  deps: Reading,
  { id, account }: { id: string; account: string },
): Promise<{ id: string; owner: Account } & OwnCollections> {
  if (!isContactId(id)) throw customerNotFound();
  const [owner, found] = await Promise.all([deps.getAccount(account), ownCollections(deps, account, id)]);
  if (owner === undefined) throw customerNotFound();
  return { id, owner, ...found };
}

/** As a change has left it. */
export const findAgain = async (
  deps: Reading,
  { id, owner }: { id: string; owner: Account },
  now: Date,
): Promise<Customer> => findCustomer(deps, { owner, now }, { id, ...(await ownCollections(deps, owner.id, id)) });
