/**
 * The code of each function, after tree shaking, has the builders of the keys that it may use, and of no others. So a read
 * that no recorded request shows, because it is rare, cannot be forgotten in the list.
 */
import { expect, it } from 'vitest';
import { TABLE_USERS, tableAccess } from '#infra/cdk/table-access.ts';
import { KEY_FAMILIES, type KeyFamilyName } from '#lib/store/key-patterns.ts';
import { codeOf } from '#test/infra/cdk/function-code.ts';

/** Those of the indexes are left out: what writes an item builds them, too. */
const BUILDERS: Partial<Record<KeyFamilyName, readonly string[]>> = {
  account: ['accountKey', 'apiKeyKey', 'memberKey'],
  audit: ['auditKey'],
  collection: ['collectionKey', 'attemptKey', 'eventKey', 'replyKey', 'entryKey', 'waitingKey'],
  told: ['toldKey'],
  feed: ['feedPartition'],
  contactByPhone: ['contactByPhoneKey'],
  contactByEmail: ['contactByEmailKey'],
  credentials: ['credentialsKey'],
  person: ['personKey'],
  list: ['segmentKey'],
  webhooks: ['webhooksKey', 'healthKey'],
  delivery: ['deliveryKey'],
  message: ['messageKey'],
  lastMessage: ['lastMessageKey'],
  help: ['helpKey'],
  optOut: ['optOutKey'],
  optOutSecret: ['optOutSecretKey'],
  listedOptOut: ['listedOptOutKey'],
  unreachable: ['unreachableKey'],
  directory: ['directoryKey'],
  erasures: ['erasureKey'],
};

const builtIn = (code: string): string[] =>
  Object.entries(BUILDERS)
    .filter(([, names]) => names.some((name) => new RegExp(`(?:const|var|function) ${name}\\b`).test(code)))
    .map(([family]) => family);

it('every family of keys of the table has its builders here', () => {
  const ofTable = Object.entries(KEY_FAMILIES).filter(([, { index }]) => index === undefined);
  expect(Object.keys(BUILDERS).toSorted()).toEqual(ofTable.map(([name]) => name).toSorted());
});

/** The code is the same with and without a retention period. */
it.each(TABLE_USERS)('the code of %s builds keys of exactly the families that it may use', async (name) => {
  const access = tableAccess(name, { erases: true });
  const families = Object.keys(access).filter((family) => Object.hasOwn(BUILDERS, family));
  expect(builtIn(await codeOf(name)).toSorted()).toEqual(families.toSorted());
});
