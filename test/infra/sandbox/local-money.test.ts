/** The local calls for merchants' own transactions, refunds and disputes at the sandbox provider. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#lib/domain/account.ts';
import { useTable } from '#test/support/dynamodb.ts';
import {
  aSandboxAccount,
  keyOf,
  type LocalSandbox,
  merchantAt,
  openAt,
  type Reply,
  startLocalSandbox,
} from './local-sandbox.ts';

useTable();

let sandbox: LocalSandbox;
let account: Account;

beforeAll(async () => {
  sandbox = await startLocalSandbox();
  account = await aSandboxAccount(sandbox, ['second-hand', 'sandbox']);
});

beforeEach(() => {
  sandbox.webhooksTaken.length = 0;
});

const naira = (value: number) => ({ value, currency: 'NGN' });

const transact = (given: object) => sandbox.local('POST', 'transactions', { account: account.id, ...given });
const refund = (given: object) => sandbox.local('POST', 'refunds', { account: account.id, ...given });
const dispute = (given: object) => sandbox.local('POST', 'disputes', { account: account.id, ...given });

/** The transaction of a paid reference whose webhook is not sent. */
async function paid(reference: string, value = 100): Promise<string> {
  const { body } = await transact({ reference, amount: naira(value), webhook: false });
  return String(body['transaction']);
}

const refusal = (reason: string): Reply => ({ status: 400, body: { error: expect.stringContaining(reason) } });

describe("a merchant's own transaction", () => {
  it("a merchant's own transaction is paid under exactly its reference, once, at the account's default sandbox", async () => {
    const given = { reference: ' Order 7/8 💸 ', amount: naira(45_000) };
    const first = await transact(given);
    const told = { delivered: true, status: 200, reference: given.reference, state: 'paid' };
    expect(first).toEqual({ status: 200, body: { ...told, transaction: expect.stringMatching(/^sbx_/) } });
    expect(await transact(given)).toEqual(first);
    expect(sandbox.ledger.paymentsOf(merchantAt(account, 'second-hand'), given.reference)).toMatchObject([
      { transaction: first.body['transaction'], amount: { minor: 4_500_000, currency: 'NGN' } },
    ]);
    const data = { transaction: first.body['transaction'], reference: given.reference };
    expect(sandbox.told()).toEqual([
      { event: 'payment.succeeded', data },
      { event: 'payment.succeeded', data },
    ]);
  });

  it("a merchant's own transaction is opened unpaid, and the same call pays it later", async () => {
    const given = { reference: 'later', amount: naira(10) };
    const opened = await transact({ ...given, paid: false });
    expect(opened.body).toMatchObject({ delivered: false, reference: 'later', state: 'open' });
    expect(await transact({ ...given, paid: false })).toEqual(opened);
    expect(sandbox.told()).toEqual([]);
    const { transaction } = opened.body;
    expect((await transact(given)).body).toEqual({ ...opened.body, delivered: true, status: 200, state: 'paid' });
    expect((await transact({ ...given, paid: false })).body).toMatchObject({
      transaction,
      delivered: false,
      state: 'paid',
    });
    expect(sandbox.told()).toHaveLength(1);
  });

  it("a merchant's own transaction without a webhook is paid, and no webhook is kept for later", async () => {
    const { body } = await transact({ reference: 'silent', amount: naira(10), webhook: false });
    expect(body).toEqual({ delivered: false, transaction: body['transaction'], reference: 'silent', state: 'paid' });
    expect([sandbox.told(), sandbox.ledger.webhookEvents()]).toEqual([[], []]);
  });

  it('a webhook that is not accepted shows in the answer', async () => {
    sandbox.answers.push(404);
    expect((await transact({ reference: 'refused', amount: naira(1) })).body).toMatchObject({
      delivered: false,
      status: 404,
    });
  });

  it('a transaction is refused when its reference has another amount or is a session', async () => {
    await paid('of-one-amount');
    expect(await transact({ reference: 'of-one-amount', amount: naira(2) })).toEqual(refusal('another amount'));
    const dollars = { value: 100, currency: 'USD' };
    expect(await transact({ reference: 'of-one-amount', amount: dollars })).toEqual(refusal('another amount'));
    await openAt(sandbox, keyOf('second-hand', account), { reference: 'a-session', method: 'card' });
    expect(await transact({ reference: 'a-session', amount: naira(2) })).toEqual(refusal('is a session'));
  });

  it.each([
    [{ amount: naira(1) }, 'reference'],
    [{ reference: '', amount: naira(1) }, 'reference'],
    [{ reference: 'x'.repeat(256), amount: naira(1) }, 'reference'],
    [{ reference: '\ud800', amount: naira(1) }, 'reference'],
    [{ reference: 'a' }, 'amount'],
    [{ reference: 'a', amount: naira(-1) }, 'amount.value'],
    [{ reference: 'a', amount: naira(1), paid: 'yes' }, 'paid'],
    [{ reference: 'a', amount: naira(1), webhook: 'no' }, 'webhook'],
    [{ reference: 'a', amount: naira(1), account: 'none' }, 'no account none'],
    [{ reference: 'a', amount: naira(1), account: 7 }, 'account'],
    [{ reference: 'a', amount: naira(1), colour: 'red' }, 'colour'],
  ])('a transaction by call is refused as %j', async (given, reason) => {
    expect(await transact(given)).toEqual(refusal(reason));
  });

  it('a transaction is refused without a sandbox provider, and without its key', async () => {
    const { id } = await aSandboxAccount(sandbox, []);
    const given = { reference: 'a', amount: naira(1) };
    expect(await transact({ ...given, account: id })).toEqual(refusal('no provider of kind sandbox'));
    const keyless = await aSandboxAccount(sandbox);
    sandbox.keys.delete(keyless.providers['sandbox']?.id ?? '');
    expect(await transact({ ...given, account: keyless.id })).toEqual(refusal('has no sandbox key'));
  });
});

