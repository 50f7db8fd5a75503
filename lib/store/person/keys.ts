/** The keys of contacts, of people, and of the log of erasures. */

import type { PersonRef } from '#lib/domain/person/person.ts';
import type { Key } from '#lib/store/keys.ts';

export const CONTACT_SORT_KEY = 'CONTACT';
const PERSON_SORT_KEY = 'PERSON';

export const contactByPhoneKey = (account: string, phone: string): Key => ({
  pk: `ACCOUNT#${account}#PHONE#${phone}`,
  sk: CONTACT_SORT_KEY,
});

export const contactByEmailKey = (account: string, email: string): Key => ({
  pk: `ACCOUNT#${account}#EMAIL#${email}`,
  sk: CONTACT_SORT_KEY,
});

export const personKey = ({ account, matchKey }: PersonRef): Key => ({
  pk: `ACCOUNT#${account}#PERSON#${matchKey}`,
  sk: PERSON_SORT_KEY,
});

/** Without an id: where the erasures begin. */
export const erasureKey = (id = ''): Key => ({ pk: 'ERASURES', sk: `ERASURE#${id}` });
