/** The local calls that pay a collection's sessions at the sandbox provider, and list them. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#lib/domain/account.ts';
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { providerReference, type Session } from '#lib/domain/payment/session.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aStored } from '#test/store/a-claim.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aSandboxAccount, keyOf, type LocalSandbox, merchantAt, openAt, startLocalSandbox } from './local-sandbox.ts';
import { NOW } from './sandbox-server.ts';

useTable();

let sandbox: LocalSandbox;
let account: Account;

beforeAll(async () => {
  sandbox = await startLocalSandbox();
  account = await aSandboxAccount(sandbox, ['sandbox', 'other-till']);
});

beforeEach(() => {
  sandbox.webhooksTaken.length = 0;
  sandbox.clock = NOW;
});

const naira = (value: number) => ({ value, currency: 'NGN' });
const AFTER_EXPIRY = new Date('2030-01-02T10:00:00.000Z');

let stored = 0;

/** A collection for NGN 45,000 with these sessions, of which those with these numbers are open at their provider. */
async function aCollection(sessions: Session[], open: number[], status: 'pending' | 'completed' = 'pending') {
  stored += 1;
  const { ref } = await aStored({ account: account.id, reference: `INV-${stored}`, status, sessions });
  for (const number of open) {
    const { method, provider } = sessions[number - 1] as Session;
    await openAt(sandbox, keyOf(provider, account), { reference: providerReference(ref, method, number), method });
  }
  return ref;
}

const CARD = { method: 'card', provider: 'sandbox' } as const;
const ACCOUNT = { method: 'virtual_account', provider: 'other-till' } as const;

const pay = (ref: CollectionRef, given: object = {}) =>
  sandbox.local('POST', 'payments', { collectionId: collectionId(ref), amount: naira(45_000), ...given });

/** The references that were paid at both providers, in the order of the payments at each. */
const paidUnder = (ref: CollectionRef) =>
  ['sandbox', 'other-till'].flatMap((slug) =>
    [0, 1, 2, 3].flatMap((number) =>
      (['card', 'virtual_account'] as const)
        .map((method) => providerReference(ref, method, number))
        .flatMap((reference) => sandbox.ledger.paymentsOf(merchantAt(account, slug), reference))
        .map(({ reference, transaction }) => [slug, reference.replace(/^pay-[0-9a-z]+-/, ''), transaction]),
    ),
  );

const sessionsOf = async (ref: CollectionRef) =>
  (await sandbox.local('GET', `sessions?collection=${collectionId(ref)}`)).body['sessions'] as { status: string }[];

describe('a payment by call', () => {
  it('a payment by call pays the newest session that is open, at its own provider', async () => {
    const ref = await aCollection([CARD, ACCOUNT, CARD], [1, 2]);
    expect((await pay(ref, { transaction: 'newest' })).body).toEqual({
      delivered: true,
      status: 200,
      transaction: 'newest',
    });
    expect((await pay(ref, { transaction: 'next' })).body).toMatchObject({ delivered: true });
    expect(paidUnder(ref)).toEqual([
      ['sandbox', 'card-1', 'next'],
      ['other-till', 'virtual-account-2', 'newest'],
    ]);
  });

  it('a payment by call of a collection whose sessions have ended is paid under a new number', async () => {
    const ref = await aCollection([CARD], [1]);
    sandbox.ledger.closeSession(
      sandbox.ledger.sessionOf(merchantAt(account), providerReference(ref, 'card', 1)) ?? expect.fail(),
      NOW.toISOString(),
    );
    await pay(ref, { transaction: 'after-close' });
    expect(paidUnder(ref)).toEqual([['sandbox', 'card-2', 'after-close']]);
    expect((await getCollection(table, ref))?.sessions).toHaveLength(2);
  });

  it('a payment by call goes to an open session of a final collection, and else under a number that no session has', async () => {
    const ref = await aCollection([CARD], [1], 'completed');
    await pay(ref, { transaction: 'to-the-open-one' });
    await pay(ref, { transaction: 'to-none' });
    expect(paidUnder(ref)).toEqual([
      ['sandbox', 'card-0', 'to-none'],
      ['sandbox', 'card-1', 'to-the-open-one'],
    ]);
  });

  it('a payment by call whose webhook is lost is on record, and no webhook is kept for later', async () => {
    const ref = await aCollection([CARD], [1]);
    const lost = await pay(ref, { transaction: 'lost', webhook: false });
    expect(lost).toEqual({ status: 200, body: { delivered: false, transaction: 'lost' } });
    expect([sandbox.told(), sandbox.ledger.webhookEvents()]).toEqual([[], []]);
    expect(paidUnder(ref)).toEqual([['sandbox', 'card-1', 'lost']]);
    expect((await pay(ref, { transaction: 'lost' })).body).toMatchObject({ delivered: true });
    expect(paidUnder(ref)).toHaveLength(1);
  });

  it('a repeated transaction is the same payment, although the session that it paid is no longer the newest open one', async () => {
    const ref = await aCollection([CARD, ACCOUNT], [1, 2]);
    for (const _time of [1, 2]) await pay(ref, { transaction: 'twice' });
    expect(paidUnder(ref)).toEqual([['other-till', 'virtual-account-2', 'twice']]);
    expect(sandbox.told()).toHaveLength(2);
  });

  it.each([
    [{ webhook: 'no' }, 'webhook'],
    [{ webhook: false, signature: 'bad' }, 'either signature'],
  ])('a payment by call is refused with %j', async (given, reason) => {
    const ref = await aCollection([CARD], [1]);
    expect(await pay(ref, given)).toEqual({ status: 400, body: { error: expect.stringContaining(reason) } });
    expect(paidUnder(ref)).toEqual([]);
  });
});

describe('the list of sessions', () => {
  it('the sessions of a collection are listed in the order in which they were opened, with their status', async () => {
    const ref = await aCollection([CARD, CARD], [1, 2]);
    const another = await aCollection([CARD], [1]);
    const card = (number: number, status: string) => ({
      reference: providerReference(ref, 'card', number),
      method: 'card',
      amount: naira(45_000),
      status,
    });
    expect(await sessionsOf(ref)).toEqual([card(1, 'open'), card(2, 'open')]);
    await pay(ref);
    expect(await sessionsOf(ref)).toEqual([card(1, 'open'), card(2, 'paid')]);
    sandbox.clock = AFTER_EXPIRY;
    expect(await sessionsOf(ref)).toEqual([card(1, 'expired'), card(2, 'paid')]);
    expect(await sessionsOf(another)).toMatchObject([{ status: 'expired' }]);
    expect(await sessionsOf(await aCollection([CARD], []))).toEqual([]);
  });

  it('a session that another merchant opened under the same reference is not listed', async () => {
    const ref = await aCollection([CARD], []);
    await openAt(sandbox, 'sk_sandbox_ofanothermerchant0000', {
      reference: providerReference(ref, 'card', 1),
      method: 'card',
    });
    expect(await sessionsOf(ref)).toEqual([]);
  });

  it.each(['', '?collection=', '?collection=pay_x', `?collection=pay_${'0'.repeat(35)}`, '?account=a'])(
    'the list of sessions is refused with the query "%s"',
    async (query) => {
      const refused = await sandbox.local('GET', `sessions${query}`);
      expect(refused).toEqual({ status: 400, body: { error: expect.stringContaining('collection') } });
    },
  );
});
