/** Contacts: one per phone and per email, made by the first create, and never overwritten. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Contact, ContactLookup } from '#lib/domain/contact.ts';
import { createContact, findContact } from '#lib/store/contacts.ts';
import { contactByEmailKey, contactByPhoneKey } from '#lib/store/keys.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aContact, anAccount } from './a-collection.ts';
import { allowQueues } from './allow-queues.ts';

const { tableName, documents } = useTable();
allowQueues();

const PHONE = { none: '+2348030000000', A: '+2348030000001', B: '+2348030000002' };
const EMAIL = { none: 'new@example.com', A: 'a@example.com', B: 'b@example.com' };
type Whose = keyof typeof PHONE;

const personOf = (whose: 'A' | 'B') =>
  aContact({ id: `contact_${whose}`, firstName: whose, phone: PHONE[whose], email: EMAIL[whose] });
const newcomer = (lookup: ContactLookup) => aContact({ id: 'contact_new', firstName: 'New', ...lookup });

/** A fresh account that knows A and B. */
async function withAAndB(): Promise<string> {
  const account = anAccount().id;
  for (const whose of ['A', 'B'] as const) {
    await createContact(account, { phone: PHONE[whose], email: EMAIL[whose] }, personOf(whose));
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
    const found = await findContact(await withAAndB(), lookup);
    expect(found).toEqual(expected === 'none' ? undefined : personOf(expected));
  });

  it(`a phone of ${phone} with an email of ${email} ${expected === 'none' ? 'becomes a new contact' : `answers ${expected}`}`, async () => {
    const account = await withAAndB();
    const made = await createContact(account, lookup, newcomer(lookup));
    expect(made).toEqual(expected === 'none' ? newcomer(lookup) : personOf(expected));
    expect(await findContact(account, { phone: PHONE.A, email: EMAIL.A })).toEqual(personOf('A'));
    expect(await findContact(account, { phone: PHONE.B, email: EMAIL.B })).toEqual(personOf('B'));
    const isNew = expected === 'none';
    expect(await findContact(account, { phone: PHONE.none, email: 'nobody@example.com' })).toEqual(
      isNew ? newcomer(lookup) : undefined,
    );
  });
});

it('a contact is whole under its phone and under its email', async () => {
  const account = anAccount().id;
  const lookup = { phone: '+2348031234567', email: 'ada@example.com' };
  await createContact(account, lookup, aContact());
  for (const key of [contactByPhoneKey(account, lookup.phone), contactByEmailKey(account, lookup.email)]) {
    const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: key }));
    expect(Item).toEqual({ ...key, ...aContact() });
  }
});

it('a contact is not found in another account', async () => {
  await withAAndB();
  expect(await findContact(anAccount().id, { phone: PHONE.A, email: EMAIL.A })).toBeUndefined();
});

it('many creates of the same person at once make one contact, which all of them answer', async () => {
  const account = anAccount().id;
  const lookup = { phone: '+2348031234567', email: 'ada@example.com' };
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, index) => createContact(account, lookup, aContact({ firstName: `Ada ${index}` }))),
  );
  const found = (await findContact(account, lookup)) as Contact;
  expect(new Set(made.map(({ firstName }) => firstName))).toEqual(new Set([found.firstName]));
});

it('people who share an email but no phone, or a phone but no email, end as one contact per phone and email', async () => {
  const account = anAccount().id;
  const lookups = [0, 1, 2, 3].map((n) => ({
    phone: `+23480300000${n % 2}`,
    email: `${Math.floor(n / 2)}@example.com`,
  }));
  await Promise.all(lookups.map((lookup, index) => createContact(account, lookup, aContact({ id: `c${index}` }))));
  for (const lookup of lookups) expect(await findContact(account, lookup)).toBeDefined();
  const ids = await Promise.all(lookups.map(async (lookup) => (await findContact(account, lookup))?.id));
  expect(ids[0]).toBe(ids[2]);
  expect(ids[1]).toBe(ids[3]);
});
