/** Invariant 8: no message goes to an address that the create of its own collection did not give. */

import { parseCollectionId } from '#lib/domain/ids.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { COLLECTION_SORT_KEY, collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { idOf } from '#test/simulation/world/acts.ts';
import type { Invariant } from './invariant.ts';

type Contact = { phone: string; email: string };
type CreateBody = { reference: string; contact: Contact };
type Given = { contact: Contact; before?: { contact: Contact; at: number } };

export const ownAddress: Invariant = {
  number: 8,
  name: 'a message goes to an address of its own collection',
  watch: (world, violate) => {
    const given = new Map<string, Given>();
    return {
      changed({ key, before, after }) {
        if (key.sk !== COLLECTION_SORT_KEY) return;
        const { call, operation } = world.asked.get(world.asker?.number ?? -1) ?? {};
        const tenant = tenantOf(collectionRefOfKey(key.pk)?.account);
        if (tenant === undefined || call?.body === undefined) return;
        if (before === undefined) {
          const { reference, contact } = call.body as CreateBody;
          given.set(idOf(tenant, reference), { contact });
        } else if (operation === 'update-collection' && before['terms'] !== after?.['terms']) {
          const was = given.get(call.id ?? '');
          const { contact = {} } = call.body as { contact?: Partial<Contact> };
          if (was === undefined) return;
          const at = world.kernel.now();
          given.set(call.id ?? '', { contact: { ...was.contact, ...contact }, before: { contact: was.contact, at } });
        }
      },
      sent({ collectionId, channel, to, id, by }) {
        const { contact, before } = given.get(collectionId) ?? {};
        const country = tenantOf(parseCollectionId(collectionId)?.account)?.account.country;
        const addressIn = (of: Contact | undefined) =>
          channel === 'email' ? of?.email : of && parsePhone(of.phone, country).text;
        // A run that was under way when the address was corrected may still use the one before.
        const isBefore = before !== undefined && by.startedAt <= before.at && to === addressIn(before.contact);
        const own = addressIn(contact);
        if (to !== own && !isBefore) violate(`${id} of ${collectionId} went to ${to} instead of ${own}`);
      },
    };

    function tenantOf(account: string | undefined) {
      return world.tenants.find((tenant) => tenant.account.id === account);
    }
  },
};
