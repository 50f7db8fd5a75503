/**
 * Every key of the one table, and so its map: open this file first.
 *
 * | Item         | pk                            | sk                                          | Read by                                        |
 * |--------------|-------------------------------|---------------------------------------------|------------------------------------------------|
 * | Account      | ACCOUNT#a                     | ACCOUNT                                     | create, provider endpoints; holds ≤ 50 providers |
 * | API key      | ACCOUNT#a                     | KEY#<sha-256 of the key>                    | every request, beside the thing it asks for    |
 * | Collection   | ACCOUNT#a#COLLECTION#<hash>   | COLLECTION                                  | get, update status, each entry of a list page  |
 * | Contact      | ACCOUNT#a#PHONE#<phone>       | CONTACT                                     | create                                         |
 * | … by email   | ACCOUNT#a#EMAIL#<email>       | CONTACT                                     | create                                         |
 * | List leaf    | ACCOUNT#a#LIST                | LEAF#<8 digits>                             | create (newest), list (a range)                |
 * | Directory °  | ACCOUNTS                      | <created at>#<account>                      | the CLI's list of accounts                     |
 *
 * Every pk starts with the account, so no key of one tenant can name an item of another; ° is for operators only.
 */

/** The primary key of one item. */
export type Key = { pk: string; sk: string };

/** The names of the two key attributes, for whoever defines the table. */
export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';

/** Sort keys of items that are alone of their kind in a partition; the stream's filters name them too. */
export const COLLECTION_SORT_KEY = 'COLLECTION';
const ACCOUNT_SORT_KEY = 'ACCOUNT';
const CONTACT_SORT_KEY = 'CONTACT';
const LEAF_PREFIX = 'LEAF#';
/** The prefix under which an account's API keys sort. */
export const API_KEY_PREFIX = 'KEY#';

export const accountKey = (account: string): Key => ({ pk: `ACCOUNT#${account}`, sk: ACCOUNT_SORT_KEY });

export const directoryKey = (createdAt: string, account: string): Key => ({
  pk: 'ACCOUNTS',
  sk: `${createdAt}#${account}`,
});

export const apiKeyKey = (account: string, keyHash: string): Key => ({
  pk: `ACCOUNT#${account}`,
  sk: `${API_KEY_PREFIX}${keyHash}`,
});

export const collectionKey = (account: string, hash: string): Key => ({
  pk: `ACCOUNT#${account}#COLLECTION#${hash}`,
  sk: COLLECTION_SORT_KEY,
});

/** The account and hash in a collection's partition key. */
export function collectionPlace(pk: string): { account: string; hash: string } | undefined {
  const [, account, kind, hash] = pk.split('#');
  return kind === 'COLLECTION' && account !== undefined && hash !== undefined ? { account, hash } : undefined;
}

export const contactByPhoneKey = (account: string, phone: string): Key => ({
  pk: `ACCOUNT#${account}#PHONE#${phone}`,
  sk: CONTACT_SORT_KEY,
});

export const contactByEmailKey = (account: string, email: string): Key => ({
  pk: `ACCOUNT#${account}#EMAIL#${email}`,
  sk: CONTACT_SORT_KEY,
});

export const leafKey = (account: string, leaf: number): Key => ({
  pk: `ACCOUNT#${account}#LIST`,
  sk: `${LEAF_PREFIX}${String(leaf).padStart(8, '0')}`,
});

/** The leaf number in a leaf's sort key. */
export const leafNumber = (sk: string): number => Number(sk.slice(LEAF_PREFIX.length));
