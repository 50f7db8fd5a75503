/** The sandbox provider's REST API, as docs/sandbox-provider.md describes it. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { readObject } from '#lib/payment/read-answer.ts';
import type { SandboxAnswer, SandboxCall, SandboxCalls } from './calls.ts';
import type { Ledger, SandboxPayment } from './ledger.ts';
import { readMerchant } from './merchants.ts';
import { OpenSession, showSession } from './sessions.ts';

/** How a call fails on demand: refused before anything is done, or carried out without an answer. */
type SandboxFault = 'reject' | 'throttle' | 'error' | 'lost-reply';

/** Decides for each call of a merchant whether it fails, and how. */
export type SandboxFaults = { take(service: 'sandbox'): SandboxFault | undefined };

type Parts = { url: string; ledger: Ledger; faults: SandboxFaults };

type MerchantCall = (call: SandboxCall & { merchant: string }) => APIGatewayProxyResult;

const json = (statusCode: number, data: unknown): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(data),
});

const refusal = (status: number, code: string, message: string): APIGatewayProxyResult =>
  json(status, { error: { code, message } });

const NO_KEY = refusal(401, 'invalid_key', 'The key is not one of this provider');
const NOT_FOUND = refusal(404, 'not_found', 'There is nothing of that name');

const FAILURES: Record<Exclude<SandboxFault, 'lost-reply'>, APIGatewayProxyResult> = {
  reject: refusal(400, 'declined', 'This was declined'),
  throttle: refusal(429, 'too_many_requests', 'Too many requests'),
  error: refusal(500, 'internal_error', 'Something went wrong'),
};

export function sandboxApi({ ledger, faults, url }: Parts): SandboxCalls {
  const forMerchant =
    (run: MerchantCall) =>
    (call: SandboxCall): SandboxAnswer => {
      const merchant = readMerchant(call.headers.authorization);
      if (merchant === undefined) return NO_KEY;
      const fault = faults.take('sandbox');
      if (fault !== undefined && fault !== 'lost-reply') return FAILURES[fault];
      const answer = run({ ...call, merchant });
      return fault === 'lost-reply' ? 'no answer' : answer;
    };
  const base = `${new URL(url).pathname}/v1`;

  return {
    [`POST ${base}/sessions`]: forMerchant(({ merchant, body }) => openSession({ ledger, url }, merchant, body)),

    [`GET ${base}/sessions/{id}`]: forMerchant(({ merchant, id }) => {
      const session = ledger.sessionOf(merchant, id);
      return session ? json(200, showSession(session, url)) : NOT_FOUND;
    }),

    [`GET ${base}/payments`]: forMerchant(({ merchant, query }) => {
      const reference = query.get('reference');
      if (reference === null) return refusal(400, 'invalid_request', 'reference: is missing');
      return json(200, { payments: ledger.paymentsOf(merchant, reference).map(showPayment) });
    }),

    [`GET ${base}/payments/{id}`]: forMerchant(({ merchant, id }) => {
      const payment = ledger.payment(merchant, id);
      return payment ? json(200, showPayment(payment)) : NOT_FOUND;
    }),
  };
}

function openSession({ ledger, url }: Pick<Parts, 'ledger' | 'url'>, merchant: string, body: string) {
  const parsed = OpenSession.safeParse(readObject(body));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'is not valid' };
    return refusal(400, 'invalid_request', `${path.join('.') || 'body'}: ${message}`);
  }
  const { method, customer, reference } = parsed.data;
  if (method === 'mobile_money' && customer.phone === undefined) {
    return refusal(400, 'phone_required', 'customer.phone: mobile money needs one');
  }
  const session = { id: randomUUID(), merchant, ...parsed.data };
  if (ledger.addSession(session)) return json(201, showSession(session, url));
  return refusal(409, 'duplicate_reference', `reference: ${reference} has been used`);
}

const showPayment = ({ transaction, reference, amount, paidAt }: SandboxPayment) => ({
  transaction,
  reference,
  amount,
  paidAt,
});
