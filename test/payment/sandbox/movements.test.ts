/** The sandbox adapter reads what has moved from the real sandbox provider, and refuses answers that are malformed. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import { callProvider } from '#lib/payment/call-provider.ts';
import type { Call } from '#lib/payment/port.ts';
import { adapter as sandbox } from '#lib/payment/sandbox/adapter.ts';
import { KEY, NOW, OTHER_KEY, type SandboxServer, startSandbox } from '#test/infra/sandbox/sandbox-server.ts';
import { anOrder } from '#test/payment/conformance/an-order.ts';

let provider: SandboxServer;

beforeAll(async () => {
  provider = await startSandbox();
});

beforeEach(() => {
  provider.faults.length = 0;
});

const by = (secretKey = KEY) => ({
  credentials: { secretKey },
  call: callProvider(5_000),
  hosts: { live: provider.url },
});

const pay = (reference: string, transaction: string, minor: number): void =>
  void provider.ledger.pay({
    merchant: merchantOf(KEY),
    transaction,
    reference,
    amount: { minor, currency: 'NGN' },
    paidAt: NOW.toISOString(),
  });

describe('findMovements', () => {
  const at = NOW.toISOString();
  const payment = (transaction: string, minor: number) => ({
    kind: 'payment',
    transaction,
    object: transaction,
    references: ['pay-found'],
    amount: { minor, currency: 'NGN' },
    at,
  });
  const found = (movements: object[], progress = 'ended') => ({ movements, progress });

  beforeAll(() => {
    pay('pay-found', 'one', 100);
    pay('pay-found', 'two', 250);
    pay('pay-elsewhere', 'three', 7);
  });

  it.each([
    ['all payments of a session', { reference: 'pay-found' }, found([payment('one', 100), payment('two', 250)])],
    ['one payment by its transaction', { reference: 'pay-found', transaction: 'two' }, found([payment('two', 250)])],
    ['one payment by its transaction alone', { transaction: 'one' }, found([payment('one', 100)])],
    ['nothing under an unknown reference, which it names so', { reference: 'pay-nothing' }, found([], 'unknown')],
    ['nothing of an unknown transaction', { transaction: 'nine' }, found([], 'unknown')],
    ['nothing of a transaction with another reference', { reference: 'pay-found', transaction: 'three' }, found([])],
    ['nothing when nothing is named', {}, found([], 'unknown')],
  ])('the sandbox adapter finds %s', async (_what, lookup, report) => {
    expect(await sandbox.findMovements(lookup, by())).toEqual(report);
  });

  it('the sandbox adapter reports a session as open until it is paid, closed or expired, with the method that paid it', async () => {
    const { amount } = anOrder('card');
    const order = (reference: string) => anOrder('card', { reference, expiresAt: '2030-02-01T10:00:00.000Z' });
    for (const reference of ['pay-part', 'pay-whole', 'pay-ended']) await sandbox.open('card', order(reference), by());
    const progressOf = async (reference: string) => (await sandbox.findMovements({ reference }, by())).progress;
    pay('pay-part', 'part', 1);
    pay('pay-whole', 'whole', amount.minor);
    expect([await progressOf('pay-part'), await progressOf('pay-whole')]).toEqual(['open', 'ended']);
    expect(await progressOf('pay-ended')).toBe('open');
    const { movements } = await sandbox.findMovements({ reference: 'pay-part' }, by());
    expect(movements).toMatchObject([{ transaction: 'part', method: 'card' }]);
    expect(await sandbox.close?.({ method: 'card', reference: 'pay-ended' }, by())).toBe('closed');
    expect(await progressOf('pay-ended')).toBe('ended');
    provider.clock = new Date('2030-02-01T10:00:00.000Z');
    expect(await progressOf('pay-part')).toBe('ended');
    provider.clock = NOW;
  });

  it('the sandbox adapter finds a transaction by any reference of the merchant, in one request', async () => {
    const amount = { minor: 500, currency: 'NGN' };
    const merchant = merchantOf(KEY);
    const requests: string[] = [];
    const call: Call = (request) => {
      requests.push(request.url);
      return by().call(request);
    };
    for (const reference of [' order 1/2 ', 'a+b&c=d?#%41', 'Bestellung № 7 💸']) {
      provider.ledger.addOwn({ merchant, transaction: `of-${reference.length}`, reference, amount, openedAt: at });
      requests.length = 0;
      const unpaid = await sandbox.findMovements({ reference }, { ...by(), call });
      expect([unpaid, requests.length]).toEqual([found([], 'open'), 1]);
      pay(reference, `of-${reference.length}`, 500);
      const { movements, progress } = await sandbox.findMovements({ reference }, by());
      expect([movements, progress]).toMatchObject([[{ kind: 'payment', references: [reference], amount }], 'ended']);
    }
  });

  it('the sandbox adapter finds refunds and disputes beside the payment, each step with its own time', async () => {
    pay('pay-back', 'back', 900);
    const [later, latest] = ['2030-01-01T11:00:00.000Z', '2030-01-01T12:00:00.000Z'];
    const common = { merchant: merchantOf(KEY), transaction: 'back', reference: 'pay-back' };
    const amount = { minor: 300, currency: 'NGN' };
    const { refunds, disputes } = provider.ledger;
    refunds.keep({ ...common, id: 'r1', amount, status: 'failed', doneAt: at, failedAt: later, changedAt: later });
    refunds.keep({ ...common, id: 'r2', amount, status: 'failed', failedAt: later, changedAt: later });
    disputes.keep({ ...common, id: 'd1', amount, status: 'opened', taken: false, openedAt: at, changedAt: at });
    disputes.keep({ ...common, id: 'd2', amount, status: 'opened', taken: true, openedAt: at, changedAt: at });
    const d3 = { ...common, id: 'd3', amount, openedAt: at, lostAt: later, wonAt: latest, changedAt: latest };
    disputes.keep({ ...d3, status: 'won', taken: false });
    const moved = (kind: string, object: string, when: string) => ({
      kind,
      transaction: 'back',
      object,
      references: ['pay-back'],
      amount,
      at: when,
    });
    const lookup = { transaction: 'back', reference: 'pay-back', about: 'refunds', object: 'r1' } as const;
    const { movements } = await sandbox.findMovements(lookup, by());
    expect(movements.slice(1)).toEqual([
      moved('refund', 'r1', at),
      moved('refund_failed', 'r1', later),
      moved('refund_failed', 'r2', later),
      moved('dispute', 'd1', at),
      { ...moved('dispute', 'd2', at), taken: true },
      moved('dispute', 'd3', at),
      moved('dispute_lost', 'd3', later),
      moved('dispute_won', 'd3', latest),
    ]);
  });

  it('the sandbox adapter finds nothing of another merchant', async () => {
    expect(await sandbox.findMovements({ reference: 'pay-found' }, by(OTHER_KEY))).toEqual(found([], 'unknown'));
    expect(await sandbox.findMovements({ transaction: 'one' }, by(OTHER_KEY))).toEqual(found([], 'unknown'));
  });

  it.each([
    ['error', 'provider_error'],
    ['unavailable-verify', 'provider_error'],
    ['throttle', 'busy'],
  ] as const)('on the fault %s, the sandbox adapter fails with %s instead of finding nothing', async (kind, reason) => {
    provider.faults.push(kind);
    await expect(sandbox.findMovements({ reference: 'pay-found' }, by())).rejects.toMatchObject({ reason });
  });
});

describe('listMovements', () => {
  const merchantKey = 'sk_sandbox_ofthelistofmovements00';
  const span = { from: '2030-03-01T00:00:00.000Z', to: '2030-03-02T00:00:00.000Z' };

  it('the sandbox adapter lists payments page by page, each once', async () => {
    const amount = { minor: 100, currency: 'NGN' };
    for (let number = 0; number < 205; number += 1) {
      const paidAt = new Date(Date.parse(span.from) + (number % 7) * 1000).toISOString();
      const transaction = `listed-${number}`;
      provider.ledger.pay({ merchant: merchantOf(merchantKey), transaction, reference: 'pay-list', amount, paidAt });
    }
    const seen: string[] = [];
    const sizes: number[] = [];
    let next: string | undefined;
    do {
      const page = await sandbox.listMovements?.({ what: 'payments', ...span, ...(next && { next }) }, by(merchantKey));
      seen.push(...(page?.movements ?? []).map(({ transaction }) => transaction));
      sizes.push(page?.movements.length ?? 0);
      next = page?.next;
    } while (next !== undefined);
    expect([new Set(seen).size, sizes]).toEqual([205, [100, 100, 5]]);
  });

  it('the sandbox adapter lists refunds and disputes that began in the span, however they ended', async () => {
    const common = { merchant: merchantOf(merchantKey), transaction: 'listed-1', reference: 'pay-list' };
    const amount = { minor: 50, currency: 'NGN' };
    const [begun, before, changedAt] = [span.from, '2030-02-01T00:00:00.000Z', '2030-06-01T00:00:00.000Z'];
    const { refunds, disputes } = provider.ledger;
    refunds.keep({ ...common, id: 'r', amount, status: 'failed', doneAt: begun, failedAt: changedAt, changedAt });
    refunds.keep({ ...common, id: 'r2', amount, status: 'failed', failedAt: begun, changedAt: begun });
    refunds.keep({ ...common, id: 'r3', amount, status: 'done', doneAt: begun, changedAt: begun });
    refunds.keep({ ...common, id: 'old', amount, status: 'failed', doneAt: before, failedAt: begun, changedAt: begun });
    disputes.keep({
      ...common,
      id: 'd',
      amount,
      status: 'lost',
      taken: true,
      openedAt: begun,
      lostAt: changedAt,
      changedAt,
    });
    const list = async (what: 'refunds' | 'disputes') =>
      (await sandbox.listMovements?.({ what, ...span }, by(merchantKey)))?.movements.map(({ kind, object }) => [
        kind,
        object,
      ]);
    expect(await list('refunds')).toEqual([
      ['refund', 'r'],
      ['refund_failed', 'r'],
      ['refund_failed', 'r2'],
      ['refund', 'r3'],
      ['refund_pending', 'r3'],
    ]);
    expect(await list('disputes')).toEqual([
      ['dispute', 'd'],
      ['dispute_lost', 'd'],
    ]);
  });

  it('the sandbox adapter fails when the list cannot be read', async () => {
    provider.faults.push('unavailable-verify');
    const page = { what: 'payments', ...span } as const;
    await expect(sandbox.listMovements?.(page, by())).rejects.toMatchObject({ reason: 'provider_error' });
    await expect(sandbox.listMovements?.({ ...page, next: 'junk' }, by())).rejects.toMatchObject({
      reason: 'invalid_request',
    });
  });
});

describe('a malformed answer', () => {
  const at = '2030-01-01T10:00:00.000Z';
  const amount = { minor: 100, currency: 'NGN' };
  const payment = { transaction: 't', reference: 'r', amount, paidAt: at };
  const refund = { id: 'f', transaction: 't', reference: 'r', amount, status: 'done', doneAt: at };
  const dispute = { id: 'd', transaction: 't', reference: 'r', amount, status: 'opened', openedAt: at };
  const whole = { reference: 'r', state: 'paid', payments: [payment], refunds: [refund], disputes: [dispute] };

  const find = (answer: unknown, lookup = { reference: 'r' }) =>
    sandbox.findMovements(lookup, {
      ...by(),
      call: async () => ({ status: 200, json: answer }),
    });

  it('the sandbox adapter reads an answer that has what is documented, and waits on a state that it does not know', async () => {
    expect((await find(whole)).movements).toHaveLength(4);
    expect((await find({ ...whole, state: 'pending review' })).progress).toBe('open');
  });

  it.each([
    ['no object', []],
    ['another reference', { ...whole, reference: 'another' }],
    ['no state', { ...whole, state: undefined }],
    ['no list of refunds', { ...whole, refunds: undefined }],
    ['a list that is none', { ...whole, payments: {} }],
    ['a payment without a transaction', { ...whole, payments: [{ ...payment, transaction: '' }] }],
    ['a payment without a reference', { ...whole, payments: [{ ...payment, reference: '' }] }],
    ['a payment of no amount', { ...whole, payments: [{ ...payment, amount: { minor: 0, currency: 'NGN' } }] }],
    ['a payment of half a unit', { ...whole, payments: [{ ...payment, amount: { minor: 0.5, currency: 'NGN' } }] }],
    ['a payment in no currency', { ...whole, payments: [{ ...payment, amount: { minor: 1, currency: 'XXX' } }] }],
    ['a payment at no time', { ...whole, payments: [{ ...payment, paidAt: 'yesterday' }] }],
    ['a refund without an id', { ...whole, refunds: [{ ...refund, id: null }] }],
    ['a refund of unknown status', { ...whole, refunds: [{ ...refund, status: 'maybe' }] }],
    ['a failed refund without its time', { ...whole, refunds: [{ ...refund, status: 'failed' }] }],
    ['a dispute without the time of its opening', { ...whole, disputes: [{ ...dispute, openedAt: undefined }] }],
    ['a lost dispute without its time', { ...whole, disputes: [{ ...dispute, status: 'lost' }] }],
  ])('the sandbox adapter fails on an answer with %s', async (_what, answer) => {
    await expect(find(answer)).rejects.toMatchObject({ name: 'ProviderFailure', reason: 'malformed_answer' });
  });

  it.each([{}, { movements: 'none' }, { movements: [{}] }])(
    'the sandbox adapter fails on the page %j of a list',
    async (page) => {
      const call: Call = async () => ({ status: 200, json: page });
      const asked = { what: 'disputes', from: at, to: at } as const;
      const listed = sandbox.listMovements?.(asked, { ...by(), call });
      await expect(listed).rejects.toMatchObject({ reason: 'malformed_answer' });
    },
  );
});
