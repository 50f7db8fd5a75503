/** Invariant 8: no message goes to an address that the create of its own collection did not give. */
import { COLLECTION_SORT_KEY, collectionRefOfKey } from '#lib/store/keys.ts';
import { accountOfId, collectionIdOf } from '#test/simulation/model/ids.ts';
import { readPhone } from '#test/simulation/model/people.ts';
import type { CreateBody } from '#test/simulation/model/wire.ts';
import type { Invariant } from './invariant.ts';

export const ownAddress: Invariant = {
  number: 8,
  name: 'a message goes to an address of its own collection',
  watch: (world, violate) => {
    const given = new Map<string, CreateBody['contact']>();
    return {
      changed({ key, before }) {
        if (key.sk !== COLLECTION_SORT_KEY || before !== undefined) return;
        const { body } = world.asked.get(world.asker?.number ?? -1)?.call ?? {};
        const account = tenantOf(collectionRefOfKey(key.pk)?.account);
        if (account === undefined || body === undefined) return;
        const { reference, contact } = body as CreateBody;
        given.set(collectionIdOf(account, reference), contact);
      },
      sent({ collectionId, channel, to, id }) {
        const contact = given.get(collectionId);
        const country = tenantOf(accountOfId(collectionId))?.country;
        const own = channel === 'email' ? contact?.email : contact && readPhone(contact.phone, country).shown;
        if (to !== own) violate(`${id} of ${collectionId} went to ${to} instead of ${own}`);
      },
    };

    function tenantOf(account: string | undefined) {
      return world.tenants.find((tenant) => tenant.account.id === account)?.account;
    }
  },
};
