/** Invariant 11: a person gets no more messages than the rules for people allow, whatever the number of collections. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { ATTEMPT_PREFIX, attemptKey, COLLECTION_SORT_KEY, collectionKey } from '#lib/store/collection/keys.ts';
import { hoursOf } from '#test/simulation/model/hours.ts';
import { readPhone } from '#test/simulation/model/people.ts';
import { brokenRules, type Got, isClosedByLaw } from '#test/simulation/model/persons.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Invariant } from './invariant.ts';
import { storedItem } from './stored.ts';

/** A message counts at the time at which it was due, up to five minutes before and one after; requests can be under way for some time. */
const SLACK_MS = 8 * 60_000;
/** More than two clocks differ. */
const CLOCKS_MS = 10_000;

/** `claimed`: when its slot was claimed, which counts it; of two messages the second claim can be accepted first. */
type Said = Got & { id: string; claimed: number };

/** The retry of a throttled message is that same message. */
const isThrottled = (item: Item | undefined): boolean => {
  const { status, at } = (item ?? {}) as unknown as Partial<Attempt>;
  return status === 'deferred' && at?.failed === undefined;
};

export const peopleWithinRules: Invariant = {
  number: 11,
  name: 'a person gets no more messages than the rules for people allow',
  watch(world, violate) {
    const said = new Map<string, Said[]>();
    const overdueSince = new Map<string, number>();
    const claims = new Map<string, number>();
    return {
      changed({ key: { pk, sk }, before, after }) {
        if (sk.startsWith(ATTEMPT_PREFIX) && after?.['status'] === 'sending' && !isThrottled(before))
          claims.set(`${pk} ${sk}`, world.kernel.now());
        if (sk === COLLECTION_SORT_KEY && before?.['status'] === 'pending' && after?.['status'] === 'overdue')
          overdueSince.set(pk, world.kernel.now());
      },
      sent({ collectionId, slot, channel, id, at }) {
        const ref = parseCollectionId(collectionId);
        const tenant = world.tenants.find(({ account }) => account.id === ref?.account);
        const pk = ref && collectionKey(ref.account, ref.hash).pk;
        const item = pk === undefined ? undefined : storedItem(world, pk);
        if (ref === undefined || pk === undefined || item === undefined || tenant === undefined) return;
        const { contact, followUp, expiresInMinutes: window } = fromItem(item).collection;
        const phone = readPhone(contact.phone, tenant.account.country);
        const person = `${ref.account} ${phone.reachable ? phone.lookup : contact.email.toLowerCase()}`;
        const country = phone.country ?? tenant.account.country;
        const before = said.get(person) ?? [];
        // What has failed for good did not reach the person.
        const claimed = claims.get(`${pk} ${attemptKey(ref, slot).sk}`) ?? at;
        const got = before.filter((each) => !world.customers.failed.has(each.id) && each.claimed <= claimed);
        const { zones } = hoursOf(country, phone.reachable ? phone.shown : undefined);
        const law = { country, zones, isOverdue: (overdueSince.get(pk) ?? Number.POSITIVE_INFINITY) < at - SLACK_MS };
        const isChosen = followUp.enabled && !followUp.given.includes('cadence');
        const broken = brokenRules({ ...law, isChosen, window, got, message: { at, channel }, slack: SLACK_MS });
        const isClosed = [at + CLOCKS_MS, at, at - SLACK_MS].every((instant) => isClosedByLaw(instant, law));
        for (const rule of isClosed ? [...broken, 'closed by law'] : broken)
          violate(`${id} of ${collectionId} breaks a rule for people: ${rule}`);
        said.set(person, [...before, { id, at, channel, claimed }]);
      },
    };
  },
};
