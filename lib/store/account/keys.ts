/** The keys of accounts, of what is in their partition, of their audit log and credentials, and of the directory of all. */
import type { Key } from '#lib/store/keys.ts';

/** Sort keys of items that are alone of their kind in a partition. */
export const ACCOUNT_SORT_KEY = 'ACCOUNT';

/** The prefixes under which an account's API keys and members, and a collection's other rows sort. */
export const API_KEY_PREFIX = 'KEY#';
export const MEMBER_PREFIX = 'MEMBER#';
const AUDIT_PREFIX = 'AUDIT#';

export const accountKey = (account: string): Key => ({ pk: `ACCOUNT#${account}`, sk: ACCOUNT_SORT_KEY });

export const apiKeyKey = (account: string, keyHash: string): Key => ({
  pk: accountKey(account).pk,
  sk: `${API_KEY_PREFIX}${keyHash}`,
});

export const memberKey = (account: string, id: string): Key => ({
  pk: accountKey(account).pk,
  sk: `${MEMBER_PREFIX}${id}`,
});

/** `entry` is an instant, a `#` and a nonce; entries sort by it. */
export const auditKey = (account: string, entry: string): Key => ({
  pk: `ACCOUNT#${account}#AUDIT`,
  sk: `${AUDIT_PREFIX}${entry}`,
});

/** What {@link auditKey} was made of. */
export const auditEntryOf = (sk: string): string => sk.slice(AUDIT_PREFIX.length);

/** Of a payment provider. */
export const credentialsKey = (account: string, provider: string): Key => ({
  pk: `ACCOUNT#${account}#CREDENTIALS`,
  sk: provider,
});

/** `ulid` keeps the entries in the order in which the accounts were opened. */
export const directoryKey = (ulid: string): Key => ({ pk: 'ACCOUNTS', sk: ulid });
