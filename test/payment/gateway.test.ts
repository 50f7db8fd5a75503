/** The gateway to the providers: the right credentials, time limits, and failures as results instead of exceptions. */
import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '#lib/clock.ts';
import { PROVIDER_KINDS } from '#lib/domain/providers/provider.ts';
import { factsOf } from '#lib/domain/providers/providers.ts';
import { paymentParts, payments } from '#lib/live-payments.ts';
import { output } from '#lib/log.ts';
import { adapter as paystack } from '#lib/payment/paystack/adapter.ts';
import { closedPort } from '#test/channels/stub-aws.ts';
import { aProvider } from '#test/support/a-collection.ts';
import { anOrder, NOW, referenceOf } from './conformance/an-order.ts';
import { script as paystackScript } from './paystack/script.ts';
import { sealed, startStubKms, startStubProvider } from './stub-provider.ts';

const { checkoutHosts, findMovements, forgetCredentials, openSession, readWebhookEvent } = payments;
const TARGET = { kind: 'paystack', id: aProvider().id } as const;
const OTHER = aProvider({ slug: 'other' }).id;
const { find, replies, webhook } = paystackScript;
const LIMIT_MS = 5_000;
const KEPT_MS = 5 * 60_000;

let secrets: Awaited<ReturnType<typeof startStubKms>>;
let provider: Awaited<ReturnType<typeof startStubProvider>>;
let now: Date;
const lines: string[] = [];

beforeAll(async () => {
  secrets = await startStubKms();
  provider = await startStubProvider();
  clock.now = () => now;
  output.write = (line) => void lines.push(line);
});

beforeEach(() => {
  now = NOW;
  lines.length = 0;
  paymentParts.hosts = { paystack: { live: provider.url } };
  provider.received.length = 0;
  provider.answer = (request) => ({ status: 200, body: paystackScript.answer(request, anOrder('card')) });
  Object.assign(secrets, { isSilent: false, isDown: false });
  secrets.values.clear();
  setSecret('sk_test_1');
  secrets.asked.length = 0;
  forgetCredentials(TARGET.id);
});

const setSecret = (secretKey: string) => secrets.values.set(TARGET.id, JSON.stringify({ secretKey }));
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const open = () => openSession(TARGET, 'card', anOrder('card'), LIMIT_MS);
const found = () => findMovements(TARGET, find.lookup, LIMIT_MS);
const usedKeys = () => provider.received.map(({ headers }) => headers.authorization);

describe('credentials', () => {
  it('the gateway reads credentials once in five minutes', async () => {
    expect(await open()).toMatchObject({ kind: 'opened' });
    later(KEPT_MS - 1);
    await open();
    expect(secrets.asked).toEqual([`Decrypt ${TARGET.id}`]);
    setSecret('sk_test_2');
    later(1);
    await open();
    expect(usedKeys()).toEqual(['Bearer sk_test_1', 'Bearer sk_test_1', 'Bearer sk_test_2']);
  });

  it('the gateway reads credentials once for simultaneous requests', async () => {
    const opened = await Promise.all([open(), open(), found(), found()]);
    expect(opened.map(({ kind }) => kind)).toEqual(['opened', 'opened', 'unavailable', 'unavailable']);
    expect(secrets.asked).toHaveLength(1);
  });

  it('the gateway calls each provider with its own credentials', async () => {
    secrets.values.set(OTHER, JSON.stringify({ secretKey: 'sk_test_other' }));
    await open();
    await openSession({ ...TARGET, id: OTHER }, 'card', anOrder('card'), LIMIT_MS);
    expect(usedKeys()).toEqual(['Bearer sk_test_1', 'Bearer sk_test_other']);
    forgetCredentials(OTHER);
  });

  it('the gateway reads credentials again after the provider has refused them', async () => {
    provider.answer = () => replies.unauthorized;
    expect(await open()).toEqual({ kind: 'failed', reason: 'unauthorized' });
    setSecret('sk_test_2');
    expect(await found()).toEqual({ kind: 'unavailable', reason: 'unauthorized' });
    expect(usedKeys()).toEqual(['Bearer sk_test_1', 'Bearer sk_test_2']);
  });

  it.each([undefined, '', '{', 'null', '["sk"]', '{}', '{"secretKey":""}', '{"secretKey":7}', '{"other":"sk"}'])(
    'credentials with the value %j count as missing, and are read again the next time',
    async (value) => {
      if (value === undefined) secrets.values.clear();
      else secrets.values.set(TARGET.id, value);
      expect(await open()).toEqual({ kind: 'failed', reason: 'no_credentials' });
      expect(await found()).toEqual({ kind: 'unavailable', reason: 'no_credentials' });
      expect(provider.received).toEqual([]);
      secrets.values.set(TARGET.id, JSON.stringify({ secretKey: 'sk_test_3' }));
      forgetCredentials(TARGET.id);
      expect(await open()).toMatchObject({ kind: 'opened' });
    },
  );

  it('the gateway returns a failure and does not throw when credentials cannot be read', async () => {
    secrets.isDown = true;
    expect(await open()).toEqual({ kind: 'failed', reason: 'credentials_unavailable' });
    secrets.isSilent = true;
    const started = performance.now();
    expect(await found()).toEqual({ kind: 'unavailable', reason: 'credentials_unavailable' });
    expect(performance.now() - started).toBeLessThan(3_500);
  });

  it('a ciphertext that was moved from another provider is not decrypted, and never lost as if it were missing', async () => {
    vi.spyOn(paymentParts, 'getSealedCredentials').mockResolvedValue(sealed(OTHER, '{"secretKey":"sk_live_secret"}'));
    expect(await open()).toEqual({ kind: 'failed', reason: 'credentials_unavailable' });
    await expect(readWebhookEvent(TARGET, { body: '{}', headers: {} }, now)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(provider.received).toEqual([]);
    expect(lines[0]).toContain('InvalidCiphertextException');
    expect(lines.join()).not.toContain('sk_live');
    vi.mocked(paymentParts.getSealedCredentials).mockRestore();
  });

  it('the gateway returns a failure when the table cannot be read for credentials', async () => {
    vi.spyOn(paymentParts, 'getSealedCredentials').mockRejectedValueOnce(new Error('no table'));
    expect(await open()).toEqual({ kind: 'failed', reason: 'credentials_unavailable' });
    expect(await open()).toMatchObject({ kind: 'opened' });
    vi.mocked(paymentParts.getSealedCredentials).mockRestore();
  });

  it('the gateway writes no part of the credentials to the log', async () => {
    secrets.values.set(TARGET.id, 'sk_live_not_json');
    await open();
    setSecret('sk_live_secret');
    secrets.isDown = true;
    await open();
    secrets.isDown = false;
    provider.answer = () => ({
      status: 400,
      body: { status: false, message: 'sk_live_secret of ada@example.com is odd' },
    });
    await open();
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'credentials_malformed',
      'provider_failed',
      'credentials_unreadable',
      'provider_failed',
      'provider_failed',
    ]);
    expect(lines.join()).not.toMatch(/sk_live|ada@|odd/);
  });
});

