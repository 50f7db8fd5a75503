/** The provider of a new collection, and the sessions that are reserved there with its record. */
import { expect, it } from 'vitest';
import {
  buildCollection,
  type CollectionRequest,
  collectionRefOf,
  impossibilities,
} from '#lib/domain/build-collection.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import type { PaymentMethod } from '#lib/domain/payment/payment-methods.ts';
import { aContact, anAccount, anAccountWith, CREATED_AT } from '#test/support/a-collection.ts';

const account = anAccountWith([{ slug: 'paystack' }, { slug: 'stripe' }], { defaultProvider: 'stripe' });
const contact = aContact();

function request(methods: readonly PaymentMethod[], given: Partial<CollectionRequest> = {}): CollectionRequest {
  const amount = { minor: 4_500_000, currency: 'NGN' };
  return { reference: 'INV-1', amount, expiresIn: 1440, payable: { enabled: true, methods }, ...given };
}

const build = (asked: CollectionRequest, by = account) =>
  buildCollection(
    asked,
    { account: by, contact, phone: phoneOf(contact, by), availableChannels: CHANNELS },
    CREATED_AT,
  );

it('a new collection has a session for each method that a provider opens at once, in their order, and none for its own page', () => {
  const { sessions } = build(
    request(['virtual_account', 'card', 'payment_link', 'bank_transfer'], { provider: 'paystack' }),
  );
  expect(sessions).toEqual([
    { method: 'virtual_account', provider: 'paystack' },
    { method: 'bank_transfer', provider: 'paystack' },
  ]);
});

it('a new collection that names no provider has its sessions at the default one', () => {
  expect(build(request(['bank_transfer'])).sessions).toEqual([{ method: 'bank_transfer', provider: 'stripe' }]);
});

it('a new collection has no session where paying is off, where only its own page is asked for, or without a provider', () => {
  expect(build(request([], { payable: { enabled: false, methods: ['card'] } })).sessions).toEqual([]);
  expect(build(request(['payment_link'])).sessions).toEqual([]);
  expect(build(request(['card']), anAccount()).sessions).toEqual([]);
});

it('a new collection keeps whose transaction its reference names: the named provider’s, or the default one’s', () => {
  expect(build(request([], { provider: 'paystack' })).referenceProvider).toBe('paystack');
  expect(build(request([])).referenceProvider).toBe('stripe');
  expect(build(request([]), anAccount())).not.toHaveProperty('referenceProvider');
});

it('a new collection keeps the provider that its create named, and none that it did not name', () => {
  expect(build(request(['card'], { provider: 'paystack' })).provider).toBe('paystack');
  expect(build(request(['card']))).not.toHaveProperty('provider');
});

it('all methods that cannot be offered are named', () => {
  expect(impossibilities(request(['card', 'payment_link', 'mobile_money']), anAccount(), CREATED_AT)).toEqual([
    {
      path: 'payable.methods',
      message: 'card, mobile_money cannot be offered by an account without a payment provider',
    },
  ]);
});

it('methods are not looked at where paying is off, even with a provider', () => {
  const off = request([], { payable: { enabled: false, methods: ['mobile_money'] }, provider: 'paystack' });
  expect(impossibilities(off, account, CREATED_AT)).toEqual([]);
});

it('the id of a collection is derived from its reference under the salt of its account', () => {
  expect(collectionRefOf(account, 'INV-1')).toEqual({
    account: account.id,
    hash: deriveHash(account.salt, 'collection', 'INV-1'),
  });
});

it('a new collection that cannot be paid has no session, even if its request lists methods', () => {
  const asked = request([], { payable: { enabled: false, methods: ['virtual_account', 'bank_transfer'] } });
  expect(build(asked).sessions).toEqual([]);
});
