/** The sandbox adapter calls the real sandbox provider over HTTP. */
import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import { callProvider } from '#lib/payment/call-provider.ts';
import { checkoutHosts } from '#lib/payment/payment-needs.ts';
import type { WebhookEvent } from '#lib/payment/port.ts';
import { adapter as sandbox } from '#lib/payment/sandbox/adapter.ts';
import { KEY, NOW, OTHER_KEY, type SandboxServer, startSandbox } from '#test/infra/sandbox/sandbox-server.ts';
import { anOrder, NOW as ORDERED } from '#test/payment/conformance/an-order.ts';

let provider: SandboxServer;

beforeAll(async () => {
  provider = await startSandbox();
});

beforeEach(() => {
  provider.faults.length = 0;
  provider.clock = NOW;
});

const by = (secretKey = KEY) => ({
  credentials: { secretKey },
  call: callProvider(5_000),
  hosts: { live: provider.url },
});

const pagesOf = (live: string) => checkoutHosts({ hosts: { sandbox: { live } } }, 'sandbox');

describe('open', () => {
  beforeEach(() => {
    provider.clock = ORDERED;
  });

  const { expiresAt } = anOrder('card');
  const link = { link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/_local\/sandbox\/checkout\/[0-9a-f-]{36}$/) };
  const account = { bankName: 'Sandbox Bank', accountNumber: expect.any(String), accountName: 'Bright School' };
  const money = {
    provider: 'Sandbox Money',
    phone: '+2348012345678',
    instructions: expect.stringContaining('Approve'),
  };

  it.each([
    ['checkout', link],
    ['card', link],
    ['virtual_account', account],
    ['bank_transfer', account],
    ['mobile_money', money],
  ] as const)('the sandbox adapter opens %s and returns what a customer needs to pay', async (method, option) => {
    const opened = await sandbox.open(method, anOrder(method), by());
    expect(opened).toEqual({ kind: 'opened', option: { ...option, expiresAt } });
  });

  it('the sandbox adapter returns the same session when a reference is used again for the same order', async () => {
    const order = anOrder('card', { reference: 'pay-again' });
    expect(await sandbox.open('card', order, by())).toEqual(await sandbox.open('card', order, by()));
  });

  it.each([
    ['another amount', 'card', { minor: 1, currency: 'NGN' }],
    ['another currency', 'card', { minor: 45_010, currency: 'GHS' }],
    ['another method', 'checkout', { minor: 45_010, currency: 'NGN' }],
  ] as const)(
    'the sandbox adapter reports a reference as taken when it was used for %s',
    async (what, method, amount) => {
      const reference = `pay-taken-${what.replaceAll(' ', '-')}`;
      await sandbox.open('card', anOrder('card', { reference }), by());
      expect(await sandbox.open(method, anOrder(method, { reference, amount }), by())).toEqual({ kind: 'taken' });
    },
  );

  it.each([
    ['reject', 'declined'],
    ['throttle', 'busy'],
    ['error', 'provider_error'],
    ['lost-reply', 'unreachable'],
  ] as const)('on the fault %s, the sandbox adapter fails with %s and works the next time', async (kind, reason) => {
    const order = anOrder('card', { reference: `pay-fault-${kind}` });
    provider.faults.push(kind);
    await expect(sandbox.open('card', order, by())).rejects.toMatchObject({ name: 'ProviderFailure', reason });
    expect(await sandbox.open('card', order, by())).toMatchObject({ kind: 'opened' });
  });

  it('the sandbox adapter fails for a customer without a phone, with a wrong key, and without a sandbox', async () => {
    const { phone: _none, ...customer } = anOrder('card').customer;
    const order = anOrder('mobile_money', { reference: 'pay-no-phone', customer });
    await expect(sandbox.open('mobile_money', order, by())).rejects.toMatchObject({ reason: 'phone_required' });
    await expect(sandbox.open('card', anOrder('card'), by('sk_live_1'))).rejects.toMatchObject({
      reason: 'unauthorized',
    });
    const nowhere = { ...by(), hosts: { live: '' } };
    await expect(sandbox.open('card', anOrder('card'), nowhere)).rejects.toMatchObject({ reason: 'not_configured' });
    expect(pagesOf('')).toEqual([]);
  });

  it('the sandbox adapter names the origin of its pages', () => {
    expect(pagesOf(provider.url)).toEqual([new URL(provider.url).origin]);
  });
});

describe('close', () => {
  it('the sandbox adapter closes a session, also one that is closed already or was never opened', async () => {
    provider.clock = ORDERED;
    const order = anOrder('card', { reference: 'pay-to-close' });
    const close = (reference: string) => sandbox.close?.({ method: 'card', reference }, by());
    await sandbox.open('card', order, by());
    for (const reference of ['pay-to-close', 'pay-to-close', 'pay-never-opened']) {
      expect(await close(reference)).toBe('closed');
    }
    expect(await sandbox.open('card', order, by())).toEqual({ kind: 'taken' });
    provider.faults.push('reject', 'error');
    await expect(close('pay-to-close')).rejects.toMatchObject({ reason: 'declined' });
    await expect(close('pay-to-close')).rejects.toMatchObject({ reason: 'provider_error' });
  });

  it('the sandbox adapter reports a reference as taken when its session has expired or the merchant uses it itself', async () => {
    const { amount } = anOrder('card');
    const merchant = merchantOf(KEY);
    const openedAt = NOW.toISOString();
    provider.ledger.addOwn({ merchant, transaction: 'own', reference: 'pay-own', amount, openedAt });
    await sandbox.open('card', anOrder('card', { reference: 'pay-expired' }), by());
    for (const reference of ['pay-own', 'pay-expired']) {
      expect(await sandbox.open('card', anOrder('card', { reference }), by())).toEqual({ kind: 'taken' });
    }
  });
});

