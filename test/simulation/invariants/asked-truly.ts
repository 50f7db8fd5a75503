/** Invariant 10: a message asks for what was outstanding when its slot was claimed, never for more, and comes in nobody's night. */
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { endOfDay } from '#lib/domain/due-day.ts';
import { isOpen, openingHoursIn } from '#lib/domain/follow-up/local-time.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { amountIn } from '#lib/domain/message/amount-text.ts';
import { formatMoney, type Money, outstandingOf } from '#lib/domain/money.ts';
import { whereaboutsOf } from '#lib/domain/person/policy.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { ATTEMPT_PREFIX, attemptKey, collectionKey } from '#lib/store/collection/keys.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import type { Invariant } from './invariant.ts';
import { storedItem } from './stored.ts';

/** A run may be one minute early, clocks may differ by seconds, and a request can be under way for some time. */
const SLACK_MS = 3 * 60_000;

/** In every language. */
const LATE = /overdue|arrived|was due|retard|arrivé|était|atraso|chegou|venceu|chelewa|hayajafika|litakiwa/i;

/** What was outstanding, and when. */
type Claim = { outstanding: Money; at: number; collection: Collection };

export const askedTruly: Invariant = {
  number: 10,
  name: 'a message asks for no more than was outstanding at its claim, says late only of what is, and comes in nobody’s night',
  watch(world, violate) {
    const claims = new Map<string, Claim>();
    return {
      changed({ key: { pk, sk }, before, after }) {
        if (!sk.startsWith(ATTEMPT_PREFIX) || after?.['status'] !== 'sending') return;
        const item = storedItem(world, pk);
        if (item === undefined || before?.['token'] === after['token']) return;
        const { collection } = fromItem(item);
        claims.set(`${pk} ${sk}`, { outstanding: outstandingOf(collection), at: world.kernel.now(), collection });
      },
      sent({ collectionId, slot, channel, text, id }) {
        const ref = parseCollectionId(collectionId);
        const account = world.tenants.find((tenant) => tenant.account.id === ref?.account)?.account;
        const pk = ref && collectionKey(ref.account, ref.hash).pk;
        const item = pk === undefined ? undefined : storedItem(world, pk);
        const claim = ref && claims.get(`${pk} ${attemptKey(ref, slot).sk}`);
        if (account === undefined || item === undefined || claim === undefined) return;
        const { contact } = fromItem(item).collection;
        const { dueDay } = claim.collection;
        if (dueDay !== undefined && LATE.test(text) && claim.at < endOfDay(dueDay, account.country) - SLACK_MS)
          violate(`${id} of ${collectionId} says that it is late before its due day has ended`);
        if (!names(text, claim.outstanding))
          violate(`${id} of ${collectionId} does not name the ${formatMoney(claim.outstanding)} that were outstanding`);
        const hours = openingHoursIn(whereaboutsOf({ phone: phoneOf(contact, account), account }), [channel]);
        if (![claim.at - SLACK_MS, claim.at, claim.at + SLACK_MS].some((instant) => isOpen(hours, instant)))
          violate(`${id} of ${collectionId} came at night by ${channel}`);
      },
    };
  },
};

/** `NGN 45,000.00` or `45 000,00 NGN`, wherever it stands and whichever spaces the channel has. */
const names = (text: string, amount: Money): boolean =>
  LANGUAGES.some((language) => {
    const written = plainSpaces(amountIn(language, amount)).replaceAll('.', '\\.');
    return new RegExp(`(?<!\\d[., ]?)${written}(?![.,]?\\d)`).test(plainSpaces(text));
  });

const plainSpaces = (text: string): string => text.replaceAll(/\s/g, ' ');
