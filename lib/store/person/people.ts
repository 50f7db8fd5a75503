/** People in the table: what an account remembers of each, written only on the version that was read. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  NEW_PERSON,
  type Person,
  type PersonPayment,
  type PersonRef,
  type PersonSend,
} from '#lib/domain/person/person.ts';
import { log } from '#lib/log.ts';
import { channel } from '#lib/store/collection/terms.ts';
import { type Key, PARTITION_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { personKey } from '#lib/store/person/keys.ts';
import { flag, instant, integer, list, object, optional, text } from '#lib/store/table/checks.ts';
import { deleteIf, ITEM_IS_NEW } from '#lib/store/table/expressions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

export const forgetPerson = (table: Table, ref: PersonRef): Promise<boolean> => deleteIf(table, personKey(ref));

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
 * The update that saves a person, for a transaction or alone: its condition holds while the stored version is the one
 * that was read. It leaves attributes that it does not know.
 */
export function personUpdate(table: Table, ref: PersonRef, person: Person, now: Date) {
  const { version, sends, payments, unread } = person;
  return {
    TableName: table.name,
    Key: personKey(ref),
    UpdateExpression: `SET version = :next, sends = :sends, payments = :payments, #ttl = :ttl${
      unread === undefined ? ' REMOVE unread' : ', unread = :unread'
    }`,
    ConditionExpression: version === 0 ? ITEM_IS_NEW : 'version = :read',
    ExpressionAttributeNames: { '#ttl': TTL_ATTRIBUTE },
    ExpressionAttributeValues: {
      ':next': version + 1,
      ':sends': sends,
      ':payments': payments,
      ':ttl': Math.floor(now.getTime() / 1000) + REMEMBERED_DAYS * 86_400,
      ...(version > 0 && { ':read': version }),
      ...(unread !== undefined && { ':unread': unread }),
    },
  };
}

const MAX_RACES = 5;
const BACK_OFF_MS = 25;

/**
 * Changes a person outside a claim, for a payment or a receipt, and never throws: what has happened counts, whether it
 * is remembered or not. `change` answers undefined if nothing is to be changed.
 */
export async function changePerson(
  table: Table,
  ref: PersonRef,
  change: (person: Person) => Person | undefined,
): Promise<boolean> {
  try {
    for (let races = 0; races < MAX_RACES; races += 1) {
      if (races > 0) await table.clock.sleep(BACK_OFF_MS * races * table.random.fraction());
      const changed = change(await getPerson(table, ref));
      if (changed === undefined) return true;
      if (await table.writeIf(new UpdateCommand(personUpdate(table, ref, changed, table.clock.now())))) return true;
    }
    log('WARN', 'person_not_changed', { account: ref.account, reason: 'races' });
  } catch (error) {
    log('WARN', 'person_not_changed', {
      account: ref.account,
      reason: error instanceof Error ? error.name : 'unknown',
    });
  }
  return false;
}
