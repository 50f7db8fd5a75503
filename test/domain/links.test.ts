/** The links in messages: to all open debts of a person, and out of all messages. */
import { expect, it } from 'vitest';
import type { Attempt } from '#lib/domain/attempt.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { type LinkToken, parseLinkToken } from '#lib/domain/ids.ts';
import {
  debtsPageUrl,
  debtsToken,
  isDebtsLink,
  maskOptOutTokens,
  mayBeSent,
  optOutToken,
  optOutUrl,
  replacedBy,
} from '#lib/domain/links.ts';
import { aCollection, aContact, anAccount } from '#test/support/a-collection.ts';
import { anAttempt } from '#test/support/an-attempt.ts';

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

const { ref } = aCollection();
const tokenFor = (address: string) => optOutToken(ref, address, anAccount().salt);
const token = tokenFor('ada@example.com');
const text = `Stop: ${optOutUrl('https://pay.example', token)}`;

it.each<[string, boolean, Partial<Attempt>]>([
  ['was taken by its channel', true, { status: 'sent', messageId: 'm-1' }],
  ['has failed since', true, { status: 'failed', messageId: 'm-1' }],
  ['may have been taken', true, { status: 'unknown' }],
  ['was delivered, its result being lost', true, { status: 'delivered' }],
  ['is being sent', true, { status: 'sending' }],
  ['was followed by one through another channel', true, { status: 'skipped', earlier: { messageId: 'm-1', at: {} } }],
  ['is of a time whose texts are not kept', true, { status: 'sent', messageId: 'm-1', text: undefined as never }],
  ['is of a test account', false, { status: 'sent', messageId: 'test-1' }],
  ['was refused', false, { status: 'failed' }],
  ['was skipped', false, { status: 'skipped' }],
  ['waits for its channel', false, { status: 'deferred' }],
  ['went to another address', false, { status: 'sent', messageId: 'm-1', text: text.replace(token, tokenFor('+234')) }],
])('the link of a message that %s counts: %j', (_how, counts, given) => {
  const link = parseLinkToken(token) as LinkToken;
  expect(mayBeSent(link, [anAttempt(1, { text, ...given })])).toBe(counts);
});

it('a message is shown without the tokens of its ways out, and with its way to pay', () => {
  const pay = `https://pay.example/pay/${token}`;
  expect(maskOptOutTokens(`${text} ${pay} ${text}`)).toBe(
    `Stop: https://pay.example/u/… ${pay} Stop: https://pay.example/u/…`,
  );
});

it('the ten details that were replaced last are kept, each once, and none that is in use again', () => {
  const details = Array.from({ length: 11 }, (_, n) => `+2348030000${n + 10}`);
  const [oldest, second, ...others] = details;
  expect(replacedBy(['new@example.com'], details.slice(10), details.slice(0, 10))).toEqual([second, ...others]);
  expect(replacedBy([], [others[0] ?? ''], details.slice(0, 10))).toEqual(details.slice(0, 10));
  expect(replacedBy([oldest ?? ''], ['old@example.com'], [oldest ?? '', second ?? ''])).toEqual([
    second,
    'old@example.com',
  ]);
});
