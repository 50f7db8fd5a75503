/**
 * A link of ours leads to its own collection, and no other link does.
 * The provider of a webhook or of a schedule is found by its public id.
 */
import { expect, it } from 'vitest';
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { deriveHash, isOurLink, linkToken, parseLinkToken } from '#lib/domain/ids.ts';
import { optOutToken } from '#lib/domain/links.ts';
import { findByLink, findProvider } from '#lib/use-cases/find-collection.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { aPaidAccount, providerIdOf } from '#test/support/a-payment.ts';

const account = aPaidAccount();
const collection = aCollection({ account: account.id });
const payToken = linkToken(collection.ref, deriveHash(account.salt, 'pay', collection.id));

async function find(token: string, stored: { account?: Account; collection?: Collection } = { account, collection }) {
  const read: object[] = [];
  const ports = {
    getAccount: async (id: string) => (id === account.id ? stored.account : undefined),
    read: async (ref: object) => {
      read.push(ref);
      return { collection: stored.collection, entries: ['an entry'] };
    },
  };
  return { found: await findByLink(ports, token, (link, { account }) => isOurLink(link, 'pay', account.salt)), read };
}

it('a link leads to its collection, with what was read beside it, its account and the phone of its contact', async () => {
  const { found, read } = await find(payToken);
  const phone = phoneOf(collection.contact, account);
  expect(found).toEqual({ collection, entries: ['an entry'], account, phone, link: parseLinkToken(payToken) });
  expect(read).toEqual([collection.ref]);
});

it('a text that is no token leads nowhere, and nothing is read', async () => {
  expect(await find('no-token')).toEqual({ found: undefined, read: [] });
});

it.each([
  ['for another use', optOutToken(collection.ref, collection.contact.email, account.salt), { account, collection }],
  ['with a proof that another salt has given', payToken, { account: { ...account, salt: 'other' }, collection }],
  ['of a collection that does not exist', payToken, { account }],
  ['of an account that does not exist', payToken, { collection }],
])('a link %s leads nowhere', async (_which, token, stored) => {
  expect((await find(token, stored)).found).toBeUndefined();
});

const id = providerIdOf(account);
const getAccount = async (asked: string) => (asked === account.id ? account : undefined);

it('a provider is found by its public id, with the account that owns it', async () => {
  expect(await findProvider({ getAccount }, id)).toEqual({ account, target: { kind: 'sandbox', id } });
});

it('a provider of no known kind is not found, because it can be asked nothing', async () => {
  expect(await findProvider({ getAccount }, providerIdOf(account, 'cash-desk'))).toBeUndefined();
});

it.each([
  ['a text that is no id', 'prv_1'],
  ['an id of another account', id.replace(account.id, 'zzzzzzzzzz')],
  ['an id that the account does not have', `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`],
])('no provider is found by %s', async (_what, unknown) => {
  expect(await findProvider({ getAccount }, unknown)).toBeUndefined();
});
