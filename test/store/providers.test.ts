/** Providers in the table: one per slug, at most fifty, inside their account. */
import { describe, expect, it } from 'vitest';
import type { Account } from '#lib/domain/account.ts';
import { newProvider, PROVIDER_LIMIT } from '#lib/domain/providers/provider.ts';
import { createAccount, getAccount } from '#lib/store/account/accounts.ts';
import { createProvider, saveProvider, setReconciles } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { anAccount, CREATED_AT } from './a-collection.ts';

useTable();

async function open(): Promise<Account> {
  const account = anAccount();
  await createAccount(table, account);
  return account;
}

const aProvider = (account: Account, slug: string, name = slug) =>
  newProvider({ name, slug, enabled: true }, account, CREATED_AT);

const slugsOf = async (account: Account) => Object.keys((await getAccount(table, account.id))?.providers ?? {});

describe('createProvider', () => {
  it.each(['paystack', 'a', '0-day', 'with_under-score', 'constructor', 'name', 'x'.repeat(63)])(
    'a provider with slug %s is added',
    async (slug) => {
      const account = await open();
      expect(await createProvider(table, account.id, aProvider(account, slug), 'nonce')).toBe('created');
      expect((await getAccount(table, account.id))?.providers).toEqual({
        [slug]: { ...aProvider(account, slug), nonce: 'nonce' },
      });
    },
  );

  it('a slug that is taken is refused, and its provider stays as it is', async () => {
    const account = await open();
    await createProvider(table, account.id, aProvider(account, 'p', 'first'), 'n1');
    expect(await createProvider(table, account.id, aProvider(account, 'p', 'second'), 'n2')).toBe('slug_taken');
    expect((await getAccount(table, account.id))?.providers['p']?.name).toBe('first');
  });

  it('a repeated create of a provider recognises its own earlier write by the nonce', async () => {
    const account = await open();
    for (const _time of [1, 2])
      expect(await createProvider(table, account.id, aProvider(account, 'p'), 'n1')).toBe('created');
    expect(await slugsOf(account)).toEqual(['p']);
  });

  it('of many providers with one slug at once one is created', async () => {
    const account = await open();
    const nonces = Array.from({ length: 40 }, (_, index) => `n${index}`);
    const outcomes = await Promise.all(
      nonces.map((n) => createProvider(table, account.id, aProvider(account, 'p', n), n)),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect((await getAccount(table, account.id))?.providers['p']?.name).toBe(nonces[outcomes.indexOf('created')]);
  });

  it('a provider of an unknown account fails and creates no account', async () => {
    const account = anAccount();
    await expect(createProvider(table, account.id, aProvider(account, 'p'), 'n')).rejects.toThrow();
    expect(await getAccount(table, account.id)).toBeUndefined();
  });
});

describe('an account with many providers', () => {
  it('an account takes exactly fifty of sixty providers at once, and is full from then on', async () => {
    const account = await open();
    const slugs = Array.from({ length: 60 }, (_, index) => `p${index}`);
    const outcomes = await Promise.all(
      slugs.map((slug) => createProvider(table, account.id, aProvider(account, slug), slug)),
    );
    const created = slugs.filter((_, index) => outcomes[index] === 'created');
    expect(created).toHaveLength(PROVIDER_LIMIT);
    expect(outcomes.filter((outcome) => outcome === 'limit_reached')).toHaveLength(10);
    expect((await slugsOf(account)).toSorted()).toEqual(created.toSorted());

    const [first = ''] = created;
    expect(await createProvider(table, account.id, aProvider(account, 'constructor'), 'n')).toBe('limit_reached');
    expect(await createProvider(table, account.id, aProvider(account, first), 'another')).toBe('slug_taken');
    expect(await createProvider(table, account.id, aProvider(account, first), first)).toBe('created');
    expect(await slugsOf(account)).toHaveLength(PROVIDER_LIMIT);
  });
});

describe('saveProvider', () => {
  const updatedAt = '2026-03-02T00:00:00.000Z';

  it('a change of a provider saves what is given, and answers the provider as it then is', async () => {
    const account = await open();
    await createProvider(table, account.id, aProvider(account, 'a-b'), 'n');
    await createProvider(table, account.id, aProvider(account, 'other'), 'n');
    const expected = { ...aProvider(account, 'a-b'), name: 'New', updatedAt };
    expect(await saveProvider(table, account.id, 'a-b', { name: 'New', enabled: undefined, updatedAt })).toMatchObject(
      expected,
    );
    const providers = (await getAccount(table, account.id))?.providers;
    expect(providers?.['a-b']).toMatchObject(expected);
    expect(providers?.['other']).toMatchObject(aProvider(account, 'other'));
  });

  it('two changes to different fields of a provider at once are both saved', async () => {
    const account = await open();
    await createProvider(table, account.id, aProvider(account, 'p'), 'n');
    const changes = [{ name: 'New' }, { enabled: false }];
    await Promise.all(changes.map((change) => saveProvider(table, account.id, 'p', { ...change, updatedAt })));
    expect((await getAccount(table, account.id))?.providers['p']).toMatchObject({ name: 'New', enabled: false });
  });

  it('a change of a provider by a slow clock is saved, and does not date the provider back', async () => {
    const account = await open();
    await createProvider(table, account.id, aProvider(account, 'p'), 'n');
    await saveProvider(table, account.id, 'p', { name: 'New', updatedAt });
    const slow = { enabled: false, updatedAt: '2026-03-01T23:59:59.000Z' };
    expect(await saveProvider(table, account.id, 'p', slow)).toMatchObject({ name: 'New', enabled: false, updatedAt });
    expect((await getAccount(table, account.id))?.providers['p']).toMatchObject({
      name: 'New',
      enabled: false,
      updatedAt,
    });
  });

  it('a change of an unknown provider fails and creates none', async () => {
    const account = await open();
    await expect(saveProvider(table, account.id, 'p', { name: 'New', updatedAt })).rejects.toThrow('conditional');
    expect(await slugsOf(account)).toEqual([]);
  });
});

describe('setReconciles', () => {
  const updatedAt = '2026-03-02T00:00:00.000Z';
  const found = async (account: Account) => (await getAccount(table, account.id))?.providers['p'];

  it('a provider that is marked to be reconciled keeps the mark when it is changed or marked again', async () => {
    const account = await open();
    await createProvider(table, account.id, aProvider(account, 'p'), 'n');
    expect(await found(account)).not.toHaveProperty('reconciles');
    expect(await setReconciles(table, account.id, 'p')).toBe(true);
    expect(await found(account)).toMatchObject({ ...aProvider(account, 'p'), reconciles: true });
    expect(await saveProvider(table, account.id, 'p', { enabled: false, updatedAt })).toMatchObject({
      reconciles: true,
    });
    expect(await setReconciles(table, account.id, 'p')).toBe(true);
    expect(await found(account)).toMatchObject({ enabled: false, updatedAt, reconciles: true });
  });

  it('the mark of an unknown provider or account is refused, and creates none', async () => {
    const account = await open();
    expect(await setReconciles(table, account.id, 'p')).toBe(false);
    expect(await setReconciles(table, anAccount().id, 'p')).toBe(false);
    expect(await slugsOf(account)).toEqual([]);
  });
});
