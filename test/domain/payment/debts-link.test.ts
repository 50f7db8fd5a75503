/** The link to all debts of a person: whose it is, and that it leads nobody else anywhere. */
import { expect, it } from 'vitest';
import { phoneOf } from '#lib/domain/contact.ts';
import { parseLinkToken } from '#lib/domain/ids.ts';
import { debtsPageUrl, debtsToken, isDebtsLink } from '#lib/domain/payment/debts-link.ts';
import { aCollection, aContact } from '#test/support/a-collection.ts';

const addressed = (given: object = {}, reference = 'INV-1') => {
  const collection = aCollection({ contact: aContact(given), reference });
  return { collection, phone: phoneOf(collection.contact, {}) };
};

const to = addressed();
const link = parseLinkToken(debtsToken(to, 'salt')) as NonNullable<ReturnType<typeof parseLinkToken>>;

it('is theirs whose name, phone and collection it was made for, however the name is written', () => {
  expect(link.ref).toEqual(to.collection.ref);
  for (const given of [{}, { firstName: 'ÁDA' }, { email: 'other@example.com' }])
    expect(isDebtsLink(link, addressed(given), 'salt')).toBe(true);
});

it.each([
  ['another name', addressed({ lastName: 'Eze' }), 'salt'],
  ['another phone', addressed({ phone: '+2348031234568' }), 'salt'],
  ['another account', to, 'other salt'],
])('is not that of %s', (_name, other, salt) => expect(isDebtsLink(link, other, salt)).toBe(false));

it('holds for the collection alone that it names', () => {
  const { ref } = addressed({}, 'INV-2').collection;
  expect(isDebtsLink({ ...link, ref }, to, 'salt')).toBe(false);
});

it('is a page of the service', () =>
  expect(debtsPageUrl('https://a.example', 'token')).toBe('https://a.example/me/token'));
