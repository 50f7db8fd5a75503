/** Invariant 2: one contact per phone and per email in an account, stored under both its keys and never changed. */
import { CONTACT_SORT_KEY, contactByEmailKey, contactByPhoneKey } from '#lib/store/person/keys.ts';
import type { Invariant } from './invariant.ts';
import { isOf, storedCollections, storedContacts } from './stored.ts';

export const oneContact: Invariant = {
  number: 2,
  name: 'one contact per phone and per email',
  watch: (world, violate) => ({
    changed({ key, before, after }) {
      if (key.sk !== CONTACT_SORT_KEY || before === undefined) return;
      if (JSON.stringify(before) !== JSON.stringify(after)) violate(`${key.pk}: a contact has been overwritten`);
    },
    ended() {
      for (const { account } of world.tenants) judge(account.id);

      function judge(account: string): void {
        const own = storedContacts(world).filter((item) => isOf(account, item));
        const under = new Map(own.map((contact) => [contact.pk, contact]));
        for (const { pk: _pk, ...contact } of own) {
          const phone = under.get(contactByPhoneKey(account, contact.phone).pk);
          const email = under.get(contactByEmailKey(account, contact.email).pk);
          if (phone?.id !== contact.id || email?.id !== contact.id) violate(`${contact.id}: not whole under both keys`);
        }
        const known = new Set(own.map(({ id }) => id));
        for (const { id, ref, contact } of storedCollections(world))
          if (ref.account === account && !known.has(contact.id)) violate(`${id}: its contact is not the account's`);
      }
    },
  }),
};
