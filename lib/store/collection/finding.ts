/** The store functions by which collections are found: `find-collections.ts` needs all of them. */
import { findDebts } from '#lib/store/customer/find-debts.ts';
import { findWords } from '#lib/store/customer/words.ts';
import { findInLog } from '#lib/store/list/read.ts';
import { findContactIdBy } from '#lib/store/person/contacts.ts';
import { getCollections } from './collections.ts';
import { findByContact, findByStatus } from './find.ts';

export const findingCollections = {
  findByContact,
  findByStatus,
  findContactIdBy,
  findDebts,
  findInLog,
  findWords,
  getCollections,
};
