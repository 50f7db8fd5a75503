/** People in the table: what an account remembers of each, written only on the version that was read. */

import {
  NEW_PERSON,
  type Person,
  type PersonPayment,
  type PersonRef,
  type PersonSend,
} from '#lib/domain/person/person.ts';
import { channel } from '#lib/store/collection/terms.ts';
import { type Key, PARTITION_KEY, personKey, secondsAfter, TTL_ATTRIBUTE, writtenTurnsKey } from '#lib/store/keys.ts';
import { flag, instant, integer, list, object, optional, text } from '#lib/store/table/checks.ts';
import { equals, ITEM_EXISTS, ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { removeIf, update, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** With when the account's people wrote to the person. Answers whether anything was there. */
export async function forgetPerson(table: Table, ref: PersonRef): Promise<boolean> {
  const keys = [personKey(ref), writtenTurnsKey(ref.account, ref.matchKey)];
  const removed = await Promise.all(keys.map((key) => removeIf(table, { key, when: ITEM_EXISTS })));
  return removed.includes(true);
}

const stored = object<Person>({
  version: integer,
  sends: list(object<PersonSend>({ at: instant, channel, hash: text })),
  payments: list(
    object<PersonPayment>({
      at: instant,
      minutesToPay: integer,
      reminded: flag,
      channel: optional(channel),
      minutesSinceDelivery: optional(integer),
    }),
  ),
  unread: optional(object<Required<Person>['unread']>({ count: integer, at: instant })),
  pausedSince: optional(instant),
});

/** Read strongly. For a read of its own; a run reads the person in the batch of the opt-outs, by {@link personIn}. */
export async function getPerson(table: Table, ref: PersonRef): Promise<Person> {
  const item = await table.getItem(personKey(ref));
  return item === undefined ? NEW_PERSON : readItem(item, stored);
}

/** The person among items that were read together: its key is `personKey(ref)`. */
export function personIn(items: readonly (Item & Key)[], ref: PersonRef): Person {
  const { pk } = personKey(ref);
  const item = items.find((each) => each[PARTITION_KEY] === pk);
  return item === undefined ? NEW_PERSON : readItem(item, stored);
}

/** A person of whom nothing was heard for so long is forgotten. */
const REMEMBERED_DAYS = 400;

/**
 * The update that saves a person, alone or for a transaction: its condition holds while the stored version is the one
 * that was read. It leaves attributes that it does not know.
 */
const change = (ref: PersonRef, { version, sends, payments, unread, pausedSince }: Person, now: Date) => ({
  key: personKey(ref),
  set: {
    version: version + 1,
    sends,
    payments,
    unread,
    pausedSince,
    // A pause lasts until somebody ends it.
    [TTL_ATTRIBUTE]: pausedSince === undefined ? secondsAfter(now.toISOString(), REMEMBERED_DAYS) : undefined,
  },
  remove: [
    ...(unread === undefined ? ['unread'] : []),
    ...(pausedSince === undefined ? ['pausedSince'] : [TTL_ATTRIBUTE]),
  ],
  when: version === 0 ? ITEM_IS_NEW : equals('version', version),
});

export const personUpdate = (table: Table, ref: PersonRef, person: Person, now: Date) =>
  update(table, change(ref, person, now));

/** False when somebody else has written the person since it was read. */
export const savePerson = (table: Table, ref: PersonRef, person: Person, now: Date): Promise<boolean> =>
  updateIf(table, change(ref, person, now));

const MAX_RACES = 5;
const BACK_OFF_MS = 25;

/**
 * Changes a person outside a claim, for a payment or a receipt, and never throws: what has happened counts, whether it
 * is remembered or not. `revise` answers undefined if nothing is to be changed.
 */
export async function changePerson(
  table: Table,
  ref: PersonRef,
  revise: (person: Person) => Person | undefined,
): Promise<boolean> {
  try {
    for (let races = 0; races < MAX_RACES; races += 1) {
      if (races > 0) await table.clock.sleep(BACK_OFF_MS * races * table.random.fraction());
      const changed = revise(await getPerson(table, ref));
      if (changed === undefined) return true;
      if (await savePerson(table, ref, changed, table.clock.now())) return true;
    }
    table.log.write('WARN', 'person_not_changed', { account: ref.account, reason: 'races' });
  } catch (error) {
    table.log.write('WARN', 'person_not_changed', {
      account: ref.account,
      reason: error instanceof Error ? error.name : 'unknown',
    });
  }
  return false;
}
