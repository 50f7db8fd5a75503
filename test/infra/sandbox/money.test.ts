/** Merchants' own transactions at the sandbox provider, money that goes back, and the lists, over HTTP. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextDispute, nextRefund } from '#infra/local/control-api/sandbox-money-back.ts';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import type { DisputeStatus, RefundStatus } from '#infra/sandbox/records.ts';
import {
  aSession,
  askSandbox,
  KEY,
  NOW,
  OTHER_KEY,
  PROVIDER,
  type SandboxServer,
  startSandbox,
} from './sandbox-server.ts';

let sandbox: SandboxServer;

beforeAll(async () => {
  sandbox = await startSandbox();
});

beforeEach(() => {
  sandbox.clock = NOW;
});

type Json = Record<string, unknown>;

const merchant = merchantOf(KEY);
const at = NOW.toISOString();
const naira = (minor: number) => ({ minor, currency: 'NGN' });

const api = (method: 'GET' | 'POST', path: string, body?: object) => askSandbox(sandbox, { method, path, body });
const open = async (reference: string): Promise<string> =>
  String((await api('POST', '/sessions', aSession(reference))).json['link']);
const pay = (reference: string, transaction: string, minor: number, paidAt = at) =>
  sandbox.ledger.pay({ merchant, transaction, reference, amount: naira(minor), paidAt });
const transactionOf = (reference: string, key = KEY) =>
  askSandbox(sandbox, { method: 'GET', path: `/transactions?${new URLSearchParams({ reference })}`, key });

describe("a merchant's own transaction", () => {
  it("a merchant's own transaction is opened under any text, and read with its state and its payments", async () => {
    const reference = ' Order #7/8 & 9? 💸';
    const opened = await api('POST', '/transactions', { reference, amount: naira(900) });
    const unpaid = { reference, amount: naira(900), state: 'open', payments: [], refunds: [], disputes: [] };
    expect(opened).toEqual({ status: 201, json: { transaction: expect.stringMatching(/^sbx_/), ...unpaid } });
    expect(await transactionOf(reference)).toEqual({ status: 200, json: opened.json });
    const transaction = String(opened.json['transaction']);
    pay(reference, transaction, 900);
    const payments = [{ transaction, reference, amount: naira(900), paidAt: at }];
    const paid = { status: 200, json: { ...opened.json, state: 'paid', payments } };
    expect(await transactionOf(reference)).toEqual(paid);
    expect(await api('GET', `/transactions?transaction=${transaction}`)).toEqual(paid);
    expect((await transactionOf(reference, OTHER_KEY)).status).toBe(404);
  });

  it('a reference belongs to one session or one transaction of its merchant', async () => {
    await open('a-session');
    await api('POST', '/transactions', { reference: 'a-transaction', amount: naira(1) });
    const taken = { status: 409, json: { error: { code: 'duplicate_reference' } } };
    for (const reference of ['a-session', 'a-transaction']) {
      expect(await api('POST', '/transactions', { reference, amount: naira(1) })).toMatchObject(taken);
    }
    expect(await api('POST', '/sessions', aSession('a-transaction'))).toMatchObject(taken);
  });

  it.each([
    [{ reference: '', amount: naira(1) }],
    [{ reference: 'x'.repeat(256), amount: naira(1) }],
    [{ reference: '\ud800', amount: naira(1) }],
    [{ reference: 'a', amount: naira(0) }],
    [{ reference: 'a' }],
    [{ reference: 'a', amount: naira(1), paid: true }],
  ])("a merchant's own transaction is not opened with %j", async (given) => {
    expect(await api('POST', '/transactions', given)).toMatchObject({
      status: 400,
      json: { error: { code: 'invalid_request' } },
    });
  });

  it('a session is read like a transaction, and so is money that came without one', async () => {
    await open('read-session');
    expect((await transactionOf('read-session')).json).toMatchObject({ state: 'open', amount: naira(4_500_000) });
    await api('POST', '/sessions/read-session/close');
    expect((await transactionOf('read-session')).json['state']).toBe('closed');
    pay('without-session', 'stray', 5);
    expect((await transactionOf('without-session')).json).toMatchObject({
      state: 'paid',
      payments: [{ reference: 'without-session' }],
    });
    expect((await transactionOf('unheard-of')).status).toBe(404);
    for (const query of ['', '?reference=a&transaction=b']) {
      expect((await api('GET', `/transactions${query}`)).status).toBe(400);
    }
  });
});

const refund = (id: string, status: RefundStatus, given: { minor?: number; reference?: string } = {}) => {
  const payment = pay(given.reference ?? 'back', `t-${given.reference ?? 'back'}`, 100);
  const step = { payment, id, amount: naira(given.minor ?? 100), status, at: sandbox.clock.toISOString() };
  const next = nextRefund(sandbox.ledger.refunds.get(merchant, id), step);
  if (typeof next !== 'string') sandbox.ledger.refunds.keep(next, PROVIDER);
  return next;
};

const dispute = (id: string, status: DisputeStatus, given: { minor?: number; reference?: string } = {}) => {
  const payment = pay(given.reference ?? 'back', `t-${given.reference ?? 'back'}`, 100);
  const step = { payment, id, amount: naira(given.minor ?? 100), status, at: sandbox.clock.toISOString() };
  const next = nextDispute(sandbox.ledger.disputes.get(merchant, id), step);
  if (typeof next !== 'string') sandbox.ledger.disputes.keep(next, PROVIDER);
  return next;
};

const LATER = '2030-01-01T11:00:00.000Z';

describe('money that goes back', () => {
  it('a refund is done and may fail afterwards; another step or another amount is refused', async () => {
    expect(refund('r', 'done')).toMatchObject({ status: 'done', doneAt: at });
    expect((await transactionOf('back')).json).toMatchObject({
      state: 'reversed',
      refunds: [{ id: 'r', status: 'done' }],
    });
    sandbox.clock = new Date(LATER);
    expect(refund('r', 'done')).toMatchObject({ doneAt: at, changedAt: at });
    expect(refund('r', 'failed')).toMatchObject({ status: 'failed', doneAt: at, failedAt: LATER });
    expect((await transactionOf('back')).json).toMatchObject({ state: 'paid' });
    expect(refund('r', 'done')).toContain('has failed');
    expect(refund('r', 'failed', { minor: 99 })).toContain('another amount');
    expect(refund('r', 'failed', { reference: 'elsewhere' })).toContain('another transaction');
    expect(refund('r2', 'done', { minor: 101 })).toContain('more than');
    expect(refund('never-done', 'failed')).not.toHaveProperty('doneAt');
  });

  it('a dispute takes the money when it is lost, and gives it back when it is won; it is never opened again', async () => {
    const reference = 'disputed';
    const shown = async () => (await transactionOf(reference)).json;
    dispute('d', 'opened', { reference });
    expect(await shown()).toMatchObject({
      state: 'paid',
      disputes: [{ id: 'd', status: 'opened', taken: false, openedAt: at }],
    });
    sandbox.clock = new Date(LATER);
    dispute('d', 'lost', { reference });
    expect(await shown()).toMatchObject({
      state: 'reversed',
      disputes: [{ status: 'lost', taken: true, openedAt: at, lostAt: LATER }],
    });
    dispute('d', 'won', { reference });
    expect(await shown()).toMatchObject({
      state: 'paid',
      disputes: [{ status: 'won', taken: false, lostAt: LATER, wonAt: LATER }],
    });
    expect(dispute('d', 'opened', { reference })).toContain('won already');
    expect(dispute('d', 'lost', { reference })).toContain('won already');
  });
});

describe('the list of movements', () => {
  const list = (query: object, key = KEY) =>
    askSandbox(sandbox, { method: 'GET', path: `/movements?${new URLSearchParams({ ...query })}`, key });
  const span = { from: '2031-01-01T00:00:00Z', to: '2031-01-01T01:00:00+00:00' };

  it('the list has what was paid in the span, its ends included, for its merchant only, a hundred on a page', async () => {
    const paidAt = [
      '2030-12-31T23:59:59.999Z',
      '2031-01-01T00:00:00.000Z',
      '2031-01-01T01:00:00.000Z',
      '2031-01-01T01:00:00.001Z',
    ];
    for (const [index, instant] of paidAt.entries()) pay('listed', `listed-${index}`, 5, instant);
    const page = await list({ what: 'payments', ...span });
    expect(page.json).toEqual({
      movements: [1, 2].map((index) => ({
        transaction: `listed-${index}`,
        reference: 'listed',
        amount: naira(5),
        paidAt: paidAt[index],
      })),
    });
    expect((await list({ what: 'payments', ...span }, OTHER_KEY)).json).toEqual({ movements: [] });
    for (let index = 0; index < 99; index += 1) pay('listed', `more-${index}`, 5, '2031-01-01T00:30:00.000Z');
    const first = (await list({ what: 'payments', ...span })).json;
    const rest = (await list({ what: 'payments', ...span, cursor: first['next'] })).json;
    const transactions = [first, rest].map(({ movements }) =>
      (movements as Json[]).map(({ transaction }) => transaction),
    );
    expect(transactions.map(({ length }) => length)).toEqual([100, 1]);
    expect(transactions.flat()).toEqual([
      'listed-1',
      ...Array.from({ length: 99 }, (_, index) => `more-${index}`),
      'listed-2',
    ]);
    expect(rest).not.toHaveProperty('next');
  });

  it('the list has refunds and disputes by when they began', async () => {
    sandbox.clock = new Date('2029-06-01T00:00:00.000Z');
    refund('before', 'done', { reference: 'of-list' });
    sandbox.clock = new Date('2031-01-01T00:00:00.000Z');
    refund('before', 'failed', { reference: 'of-list' });
    refund('listed', 'done', { reference: 'of-list' });
    dispute('listed', 'opened', { reference: 'of-list' });
    sandbox.clock = new Date('2031-06-01T00:00:00.000Z');
    refund('listed', 'failed', { reference: 'of-list' });
    dispute('listed', 'lost', { reference: 'of-list' });
    const { movements } = (await list({ what: 'refunds', ...span })).json;
    expect(movements).toMatchObject([{ id: 'listed', status: 'failed' }]);
    expect((await list({ what: 'disputes', ...span })).json).toMatchObject({
      movements: [{ id: 'listed', taken: true }],
    });
  });

  it.each([
    [{}],
    [{ what: 'payouts' }],
    [{ from: 'yesterday' }],
    [{ to: '2031-01-01' }],
    [{ cursor: '7' }],
    [{ page: '2' }],
  ])('the list is refused with %j', async (given) => {
    const query = Object.keys(given).length === 0 ? {} : { what: 'payments', ...span, ...given };
    expect(await list(query)).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } });
  });
});

it('a fault unavailable-verify fails reads of money, while sessions open and close and other faults come first', async () => {
  await open('verified');
  sandbox.faults.push(
    'unavailable-verify',
    'throttle',
    'unavailable-verify',
    'unavailable-verify',
    'unavailable-verify',
  );
  for (const status of [429, 200]) {
    expect((await api('POST', '/sessions/verified/close')).status).toBe(status);
  }
  expect((await api('POST', '/sessions', aSession('opens'))).status).toBe(201);
  const reads = [
    '/transactions?reference=verified',
    '/payments?reference=a',
    '/payments/a',
    '/movements?what=payments',
  ];
  for (const path of reads) expect((await api('GET', path)).status).toBe(500);
  expect((await transactionOf('verified')).status).toBe(200);
});
