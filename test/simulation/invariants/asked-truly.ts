/** Invariant 10: a message asks for what was outstanding when its slot was claimed, never for more, and comes in nobody's night. */
import { phoneOf } from '#lib/domain/contact.ts';
import { isOpen, openingHoursIn } from '#lib/domain/follow-up/local-time.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { outstandingOf, toMajor } from '#lib/domain/money.ts';
import { whereaboutsOf } from '#lib/domain/person/policy.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { ATTEMPT_PREFIX, attemptKey, collectionKey } from '#lib/store/collection/keys.ts';
import type { Invariant } from './invariant.ts';
import { storedItem } from './stored.ts';

/** A run may be one minute early, clocks may differ by seconds, and a request can be under way for some time. */
const SLACK_MS = 3 * 60_000;

/** What was outstanding, in major units, and when. */
type Claim = { outstanding: number; at: number };

export const askedTruly: Invariant = {
  number: 10,
  name: 'a message asks for no more than was outstanding at its claim, and comes in nobody’s night',
  watch(world, violate) {
    const claims = new Map<string, Claim>();
    return {
      changed({ key: { pk, sk }, before, after }) {
        if (!sk.startsWith(ATTEMPT_PREFIX) || after?.['status'] !== 'sending') return;
        const item = storedItem(world, pk);
        if (item === undefined || before?.['token'] === after['token']) return;
        const { minor, currency } = outstandingOf(fromItem(item).collection);
        claims.set(`${pk} ${sk}`, { outstanding: toMajor({ minor, currency }), at: world.kernel.now() });
      },
      sent({ collectionId, slot, channel, text, id }) {
        const ref = parseCollectionId(collectionId);
        const account = world.tenants.find((tenant) => tenant.account.id === ref?.account)?.account;
        const pk = ref && collectionKey(ref.account, ref.hash).pk;
        const item = pk === undefined ? undefined : storedItem(world, pk);
        const claim = ref && claims.get(`${pk} ${attemptKey(ref, slot).sk}`);
        if (account === undefined || item === undefined || claim === undefined) return;
        const { contact, amount } = fromItem(item).collection;
        const asked = amountsIn(text, amount.currency);
        if (!asked.includes(claim.outstanding))
          violate(`${id} of ${collectionId} names ${asked} when ${claim.outstanding} were outstanding`);
        const hours = openingHoursIn(whereaboutsOf({ phone: phoneOf(contact, account), account }), [channel]);
        if (![claim.at - SLACK_MS, claim.at, claim.at + SLACK_MS].some((instant) => isOpen(hours, instant)))
          violate(`${id} of ${collectionId} came at night by ${channel}`);
      },
    };
  },
};

/** `NGN 45,000.00`, wherever it stands. */
const amountsIn = (text: string, currency: string): number[] =>
  [...text.matchAll(new RegExp(`${currency}\\s([\\d,]+(?:\\.\\d+)?)`, 'g'))].map(([, digits = '']) =>
    Number(digits.replaceAll(',', '')),
  );
