/** Contacts: one id per phone and per email, made by the first create, and never overwritten. */

import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { contactByEmailKey, contactByPhoneKey } from '#lib/store/keys.ts';
import { createContact, findContactId } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { anAccount } from './a-collection.ts';
import { interceptSend } from './intercept-send.ts';
import { CONTENTION } from './refusals.ts';

const { tableName, documents } = useTable();

const PHONE = { none: '+2348030000000', A: '+2348030000001', B: '+2348030000002' };
const EMAIL = { none: 'new@example.com', A: 'a@example.com', B: 'b@example.com' };
const LOOKUP = { phone: '+2348031234567', email: 'ada@example.com' };
type Whose = keyof typeof PHONE;

/** A fresh account that knows A and B. */
async function withAAndB(): Promise<string> {
  const account = anAccount().id;
  for (const whose of ['A', 'B'] as const) {
    await createContact(table, account, { phone: PHONE[whose], email: EMAIL[whose] }, `contact_${whose}`);
  }
  return account;
}

const WHOSE: Whose[] = ['none', 'A', 'B'];
const NINE_CASES = WHOSE.flatMap((phone) =>
  WHOSE.map((email) => ({ phone, email, expected: phone === 'none' ? email : phone })),
);

describe.each(NINE_CASES)('a phone of $phone with an email of $email', ({ phone, email, expected }) => {
  const lookup = { phone: PHONE[phone], email: EMAIL[email] };

  it(`a phone of ${phone} with an email of ${email} finds ${expected === 'none' ? 'no contact' : expected}`, async () => {
    const found = await findContactId(table, await withAAndB(), lookup);
    expect(found).toBe(expected === 'none' ? undefined : `contact_${expected}`);
  });

  it(`a phone of ${phone} with an email of ${email} ${expected === 'none' ? 'becomes a new contact' : `answers ${expected}`}`, async () => {
    const account = await withAAndB();
    const isNew = expected === 'none';
    expect(await createContact(table, account, lookup, 'contact_new')).toBe(
      isNew ? 'contact_new' : `contact_${expected}`,
    );
    expect(await findContactId(table, account, { phone: PHONE.A, email: EMAIL.A })).toBe('contact_A');
    expect(await findContactId(table, account, { phone: PHONE.B, email: EMAIL.B })).toBe('contact_B');
    const found = await findContactId(table, account, { phone: PHONE.none, email: 'nobody@example.com' });
    expect(found).toBe(isNew ? 'contact_new' : undefined);
  });
});

it('a contact is whole under its phone and under its email', async () => {
  const account = anAccount().id;
  await createContact(table, account, LOOKUP, 'contact_1');
  for (const key of [contactByPhoneKey(account, LOOKUP.phone), contactByEmailKey(account, LOOKUP.email)]) {
    const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: key }));
    expect(Item).toEqual({ ...key, id: 'contact_1', ...LOOKUP });
  }
});

it('a contact is not found in another account', async () => {
  await withAAndB();
  expect(await findContactId(table, anAccount().id, { phone: PHONE.A, email: EMAIL.A })).toBeUndefined();
});

it('200 creates of the same person at once make one contact, which all of them answer', async () => {
  const account = anAccount().id;
  const made = await Promise.all(
    Array.from({ length: 200 }, (_, index) => createContact(table, account, LOOKUP, `contact_${index}`)),
  );
  expect(new Set(made)).toEqual(new Set([await findContactId(table, account, LOOKUP)]));
});

it('people who share an email but no phone, or a phone but no email, end as one contact per phone and email', async () => {
  const account = anAccount().id;
  const lookups = [0, 1, 2, 3].map((n) => ({
    phone: `+23480300000${n % 2}`,
    email: `${Math.floor(n / 2)}@example.com`,
  }));
  await Promise.all(lookups.map((lookup, index) => createContact(table, account, lookup, `c${index}`)));
  const ids = await Promise.all(lookups.map((lookup) => findContactId(table, account, lookup)));
  expect(ids).not.toContain(undefined);
  expect(ids[0]).toBe(ids[2]);
  expect(ids[1]).toBe(ids[3]);
});

const isWrite = (command: { constructor: { name: string } }) => command.constructor.name === TransactWriteCommand.name;

it.each(CONTENTION)(
  'a create that meets another create of the same new contact finds it at once, without another write: %s',
  async (_name, error) => {
    const account = anAccount().id;
    await createContact(table, account, LOOKUP, 'contact_first');
    const seen = interceptSend((command, send) => (isWrite(command) ? Promise.reject(error) : send()));
    expect(await createContact(table, account, LOOKUP, 'contact_second')).toBe('contact_first');
    expect(seen.filter(isWrite)).toHaveLength(1);
  },
);
