/** Invariant 10: a message asks for what was outstanding when its slot was claimed, never for more, and comes in nobody's night. */
import type { Collection } from '#lib/domain/collection.ts';
import { comparableName, phoneOf } from '#lib/domain/contact.ts';
import { isOwed } from '#lib/domain/follow-up/digest.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { amountIn } from '#lib/domain/message/amount.ts';
import { formatMoney, type Money, outstandingOf } from '#lib/domain/money.ts';
import { whereaboutsOf } from '#lib/domain/person/policy.ts';
import { addressKeysOf } from '#lib/domain/phone.ts';
import { endOfDay } from '#lib/domain/time/due-day.ts';
import { isOpen, openingHoursIn } from '#lib/domain/time/local-time.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { ATTEMPT_PREFIX, attemptKey, collectionKey } from '#lib/store/collection/keys.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { MAX_SKEW_MS } from '#test/simulation/aws/lambda.ts';
import type { Invariant } from './invariant.ts';
import { storedCollections, storedItem } from './stored.ts';

/** A run may be one minute early, clocks may differ by seconds, and a request can be under way for some time. */
const SLACK_MS = 3 * 60_000;

/** A slot that is so late is still sent though its hours have closed: docs/decisions/0015-plans-are-computed.md. */
const LATE_MS = 5 * 60_000;

/** In every language. */
const LATE =
  /overdue|arrived|was due|retard|arrivé|était|atraso|chegou|venceu|chelewa|hayajafika|litakiwa|makara|ta wuce|bai iso/i;

/** What was outstanding, and when; and of all that its person could pay then. */
type Claim = { outstanding: Money; at: number; collection: Collection; debts: readonly Collection[] };

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
        const at = world.kernel.now();
        const debts = storedCollections(world).filter(
          (each) => isOfPerson(each, collection) && isOwed(each, new Date(at - MAX_SKEW_MS)),
        );
        claims.set(`${pk} ${sk}`, { outstanding: outstandingOf(collection), at, collection, debts });
      },
      sent({ collectionId, slot, channel, text, id }) {
        const ref = parseCollectionId(collectionId);
        const account = world.tenants.find((tenant) => tenant.account.id === ref?.account)?.account;
        const pk = ref && collectionKey(ref.account, ref.hash).pk;
        const item = pk === undefined ? undefined : storedItem(world, pk);
        const claim = ref && claims.get(`${pk} ${attemptKey(ref, slot).sk}`);
        if (account === undefined || item === undefined || claim === undefined) return;
        const own = fromItem(item).collection;
        const { contact } = own;
        const isOfOne = names(text, claim.outstanding);
        const named = isOfOne ? [claim.collection] : claim.debts;
        const isLate = ({ dueDay }: Collection) =>
          dueDay === undefined || claim.at >= endOfDay(dueDay, account.country) - SLACK_MS;
        if (LATE.test(text) && !named.some(isLate))
          violate(`${id} of ${collectionId} says that it is late before its due day has ended`);
        // What was read once more before it was sent may be owed no longer: the message then asks for the others alone.
        const isOfRest = !isOwed(own, new Date(world.kernel.now())) && isOfOthers(text, claim);
        if (!isOfOne && !isOfRest && !isWithin(text, claim))
          violate(`${id} of ${collectionId} does not name the ${formatMoney(claim.outstanding)} that were outstanding`);
        const hours = openingHoursIn(whereaboutsOf({ phone: phoneOf(contact, account), account }), [channel]);
        if (![claim.at - LATE_MS - SLACK_MS, claim.at, claim.at + SLACK_MS].some((instant) => isOpen(hours, instant)))
          violate(`${id} of ${collectionId} came at night by ${channel}`);
      },
    };
  },
};

/** The same account, name, and phone or email. */
const isOfPerson = ({ ref, contact }: Collection, { ref: own, contact: of }: Collection): boolean =>
  ref.account === own.account &&
  comparableName(contact) === comparableName(of) &&
  addressKeysOf(contact)[0] === addressKeysOf(of)[0];

/** A message for several debts asks for the collection's own, and for no more than all of them in its currency. */
function isWithin(text: string, { outstanding: { minor, currency }, debts }: Claim): boolean {
  const all = debts.filter(({ amount }) => amount.currency === currency).map((each) => outstandingOf(each).minor);
  const most = Math.max(...amountsIn(text, currency));
  return debts.length > 1 && most >= minor && most <= all.reduce((sum, each) => sum + each, 0);
}

function isOfOthers(text: string, { collection, debts }: Claim): boolean {
  const others = debts.filter(({ id }) => id !== collection.id).map(outstandingOf);
  return others.some(({ currency }) => {
    const own = others.filter((each) => each.currency === currency).map(({ minor }) => minor);
    const most = Math.max(...amountsIn(text, currency));
    return most >= Math.min(...own) && most <= own.reduce((sum, each) => sum + each, 0);
  });
}

/** In minor units: an amount is written with all the decimals of its currency. */
const amountsIn = (text: string, currency: string): number[] =>
  [
    ...plainSpaces(text).matchAll(
      new RegExp(`${currency} (\\d[\\d.,]*\\d|\\d)|(\\d[\\d., ]*\\d|\\d) ${currency}`, 'g'),
    ),
  ].map(([, after, before = '']) => Number((after ?? before).replace(/\D/g, '')));

/** `NGN 45,000.00` or `45 000,00 NGN`, wherever it stands and whichever spaces the channel has. */
const names = (text: string, amount: Money): boolean =>
  LANGUAGES.some((language) => {
    const written = plainSpaces(amountIn(language, amount)).replaceAll('.', '\\.');
    return new RegExp(`(?<!\\d[., ]?)${written}(?![.,]?\\d)`).test(plainSpaces(text));
  });

const plainSpaces = (text: string): string => text.replaceAll(/\s/g, ' ');
