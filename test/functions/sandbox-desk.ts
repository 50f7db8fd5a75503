/** The sandbox provider's API over HTTP, with its secrets: what is paid there, and whether it answers. */
import { createHmac } from 'node:crypto';
import { beforeAll } from 'vitest';
import { clock } from '#lib/clock.ts';
import { paymentParts } from '#lib/live-payments.ts';
import { type Received, startStubKms, startStubProvider } from '#test/payment/stub-provider.ts';
import type { Reply } from '#test/support/stub-server.ts';

type Paid = { transaction: string; reference: string; amount: { minor: number; currency: string }; paidAt: string };

export type SandboxDesk = {
  isDown: boolean;
  /** The requested paths. */
  asked: string[];
  paid: Paid[];
  /** The amounts of the sessions, by their references. */
  sessions: Map<string, number>;
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
    sessions: new Map(),
    open: (providerId) => {
      const secretKey = `secret of ${providerId}`;
      values.set(providerId, JSON.stringify({ secretKey }));
      return secretKey;
    },
  };
  beforeAll(async () => {
    const [provider, secrets] = await Promise.all([startStubProvider(), startStubKms()]);
    Object.assign(secrets.values, { get: values.get.bind(values) });
    paymentParts.hosts = { sandbox: { live: provider.url } };
    provider.answer = (request) => answer(desk, request);
  });
  return desk;
}

function answer(desk: SandboxDesk, { method, path, fields }: Received): Reply {
  desk.asked.push(`${method} ${path}`);
  if (desk.isDown) return 'drop';
  const { pathname, searchParams } = new URL(path, 'http://sandbox');
  if (method === 'POST' && pathname === '/v1/sessions') return open(desk, fields);
  const reference = searchParams.get('reference');
  if (pathname !== '/v1/transactions' || reference === null) return NOT_FOUND;
  const payments = desk.paid.filter((payment) => payment.reference === reference);
  const asked = desk.sessions.get(reference);
  if (asked === undefined && payments.length === 0) return NOT_FOUND;
  const state = payments.reduce((sum, { amount }) => sum + amount.minor, 0) < (asked ?? 1) ? 'open' : 'paid';
  return { status: 200, body: { reference, state, payments, refunds: [], disputes: [] } };
}

const NOT_FOUND: Reply = { status: 404, body: { error: { code: 'not_found' } } };

function open(desk: SandboxDesk, fields: Received['fields']): Reply {
  const { reference, amount, expiresAt } = fields as { reference: string; amount: Paid['amount']; expiresAt: string };
  desk.sessions.set(reference, amount.minor);
  const link = `https://sandbox.example/${reference}`;
  return { status: 201, body: { link, expiresAt, bankAccount: BANK_ACCOUNT, mobileMoney: MOBILE_MONEY } };
}

/** A webhook as the sandbox sends it, signed with this secret. */
export function signedWebhookEvent(payment: Pick<Paid, 'transaction' | 'reference'>, secret: string) {
  const body = JSON.stringify({ event: 'payment.succeeded', data: payment });
  const time = Math.floor(clock.now().getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, headers: { 'X-Sandbox-Signature': `t=${time},v1=${signature}` } };
}
