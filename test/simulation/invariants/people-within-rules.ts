/**
 * Invariant 11: a person gets no more messages than the rules for people allow, whatever the number of collections.
 * Invariant 8: no message goes to an address that its person gave neither with its own collection nor with another debt.
 */
import type { Collection } from '#lib/domain/collection.ts';
import { comparableName, phoneOf } from '#lib/domain/contact.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { openInWeek } from '#lib/domain/person/judge.ts';
import { type Cap, rulesOf, whereaboutsOf } from '#lib/domain/person/policy.ts';
import { matchKeyOf, parsePhone } from '#lib/domain/phone.ts';
import { localDay, openingHoursIn } from '#lib/domain/time/local-time.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { COLLECTION_SORT_KEY, collectionKey, collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { MAX_SKEW_MS } from '#test/simulation/aws/lambda.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { idOf } from '#test/simulation/world/acts.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';
import { attemptsOf, storedItem } from './stored.ts';

const HOUR = 3_600_000;
/** A message counts at the time at which it was due, up to five minutes before and one after; requests can be under way for some time. */
const SLACK_MS = 8 * 60_000;
/** For so long a request can be under way. */
const UNDER_WAY_MS = 60_000;

export const peopleWithinRules: Invariant = {
  number: 11,
  name: 'a person gets no more messages than the rules for people allow',
  watch(world, violate) {
    const sent = new Map<string, Message[]>();
    return {
      sent(message) {
        const ref = parseCollectionId(message.collectionId);
        const account = world.tenants.find((tenant) => tenant.account.id === ref?.account)?.account;
        const item = ref && storedItem(world, collectionKey(ref.account, ref.hash).pk);
        if (account === undefined || item === undefined) return;
        const { collection } = fromItem(item);
        const phone = phoneOf(collection.contact, account);
        const person = `${account.id} ${phone.reachable ? phone.lookup : collection.contact.email.toLowerCase()}`;
        // What has failed for good did not reach the person.
        const before = (sent.get(person) ?? []).filter(({ id }) => !world.customers.failed.has(id));
        const { zones } = openingHoursIn(whereaboutsOf({ phone, account }), [message.channel]);
        const rules = rulesOf(asClaimed(world, collection, message), { phone, account });
        if (openInWeek(rules, { zones }, message.at - SLACK_MS) > message.at + MAX_SKEW_MS)
          violate(`${message.id} of ${message.collectionId} is outside the hours of its week`);
        for (const cap of [...rules.caps, ...(rules.ownCaps ?? [])])
          if (isOver(cap, [...before, message], zones))
            violate(`${message.id} of ${message.collectionId} is more than ${JSON.stringify(cap)} allows`);
        sent.set(person, [...(sent.get(person) ?? []), message]);
      },
    };
  },
};

/** The stricter rules for what is late are not those of a message that was claimed before. */
function asClaimed(world: World, collection: Collection, { slot }: Message): Collection {
  const { ref, events } = collection;
  const claimed = attemptsOf(world, collectionKey(ref.account, ref.hash).pk).find((each) => each.slot === slot);
  const late = events.findLast(({ type }) => type === 'collection.overdue');
  // The change is stamped before it is written, and may be under way meanwhile.
  const isBefore =
    claimed !== undefined &&
    late !== undefined &&
    Date.parse(claimed.claimedAt) < Date.parse(late.timestamp) + UNDER_WAY_MS;
  return isBefore ? { ...collection, status: 'pending' } : collection;
}

/** Whether the newest message is one too many. */
function isOver({ max, channels, ...period }: Cap, messages: readonly Message[], zones: readonly string[]): boolean {
  const counted = messages.filter(({ channel }) => channels?.includes(channel) ?? true);
  const newest = messages.at(-1) as Message;
  const earlier = counted.at(-1 - max);
  if (earlier === undefined || counted.at(-1) !== newest) return false;
  if ('hours' in period) return newest.at - earlier.at < period.hours * HOUR - SLACK_MS;
  const daysBetween = (zone: string) => localDay(zone, newest.at + SLACK_MS) - localDay(zone, earlier.at - SLACK_MS);
  return zones.some((zone) => daysBetween(zone) < period.days);
}

type Contact = { firstName: string; lastName: string; phone: string; email: string };
type CreateBody = { reference: string; contact: Contact };
type Given = { contact: Contact; before?: { contact: Contact; at: number } };

export const ownAddress: Invariant = {
  number: 8,
  name: 'a message goes to an address of its own collection, or of another debt of the same person',
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
        } else if (
          operation === 'update-collection' &&
          after &&
          unpackText(before['terms']) !== unpackText(after['terms'])
        ) {
          const was = given.get(call.id ?? '');
          const { contact = {} } = call.body as { contact?: Partial<Contact> };
          if (was === undefined) return;
          const at = world.kernel.now();
          given.set(call.id ?? '', { contact: { ...was.contact, ...contact }, before: { contact: was.contact, at } });
        }
      },
      sent({ collectionId, channel, to, id, by }) {
        const own = given.get(collectionId);
        const account = parseCollectionId(collectionId)?.account;
        const country = tenantOf(account)?.account.country;
        const addressIn = (of: Contact) => (channel === 'email' ? of.email : parsePhone(of.phone, country).text);
        const personOf = (of: Contact) =>
          `${matchKeyOf(parsePhone(of.phone, country), of.email)} ${comparableName(of)}`;
        // A run that was under way when the address was corrected may still use the one before.
        const known = ({ contact, before }: Given) =>
          before !== undefined && by.startedAt <= before.at ? [contact, before.contact] : [contact];
        const people = new Set((own === undefined ? [] : known(own)).map(personOf));
        // A message for several debts goes to the details that the person gave last.
        const debts = [...given].filter(([other]) => parseCollectionId(other)?.account === account);
        const addresses = debts.flatMap(([, each]) => known(each)).filter((each) => people.has(personOf(each)));
        if (!addresses.some((each) => addressIn(each) === to))
          violate(`${id} of ${collectionId} went to ${to} instead of ${own && addressIn(own.contact)}`);
      },
    };

    function tenantOf(account: string | undefined) {
      return world.tenants.find((tenant) => tenant.account.id === account);
    }
  },
};
