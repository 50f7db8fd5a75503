/** GET /public/follow-ups: the last and the next reminder of some collections, in the order in which they are asked for. */
import { type RemindersResponse, readListReminders } from '#lib/contract/reminders.ts';
import type { Account } from '#lib/domain/account.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { type Collection, ownedCollection } from '#lib/domain/collection.ts';
import { addressesOf, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { collectionForbidden, collectionNotFound, invalidApiKey } from '#lib/domain/errors.ts';
import { lastReminder, nextReminderAt } from '#lib/domain/follow-up/last-and-next.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import { rulesOf } from '#lib/domain/person/policy.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getBusyAccount } from '#lib/store/account/accounts.ts';
import { callers } from '#lib/store/account/callers.ts';
import { getAttempts } from '#lib/store/attempt/attempts.ts';
import { getCollections } from '#lib/store/collection/collections.ts';
import { findReaches } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = {
  ...service,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { ...callers, getAccount: getBusyAccount, getCollections, getAttempts, findReaches }),
};

type Needs = typeof needs;

export const listReminders = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Reminders retrieved successfully' },
    query: readListReminders,
    load: ({ account }) => deps.getAccount(account),
    run: async ({ account, query: { collections: ids = [] }, now }, owner) => {
      if (owner === undefined) throw invalidApiKey();
      // Once the caller is verified: a page can cost hundreds of read units.
      const { collections, attempts } = await readAll(deps, account, ids);
      const reaches = await readReaches(deps, owner, collections);
      const availableChannels = deps.configuredChannels();
      const data = collections.map((collection, at): RemindersResponse => {
        const own = attempts[at] ?? [];
        const phone = phoneOf(collection.contact, owner);
        const setting = { account: owner, phone, availableChannels, ...(reaches[at] as Reach), attempts: own };
        const rules = rulesOf(collection, { account: owner, phone });
        return {
          collection: collection.id,
          last: lastReminder(own) ?? null,
          nextAt: nextReminderAt(collection, { ...setting, rules, now }) ?? null,
        };
      });
      return { data };
    },
  });

/** In the order of the ids. @throws collection_not_found, collection_forbidden */
async function readAll(deps: Needs, account: string, ids: readonly string[]) {
  const hashes = ids.map((id) => hashIn(id, account));
  const [found, attempts] = await Promise.all([
    deps.getCollections(account, hashes),
    Promise.all(hashes.map((hash) => deps.getAttempts({ account, hash }))),
  ]);
  const byId = new Map(found.map((collection) => [collection.id, collection]));
  return { collections: ids.map((id) => ownedCollection(byId.get(id), account)), attempts };
}

/** @throws collection_forbidden for an id of another account */
function hashIn(id: string, account: string): string {
  const ref = parseCollectionId(id);
  if (ref === undefined) throw collectionNotFound();
  if (ref.account !== account) throw collectionForbidden();
  return ref.hash;
}

async function readReaches(deps: Needs, owner: Account, collections: readonly Collection[]): Promise<Reach[]> {
  const people = collections.map(({ contact, ref }) => {
    const phone = phoneOf(contact, owner);
    return { addresses: addressesOf(contact, phone, owner), personRef: personRefOf(ref.account, contact, phone) };
  });
  return deps.findReaches(people, deps.clock.now());
}

export const handler = listReminders(needs);