describe('providers that fail', () => {
  it('the gateway returns a failure and does not throw when a provider fails', async () => {
    provider.answer = () => ({ status: 500, body: {} });
    expect(await open()).toEqual({ kind: 'failed', reason: 'provider_error' });
    paymentParts.hosts = { paystack: { live: await closedPort() } };
    expect(await open()).toEqual({ kind: 'failed', reason: 'unreachable' });
    expect(await found()).toEqual({ kind: 'unavailable', reason: 'unreachable' });
  });

  it('the gateway waits for a provider no longer than the given time', async () => {
    await open();
    provider.answer = () => 'silence';
    const started = performance.now();
    const opened = await openSession(TARGET, 'card', anOrder('card'), 200);
    expect(opened).toEqual({ kind: 'failed', reason: 'timeout' });
    expect(await findMovements(TARGET, find.lookup, 200)).toEqual({ kind: 'unavailable', reason: 'timeout' });
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  it('the gateway reports that a reference is taken, and that nothing has been paid', async () => {
    provider.answer = () => replies.duplicate;
    expect(await open()).toEqual({ kind: 'taken' });
    provider.answer = () => replies.unknown;
    expect(await found()).toEqual({ kind: 'found', movements: [], progress: 'unknown' });
    provider.answer = () => ({ status: 200, body: find.show(find.paid) });
    expect(await found()).toMatchObject({ kind: 'found', movements: [find.payment] });
  });

  it('the gateway returns a failure and does not throw when our own adapter throws', async () => {
    const broken = vi.spyOn(paystack, 'open').mockRejectedValue(new TypeError('ada@example.com is undefined'));
    expect(await open()).toEqual({ kind: 'failed', reason: 'internal_error' });
    expect(lines[0]).toContain('payment_adapter_failed');
    expect(lines.join()).not.toContain('ada@');
    broken.mockRestore();
  });
});

describe('webhooks', () => {
  const body = JSON.stringify(webhook.paid);
  const signedWith = (secret: string) => ({
    body,
    headers: { 'x-paystack-signature': createHmac('sha512', secret).update(body).digest('hex') },
  });
  const read = (secret: string) => readWebhookEvent(TARGET, signedWith(secret), now);

  it('the gateway reads webhooks with the cached credentials', async () => {
    expect(await read('sk_test_1')).toEqual({ kind: 'movement', lookup: { reference: referenceOf('card') } });
    expect(await read('sk_test_1')).toMatchObject({ kind: 'movement' });
    expect(secrets.asked).toHaveLength(1);
  });

  it('the gateway accepts a webhook with a replaced secret once the cached one is ten seconds old', async () => {
    await read('sk_test_1');
    setSecret('sk_test_2');
    later(10_000);
    expect(await read('sk_test_2')).toMatchObject({ kind: 'movement' });
    expect(await read('sk_test_1')).toEqual({ kind: 'unsigned' });
  });

  it('webhooks with bad signatures cause one read of the secret in ten seconds at most', async () => {
    for (let n = 0; n < 50; n += 1) expect(await read('wrong')).toEqual({ kind: 'unsigned' });
    expect(secrets.asked).toHaveLength(1);
    later(10_000);
    for (let n = 0; n < 50; n += 1) expect(await read('wrong')).toEqual({ kind: 'unsigned' });
    expect(secrets.asked).toHaveLength(2);
  });

  it('the gateway reads no webhook without credentials', async () => {
    secrets.values.clear();
    expect(await read('sk_test_1')).toEqual({ kind: 'no_credentials' });
    expect(await read('')).toEqual({ kind: 'no_credentials' });
  });

  it('the gateway fails with service_unavailable on a webhook when the credentials cannot be read', async () => {
    secrets.isDown = true;
    await expect(read('sk_test_1')).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

it.each(PROVIDER_KINDS)('the gateway knows the secret names and the checkout hosts of %s', (kind) => {
  expect(factsOf(kind).secrets).not.toEqual([]);
  paymentParts.hosts = { sandbox: { live: 'http://127.0.0.1:4010/sandbox' } };
  for (const source of checkoutHosts(kind)) {
    expect(source).toMatch(kind === 'sandbox' ? /^http:\/\/127\.0\.0\.1:4010$/ : /^https:\/\/[a-z.*-]+$/);
  }
});
