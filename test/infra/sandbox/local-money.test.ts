/** The local calls for merchants' own transactions, refunds and disputes at the sandbox provider. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccount } from '#infra/cli/manage-accounts.ts';
import { sandboxCalls } from '#infra/local/control-api/sandbox-calls.ts';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import type { Account } from '#lib/domain/account.ts';
import { newProvider } from '#lib/domain/providers/provider.ts';
import { getAccount, setDefaultProvider, setProviderKind } from '#lib/store/account/accounts.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { NOW, type SandboxServer, startSandbox } from './sandbox-server.ts';

type Reply = { status: number; body: Record<string, unknown> };

type LocalSandbox = SandboxServer & {
  /** A call under `/_local/sandbox/`. */
  local(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply>;
  /** The events and the data of the webhooks received. */
  told(): { event: string; data: object }[];
};

async function startLocalSandbox(): Promise<LocalSandbox> {
  const server = await startSandbox(undefined, sandboxCalls);
  const local = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${server.url}/${path}`, { method, ...sent });
    return { status: answer.status, body: (await answer.json()) as Reply['body'] };
  };
  return Object.assign(server, { local, told: () => server.webhooksTaken.map(({ body }) => JSON.parse(body)) });
}

/** Of an account's provider; letters and digits only, as the sandbox wants them. */
const keyOf = (slug: string, { id }: Account): string => `sk_sandbox_${slug.replaceAll('-', '')}${id}0123456789`;
const merchantAt = (account: Account, slug = 'sandbox'): string => merchantOf(keyOf(slug, account));

/** An account with these providers, all of them sandboxes with a key; the first is its default. */
async function aSandboxAccount({ keys }: SandboxServer, slugs: readonly string[] = ['sandbox']): Promise<Account> {
  const opened = await openAccount({ name: 'Shop', mode: 'test', country: 'NG' });
  for (const [index, slug] of slugs.entries()) {
    const provider = newProvider({ name: slug, slug, enabled: true }, opened, new Date(NOW.getTime() + index));
    await createProvider(table, opened.id, provider, slug);
    if (slug !== 'sandbox') await setProviderKind(table, opened.id, slug, 'sandbox');
    keys.set(provider.id, keyOf(slug, opened));
  }
  const [first] = slugs;
  if (first !== undefined) await setDefaultProvider(table, opened.id, first);
  const account = await getAccount(table, opened.id);
  if (account === undefined) throw new Error('the account was not stored');
  return account;
}

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
