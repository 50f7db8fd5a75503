/** People in the table: read beside the opt-outs, saved with a claim or alone, and never over what another has written. */
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import {
  NEW_PERSON,
  type Person,
  type PersonRef,
  withPayment,
  withReceipt,
  withSend,
} from '#lib/domain/person/person.ts';
import { personKey } from '#lib/store/keys.ts';
import { optOutKey } from '#lib/store/opt-out/keys.ts';
import { changePerson, getPerson, personIn, personUpdate } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { interceptSend } from './intercept-send.ts';

const { documents, tableName } = useTable();
const { lines } = captureLogs();
clock.sleep = async () => {};
const NOW = new Date('2026-03-01T09:00:00.000Z');
let people = 0;

function aRef(account = 'abc0123xyz'): PersonRef {
  people += 1;
  return { account, matchKey: `+23480300${String(10_000 + people)}` };
}

const messaged = (person: Person, channel: 'sms' | 'email' = 'sms'): Person =>
  withSend(person, { at: NOW.getTime() + person.version, channel, hash: 'abc' });
const aPayment = {
  at: NOW.toISOString(),
  minutesToPay: 60,
  reminded: true,
  channel: 'sms',
  minutesSinceDelivery: 5,
} as const;
const save = (ref: PersonRef, person: Person) =>
  table.writeIf(new UpdateCommand(personUpdate(table, ref, person, NOW)));

describe('a person', () => {
  it('a person who was never written to has no past', async () => {
    expect(await getPerson(table, aRef())).toEqual(NEW_PERSON);
  });

  it('all that is remembered is saved, and read again', async () => {
    const ref = aRef();
    const paid = withPayment(messaged(NEW_PERSON), aPayment) ?? NEW_PERSON;
    const person = withReceipt(paid, { status: 'delivered', at: NOW.toISOString() }) ?? NEW_PERSON;
    expect(await save(ref, person)).toBe(true);
    expect(await getPerson(table, ref)).toEqual({ ...person, version: 1 });
    const read = withReceipt(await getPerson(table, ref), { status: 'read', at: NOW.toISOString() }) ?? NEW_PERSON;
    expect(await save(ref, read)).toBe(true);
    expect(await getPerson(table, ref)).toEqual({ ...paid, version: 2 });
  });

  it('a person of one account is another than the person of the same phone in another account', async () => {
    const ref = aRef();
    await save(ref, messaged(NEW_PERSON));
    expect(await getPerson(table, { ...ref, account: 'other01234' })).toEqual(NEW_PERSON);
  });

  it('a person is forgotten 400 days after the last change', async () => {
    const ref = aRef();
    await save(ref, messaged(NEW_PERSON));
    const [item] = await table.batchGet([personKey(ref)]);
    expect(item).toMatchObject({ ttl: NOW.getTime() / 1000 + 400 * 86_400 });
  });

  it('an attribute that this version does not know stays', async () => {
    const ref = aRef();
    await save(ref, messaged(NEW_PERSON));
    await documents.send(
      new UpdateCommand({
        TableName: tableName,
        Key: personKey(ref),
        UpdateExpression: 'SET later = :later',
        ExpressionAttributeValues: { ':later': 'x' },
      }),
    );
    await save(ref, messaged(await getPerson(table, ref)));
    expect((await table.batchGet([personKey(ref)]))[0]).toMatchObject({ version: 2, later: 'x' });
  });

  it('a person is read with other items in one request', async () => {
    const [ref, other] = [aRef(), aRef()];
    await save(ref, messaged(NEW_PERSON));
    const seen = interceptSend((_command, send_) => send_());
    const items = await table.batchGet([optOutKey('sms', ref.matchKey), personKey(ref), personKey(other)]);
    expect([personIn(items, ref).sends.length, personIn(items, other), seen.length]).toEqual([1, NEW_PERSON, 1]);
  });
});

describe('two who write a person at once', () => {
  it('of two writes of one version one is saved, for a new person and for a stored one', async () => {
    const ref = aRef();
    for (const version of [1, 2]) {
      const person = await getPerson(table, ref);
      const saved = await Promise.all([save(ref, messaged(person)), save(ref, messaged(person, 'email'))]);
      expect(saved.toSorted()).toEqual([false, true]);
      expect(await getPerson(table, ref)).toMatchObject({ version, sends: { length: version } });
    }
  });

  it('in a transaction nothing is written when the person has changed', async () => {
    const [ref, beside] = [aRef(), aRef()];
    await save(ref, messaged(NEW_PERSON));
    const write = new TransactWriteCommand({
      TransactItems: [
        { Update: personUpdate(table, ref, messaged(NEW_PERSON), NOW) },
        { Update: personUpdate(table, beside, messaged(NEW_PERSON), NOW) },
      ],
    });
    await expect(table.send(write)).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
    });
    expect(await getPerson(table, beside)).toEqual(NEW_PERSON);
  });
});

describe('a change outside a claim', () => {
  const pay = (person: Person) => withPayment(person, aPayment);

  it('a payment is remembered once, however often it is told', async () => {
    const ref = aRef();
    for (const _time of [1, 2]) expect(await changePerson(table, ref, pay)).toBe(true);
    expect(await getPerson(table, ref)).toEqual({ ...NEW_PERSON, version: 1, payments: [aPayment] });
  });

  it('payments that are told at once are all remembered', async () => {
    const ref = aRef();
    const minutes = ['01', '02', '03', '04'];
    const told = minutes.map((minute) =>
      changePerson(table, ref, (person) => withPayment(person, { ...aPayment, at: `2026-03-01T09:${minute}:00.000Z` })),
    );
    expect(await Promise.all(told)).toEqual([true, true, true, true]);
    expect((await getPerson(table, ref)).payments).toHaveLength(4);
  });

  it('a change that loses again and again is given up, and the log says so without the phone', async () => {
    const ref = aRef();
    const change = (person: Person) => {
      return pay({ ...person, version: person.version + 7 });
    };
    expect(await changePerson(table, ref, change)).toBe(false);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'WARN', event: 'person_not_changed' }]);
    expect(lines.join()).not.toContain(ref.matchKey);
  });

  it('a change that the table refuses does not fail its caller', async () => {
    interceptSend(async () => {
      throw new Error('no table');
    });
    expect(await changePerson(table, aRef(), pay)).toBe(false);
  });
});
