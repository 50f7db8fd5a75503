/** The sandbox provider's API over HTTP, with its secrets: what is paid there, and whether it answers. */
import { createHmac } from 'node:crypto';
import { beforeAll } from 'vitest';
import { clock } from '#lib/clock.ts';
import { hosts } from '#lib/payment/hosts.ts';
import { secretName } from '#lib/payment/secrets.ts';
import { type Received, startStubProvider } from '#test/payment/stub-provider.ts';
import { startStubSecrets } from '#test/payment/stub-secrets.ts';
import type { Reply } from '#test/support/stub-server.ts';

type Paid = { transaction: string; reference: string; amount: { minor: number; currency: string }; paidAt: string };

export type SandboxDesk = {
  isDown: boolean;
  /** The requested paths. */
  asked: string[];
  paid: Paid[];
  /** Gives a provider its secret. */
  open: (providerId: string) => string;
};

const BANK_ACCOUNT = { bankName: 'Sandbox Bank', accountNumber: '0123456789', accountName: 'Shop' };
const MOBILE_MONEY = { network: 'MTN', phone: '+2348031234567', instructions: 'Dial *1#' };

/** Call it at the top of a test file. */
export function useSandboxDesk(): SandboxDesk {
  const values = new Map<string, string>();
  const desk: SandboxDesk = {
    isDown: false,
    asked: [],
    paid: [],
    open: (providerId) => {
      const secretKey = `secret of ${providerId}`;
      values.set(secretName(providerId), JSON.stringify({ secretKey }));
      return secretKey;
    },
  };
  beforeAll(async () => {
    const [provider, secrets] = await Promise.all([startStubProvider(), startStubSecrets()]);
    Object.assign(secrets.values, { get: values.get.bind(values) });
    hosts.sandbox = provider.url;
    provider.answer = (request) => answer(desk, request);
  });
  return desk;
}

function answer(desk: SandboxDesk, { method, path, fields }: Received): Reply {
  desk.asked.push(`${method} ${path}`);
  if (desk.isDown) return 'drop';
  if (method === 'POST') {
    const link = `https://sandbox.example/${fields['reference']}`;
    const { expiresAt } = fields;
    return { status: 201, body: { link, expiresAt, bankAccount: BANK_ACCOUNT, mobileMoney: MOBILE_MONEY } };
  }
  const { pathname, searchParams } = new URL(path, 'http://sandbox');
  const named = searchParams.get('reference');
  if (named !== null) {
    return { status: 200, body: { payments: desk.paid.filter(({ reference }) => reference === named) } };
  }
  const payment = desk.paid.find(({ transaction }) => pathname.endsWith(`/${transaction}`));
  return payment ? { status: 200, body: payment } : { status: 404, body: { error: { code: 'not_found' } } };
}

/** A webhook as the sandbox sends it, signed with this secret. */
export function signedWebhookEvent(payment: Pick<Paid, 'transaction' | 'reference'>, secret: string) {
  const body = JSON.stringify({ event: 'payment.succeeded', data: payment });
  const time = Math.floor(clock.now().getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, headers: { 'X-Sandbox-Signature': `t=${time},v1=${signature}` } };
}