describe('check', () => {
  it('the sandbox adapter checks a key, which says nothing about the mode', async () => {
    await sandbox.check(by());
    await expect(sandbox.check(by('sk_live_1'))).rejects.toMatchObject({ reason: 'unauthorized' });
    expect(sandbox.modeOf({ secretKey: KEY })).toBeUndefined();
  });
});

describe('readWebhookEvent', () => {
  const PAID = '{"event":"payment.succeeded","data":{"transaction":"sbx_1","reference":"pay-1"}}';
  const read = (body: string, given: { seconds?: number; key?: string; header?: string } = {}): WebhookEvent => {
    const t = Math.floor(NOW.getTime() / 1000) + (given.seconds ?? 0);
    const v1 = createHmac('sha256', given.key ?? KEY)
      .update(`${t}.${body}`)
      .digest('hex');
    const headers = { 'x-sandbox-signature': given.header ?? `t=${t},v1=${v1}` };
    return sandbox.readWebhookEvent({ body, headers }, { secretKey: KEY }, NOW);
  };

  it('the sandbox adapter reads from a webhook which payment to look up', () => {
    expect(read(PAID)).toEqual({ kind: 'movement', lookup: { transaction: 'sbx_1', reference: 'pay-1' } });
  });

  it.each([
    ['refund.done', 'refunds'],
    ['refund.failed', 'refunds'],
    ['dispute.opened', 'disputes'],
    ['dispute.won', 'disputes'],
    ['dispute.lost', 'disputes'],
  ])('the sandbox adapter reads from a webhook %s that the %s are to be looked up', (event, about) => {
    const data = { transaction: 'sbx_1', reference: ' order 1 ', object: 'sbx_1-back' };
    expect(read(JSON.stringify({ event, data }))).toEqual({ kind: 'movement', lookup: { ...data, about } });
  });

  it('the sandbox adapter accepts the webhooks that the sandbox sends', async () => {
    await provider.webhooks.send({ provider: 'prv_one', transaction: 'sbx_1', reference: 'pay-1' });
    const { body = '', signature } = provider.webhooksTaken.at(-1) ?? {};
    const webhook = { body, headers: { 'x-sandbox-signature': signature } };
    expect(sandbox.readWebhookEvent(webhook, { secretKey: KEY }, NOW)).toMatchObject({ kind: 'movement' });
    expect(sandbox.readWebhookEvent(webhook, { secretKey: OTHER_KEY }, NOW)).toEqual({ kind: 'unsigned' });
  });

  it.each([-299, 299])('the sandbox adapter accepts a webhook whose time differs by %i seconds', (seconds) => {
    expect(read(PAID, { seconds })).toMatchObject({ kind: 'movement' });
  });

  it.each([
    ['another key', { key: OTHER_KEY }],
    ['an old time', { seconds: -301 }],
    ['a future time', { seconds: 302 }],
    ['no signature', { header: '' }],
    ['half a signature', { header: 't=1893492000,v1=00' }],
    ['a signature of zeros', { header: `t=1893492000,v1=${'0'.repeat(64)}` }],
  ])('the sandbox adapter refuses a webhook with %s', (_what, given) => {
    expect(read(PAID, given)).toEqual({ kind: 'unsigned' });
  });

  it('the sandbox adapter refuses a webhook with a changed body, and every webhook when it has no key', () => {
    const t = Math.floor(NOW.getTime() / 1000);
    const sign = (key: string) => ({
      'x-sandbox-signature': `t=${t},v1=${createHmac('sha256', key).update(`${t}.${PAID}`).digest('hex')}`,
    });
    const changed = { body: PAID.replace('sbx_1', 'sbx_2'), headers: sign(KEY) };
    expect(sandbox.readWebhookEvent(changed, { secretKey: KEY }, NOW)).toEqual({ kind: 'unsigned' });
    for (const credentials of [{}, { secretKey: '' }]) {
      const forged = { body: PAID, headers: sign('') };
      expect(sandbox.readWebhookEvent(forged, credentials, NOW)).toEqual({ kind: 'unsigned' });
    }
  });

  it.each([
    ['{"event":"payment.refunded","data":{}}', 'other'],
    ['{"event":"refund.done","data":{"transaction":"a","reference":"b"}}', 'malformed'],
    ['{"event":"dispute.lost","data":{"transaction":"a","reference":"","object":"c"}}', 'malformed'],
    [`{"event":"payment.succeeded","data":{"transaction":"a","reference":"${'b'.repeat(511)}"}}`, 'malformed'],
    ['{}', 'other'],
    ['[]', 'malformed'],
    ['{', 'malformed'],
    ['{"event":"payment.succeeded"}', 'malformed'],
    ['{"event":"payment.succeeded","data":{"transaction":1,"reference":"a"}}', 'malformed'],
  ])('the sandbox adapter reads the webhook %s as %s', (body, kind) => {
    expect(read(body)).toEqual({ kind });
  });
});