describe('a refund', () => {
  it('a refund is of the whole payment, told by a webhook, and one refund when it fails afterwards', async () => {
    const transaction = await paid('to-refund');
    const id = `${transaction}-refund`;
    const answered = { delivered: true, status: 200, refund: id, transaction };
    expect(await refund({ transaction })).toEqual({ status: 200, body: answered });
    expect(await refund({ transaction: 'to-refund', status: 'failed' })).toEqual({ status: 200, body: answered });
    const data = { transaction, reference: 'to-refund', object: id };
    expect(sandbox.told()).toEqual([
      { event: 'refund.done', data },
      { event: 'refund.failed', data },
    ]);
    const { refunds } = sandbox.ledger.movedUnder(merchantAt(account, 'second-hand'), 'to-refund');
    expect(refunds).toMatchObject([{ id, status: 'failed', amount: { minor: 10_000 }, doneAt: expect.any(String) }]);
    expect((await transact({ reference: 'to-refund', amount: naira(100), paid: false })).body['state']).toBe('paid');
  });

  it('refunds with ids are apart, and one without a webhook is told to nobody', async () => {
    const transaction = await paid('in-parts');
    for (const id of ['part-1', 'part-2']) {
      const { body } = await refund({ transaction, id, amount: naira(50), webhook: false });
      expect(body).toEqual({ delivered: false, refund: id, transaction });
    }
    expect([sandbox.told(), sandbox.ledger.webhookEvents()]).toEqual([[], []]);
    expect(await refund({ transaction, id: 'part-3', amount: naira(0.01) })).toEqual(refusal('other refunds'));
    expect((await refund({ transaction, id: 'part-2', status: 'failed' })).status).toBe(200);
    expect((await refund({ transaction, id: 'part-3', amount: naira(50) })).status).toBe(200);
    expect((await transact({ reference: 'in-parts', amount: naira(100), paid: false })).body['state']).toBe('reversed');
  });

  it.each([
    [{ transaction: 'unheard-of' }, 'unheard-of'],
    [{ transaction: 7 }, 'transaction'],
    [{}, 'transaction'],
    [{ status: 'pending' }, 'status'],
    [{ amount: naira(101) }, 'amount.value'],
    [{ amount: { value: 1, currency: 'USD' } }, 'amount.currency'],
    [{ amount: 5 }, 'amount'],
    [{ id: 'a b' }, 'id'],
    [{ webhook: 1 }, 'webhook'],
    [{ account: 'none' }, 'no account none'],
    [{ colour: 'red' }, 'colour'],
  ])('a refund by call is refused as %j', async (given, reason) => {
    const transaction = Object.keys(given).length === 0 ? undefined : await paid('refused-refund');
    expect(await refund({ transaction, ...given })).toEqual(refusal(reason));
    expect(sandbox.told()).toEqual([]);
  });

  it('a refund of an unpaid transaction is refused', async () => {
    await transact({ reference: 'unpaid', amount: naira(1), paid: false });
    expect(await refund({ transaction: 'unpaid' })).toEqual(refusal('unpaid'));
  });

  it('a refund is refused when the transaction was paid to another account', async () => {
    const other = await aSandboxAccount(sandbox);
    expect(await refund({ account: other.id, transaction: await paid('mine') })).toEqual(refusal('has a payment'));
  });
});

describe('a dispute', () => {
  it('a dispute is opened, lost and won, each told by a webhook, and takes the money only while it is lost', async () => {
    const transaction = await paid('to-dispute');
    const state = async () =>
      (await transact({ reference: 'to-dispute', amount: naira(100), paid: false })).body['state'];
    const states: unknown[] = [];
    for (const status of [undefined, 'lost', 'won']) {
      const { body } = await dispute({ transaction, ...(status && { status }) });
      expect(body).toEqual({ delivered: true, status: 200, dispute: `${transaction}-dispute`, transaction });
      states.push(await state());
    }
    expect(states).toEqual(['paid', 'reversed', 'paid']);
    expect(sandbox.told().map(({ event }) => event)).toEqual(['dispute.opened', 'dispute.lost', 'dispute.won']);
    expect(await dispute({ transaction, status: 'lost' })).toEqual(refusal('won already'));
    expect(await dispute({ transaction, status: 'done' })).toEqual(refusal('status'));
  });
});
