/** Accounts and their providers: which one a create uses, and who may see it. */
import { describe, expect, it } from 'vitest';
import { newAccount, ownedProvider, providerFor } from '#lib/domain/account.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import { byCreation, changeProvider, newProvider, PROVIDER_LIMIT } from '#lib/domain/providers/provider.ts';
import { anAccount, anAccountWith, aProvider, CREATED_AT, minutesLater } from '#test/support/a-collection.ts';
import { bytesFrom } from '#test/support/bytes.ts';

const codeOf = (ask: () => unknown): string => {
  try {
    ask();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
  }
  return 'none';
};

describe('an account', () => {
  it('a new account has an id of ten characters and 32 bytes of salt that the id does not show', () => {
    const account = newAccount({ name: 'Shop', mode: 'live', country: 'NG' }, bytesFrom('one'), CREATED_AT);
    expect(account).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{10}$/),
      name: 'Shop',
      mode: 'live',
      country: 'NG',
      salt: expect.any(String),
      createdAt: CREATED_AT.toISOString(),
      providers: {},
    });
    expect(Buffer.from(account.salt, 'base64')).toHaveLength(32);
  });

  it('an account has no country unless one is given', () => {
    expect(anAccount()).not.toHaveProperty('country');
  });
});

describe('the provider a create means', () => {
  const account = anAccountWith([{ slug: 'paystack' }, { slug: 'stripe' }], { defaultProvider: 'stripe' });

  it('a create uses the provider it names, else the account’s default', () => {
    expect(providerFor(account, 'paystack')?.slug).toBe('paystack');
    expect(providerFor(account, undefined)?.slug).toBe('stripe');
    expect(providerFor(anAccountWith([{ slug: 'paystack' }]), undefined)).toBeUndefined();
  });

  it.each(['nobody', '', 'constructor', 'toString', '__proto__'])(
    'a create that names the provider %j finds none',
    (slug) => {
      expect(providerFor(account, slug)).toBeUndefined();
    },
  );
});

describe('a provider by its id', () => {
  const owner = anAccountWith([{ slug: 'paystack' }]);
  const { id } = aProvider({ slug: 'paystack' });

  it('the owner of a provider may see it', () => {
    expect(ownedProvider(owner, id, owner.id).slug).toBe('paystack');
    expect(codeOf(() => ownedProvider(owner, id, 'other00000'))).toBe('provider_forbidden');
  });

  it('a provider that does not exist, or whose account does not, is not found', () => {
    const unknown = aProvider({ slug: 'unknown' }).id;
    expect(codeOf(() => ownedProvider(owner, unknown, owner.id))).toBe('provider_not_found');
    expect(codeOf(() => ownedProvider(owner, unknown, 'other00000'))).toBe('provider_not_found');
    expect(codeOf(() => ownedProvider(undefined, id, owner.id))).toBe('provider_not_found');
  });
});

describe('a provider', () => {
  const provider = aProvider({ name: 'Paystack', enabled: true });
  const later = minutesLater(1);

  it('a provider’s id follows from its account and its slug only', () => {
    const again = newProvider({ name: 'Other name', slug: 'paystack', enabled: false }, anAccount(), later);
    expect(again.id).toBe(provider.id);
    expect(newProvider({ ...provider, slug: 'stripe' }, anAccount(), later).id).not.toBe(provider.id);
  });

  it('a provider changes only where it differs, with the instant of the change', () => {
    const updatedAt = later.toISOString();
    expect(changeProvider(provider, { name: 'PS' }, later)).toEqual({ name: 'PS', updatedAt });
    expect(changeProvider(provider, { enabled: false }, later)).toEqual({ enabled: false, updatedAt });
    expect(changeProvider(provider, { name: 'PS', enabled: true }, later)).toEqual({ name: 'PS', updatedAt });
  });

  it('a provider that already is as asked does not change', () => {
    expect(changeProvider(provider, { name: 'Paystack', enabled: true }, later)).toBeUndefined();
    expect(changeProvider(provider, {}, later)).toBeUndefined();
  });

  it('a provider’s updatedAt never goes back', () => {
    const ahead = aProvider({ updatedAt: minutesLater(60).toISOString() });
    expect(changeProvider(ahead, { name: 'PS' }, later)?.updatedAt).toBe(ahead.updatedAt);
  });

  it('providers are listed by creation, then by slug', () => {
    const list = [
      aProvider({ slug: 'b' }),
      aProvider({ slug: 'c', createdAt: minutesLater(-1).toISOString() }),
      aProvider({ slug: 'a' }),
      aProvider({ slug: 'd', createdAt: minutesLater(1).toISOString() }),
    ];
    expect(list.toSorted(byCreation).map(({ slug }) => slug)).toEqual(['c', 'a', 'b', 'd']);
  });
});

it('a create that names no provider means none where the account has no default, whatever its providers are called', () => {
  expect(providerFor(anAccountWith([{ slug: 'undefined' }]), undefined)).toBeUndefined();
});

it('a new provider is as it was asked for, under an id that is derived from its slug', () => {
  const owner = anAccount();
  const asked = { name: 'My cards', slug: 'stripe', enabled: false };
  expect(newProvider(asked, owner, CREATED_AT)).toEqual({
    ...asked,
    id: `prv_${owner.id}${deriveHash(owner.salt, 'provider', 'stripe')}`,
    createdAt: CREATED_AT.toISOString(),
    updatedAt: CREATED_AT.toISOString(),
  });
});

it('an account has at most fifty providers', () => {
  expect(PROVIDER_LIMIT).toBe(50);
});

it('a change holds only what it changes', () => {
  const change = changeProvider(aProvider({ enabled: true }), { enabled: false }, minutesLater(1));
  expect(change).toStrictEqual({ enabled: false, updatedAt: minutesLater(1).toISOString() });
});

it('providers are compared by creation, then by slug, and are equal where both are', () => {
  const [a, b] = [aProvider({ slug: 'a' }), aProvider({ slug: 'b' })];
  const early = aProvider({ slug: 'c', createdAt: minutesLater(-1).toISOString() });
  const pairs = [
    [a, b],
    [b, a],
    [early, a],
    [a, early],
    [a, a],
  ] as const;
  expect(pairs.map(([one, other]) => byCreation(one, other))).toEqual([-1, 1, -1, 1, 0]);
});
