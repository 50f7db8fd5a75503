/** The sandbox provider's API and its page, over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest';
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

type Json = Record<string, unknown>;

const api = (path: string, body?: object, key = KEY) =>
  askSandbox(sandbox, { method: body ? 'POST' : 'GET', path, body, key });

const open = async (reference: string, given: object = {}) => (await api('/sessions', aSession(reference, given))).json;

const submit = (link: unknown, form: Record<string, string>) =>
  fetch(String(link), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

const paidInto = async (reference: string) =>
  ((await api(`/payments?reference=${reference}`)).json['payments'] as Json[]).map(({ amount }) => amount);

describe('sessions', () => {
  it('a session is opened for each method, with what is needed to pay by that method', async () => {
    const expiresAt = '2030-01-02T10:00:00.000Z';
    const common = { amount: { minor: 4_500_000, currency: 'NGN' }, status: 'open', expiresAt };
    const bankAccount = { bankName: 'Sandbox Bank', accountNumber: expect.stringMatching(/^\d{10}$/) };
    const phone = '+2348031234567';
    const more = {
      checkout: {},
      card: {},
      virtual_account: { bankAccount: { ...bankAccount, accountName: 'Shoes & Sons' } },
      bank_transfer: { bankAccount: { ...bankAccount, accountName: 'Shoes & Sons' } },
      mobile_money: { mobileMoney: { network: 'Sandbox Money', phone, instructions: expect.stringContaining(phone) } },
    };
    for (const [method, ways] of Object.entries(more)) {
      const reference = `each-${method.replaceAll('_', '-')}`;
      const { status, json } = await api('/sessions', aSession(reference, { method }));
      expect(status).toBe(201);
      expect(json).toEqual({
        id: expect.any(String),
        reference,
        method,
        ...common,
        link: `${sandbox.url}/checkout/${json['id']}`,
        ...ways,
      });
      expect((await api(`/sessions/${reference}`)).json).toEqual(json);
    }
  });

  it('a merchant has one session for each reference, and no other merchant sees it', async () => {
    const { id } = await open('once');
    expect(await api('/sessions', aSession('once'))).toMatchObject({
      status: 409,
      json: { error: { code: 'duplicate_reference' } },
    });
    expect((await api('/sessions/once', undefined, OTHER_KEY)).status).toBe(404);
    expect((await api('/sessions', aSession('once'), OTHER_KEY)).status).toBe(201);
    expect((await api('/sessions/once')).json['id']).toBe(id);
  });

  it.each([
    [{ reference: 'a_b' }, 'invalid_request'],
    [{ amount: { minor: 1.5, currency: 'NGN' } }, 'invalid_request'],
    [{ amount: { minor: 0, currency: 'NGN' } }, 'invalid_request'],
    [{ amount: { minor: 1, currency: 'XXX' } }, 'invalid_request'],
    [{ method: 'barter' }, 'invalid_request'],
    [{ returnUrl: 'back' }, 'invalid_request'],
    [{ cancelUrl: undefined }, 'invalid_request'],
    [{ cancelUrl: 'javascript:alert(1)' }, 'invalid_request'],
    [{ colour: 'red' }, 'invalid_request'],
    [{ method: 'mobile_money', customer: { firstName: 'A', lastName: 'B', email: 'c@d.e' } }, 'phone_required'],
  ])('a session is not opened with %j', async (given, code) => {
    expect(await api('/sessions', aSession('refused', given))).toMatchObject({
      status: 400,
      json: { error: { code } },
    });
    expect((await api('/sessions/refused')).status).toBe(404);
  });

  it.each(['', 'sk_live_0123456789abcdefghij', 'sk_sandbox_short', `${KEY}!`])(
    'the API refuses the key "%s"',
    async (key) => {
      expect(await api('/payments?reference=a', undefined, key)).toMatchObject({
        status: 401,
        json: { error: { code: 'invalid_key' } },
      });
    },
  );
});

describe('the page', () => {
  it('the checkout page shows the business, the description and the amount, escaped, and has no script', async () => {
    const { link } = await open('shown');
    const response = await fetch(String(link));
    const html = await response.text();
    expect(html).toContain('<h1>Pay Shoes &amp; Sons</h1>');
    expect(html).toContain('Two pairs of &lt;b&gt;shoes&lt;/b&gt;');
    expect(html).toContain('NGN 45,000.00');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' https://shop.example;");
  });

  it('the checkout page takes the amount that is typed, once for each page shown, and sends the payer back', async () => {
    const { link } = await open('paid');
    const [, transaction = ''] =
      /name="transaction" value="([^"]+)"/.exec(await (await fetch(String(link))).text()) ?? [];
    const answers = [
      await submit(link, { amount: '100.50', transaction }),
      await submit(link, { amount: '100.50', transaction }),
      await submit(link, { amount: '7' }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://shop.example/back?returned=1']);
    }
    const { payments } = (await api('/payments?reference=paid')).json as { payments: Json[] };
    expect(payments).toEqual([
      { transaction, reference: 'paid', amount: { minor: 10_050, currency: 'NGN' }, paidAt: NOW.toISOString() },
      expect.objectContaining({ amount: { minor: 700, currency: 'NGN' } }),
    ]);
    expect((await api(`/payments/${transaction}`)).json).toEqual(payments[0]);
    expect((await api(`/payments/${transaction}`, undefined, OTHER_KEY)).status).toBe(404);
    expect(sandbox.webhooksTaken.map(({ path }) => path)).toContain(`/webhooks/${PROVIDER}`);
  });

  it.each(['', '0', '-5', '1.005', 'ten', '1e9', '99999999999999999'])(
    'the checkout page refuses the amount "%s"',
    async (amount) => {
      const { link } = await open(`junk-${amount.replaceAll(/[^0-9a-z]/g, 'x')}`);
      const answer = await submit(link, { amount });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('role="alert"')]);
      expect(await paidInto(`junk-${amount.replaceAll(/[^0-9a-z]/g, 'x')}`)).toEqual([]);
    },
  );
});

describe('faults', () => {
  it.each([
    ['reject', 400, 'declined'],
    ['throttle', 429, 'too_many_requests'],
    ['error', 500, 'internal_error'],
  ] as const)('a fault %s fails a call without carrying it out', async (kind, status, code) => {
    sandbox.faults.push(kind);
    expect(await api('/sessions', aSession(`fault-${kind}`))).toMatchObject({ status, json: { error: { code } } });
    expect((await api('/sessions', aSession(`fault-${kind}`))).status).toBe(201);
  });
});
