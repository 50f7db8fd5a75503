/** The sandbox provider's REST API, as docs/sandbox-provider.md describes it. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Called, LocalCalls } from '#infra/local/control-api/local-call.ts';
import { plainJson } from '#infra/local/control-api/plain-json.ts';
import { readJson } from '#infra/local/fakes/fake.ts';
import type { FaultKind, Faults } from '#infra/local/fakes/faults.ts';
import { NO_ANSWER } from '#infra/local/gateway/server.ts';
import type { Ledger, SandboxPayment } from './ledger.ts';
import { readMerchant } from './merchants.ts';
import { OpenSession, showSession } from './sessions.ts';

type Parts = { ledger: Ledger; faults: Pick<Faults, 'take'>; url: string };

type MerchantCall = (called: Called & { merchant: string }) => APIGatewayProxyResult;

const refusal = (status: number, code: string, message: string): APIGatewayProxyResult =>
  plainJson(status, { error: { code, message } });

const NO_KEY = refusal(401, 'invalid_key', 'The key is not one of this provider');
const NOT_FOUND = refusal(404, 'not_found', 'There is nothing of that name');

const FAILURES: Record<Exclude<FaultKind, 'lost-reply'>, APIGatewayProxyResult> = {
  reject: refusal(400, 'declined', 'This was declined'),
  throttle: refusal(429, 'too_many_requests', 'Too many requests'),
  error: refusal(500, 'internal_error', 'Something went wrong'),
};

export function sandboxApi({ ledger, faults, url }: Parts): LocalCalls {
  const forMerchant =
    (call: MerchantCall) =>
    (called: Called): APIGatewayProxyResult | typeof NO_ANSWER => {
      const merchant = readMerchant(called.headers.authorization);
      if (merchant === undefined) return NO_KEY;
      const fault = faults.take('sandbox');
      if (fault !== undefined && fault !== 'lost-reply') return FAILURES[fault];
      const answer = call({ ...called, merchant });
      return fault === 'lost-reply' ? NO_ANSWER : answer;
    };

  return {
    'POST /_local/sandbox/v1/sessions': forMerchant(({ merchant, body }) =>
      openSession({ ledger, url }, merchant, body),
    ),

    'GET /_local/sandbox/v1/sessions/{id}': forMerchant(({ merchant, id }) => {
      const session = ledger.sessionOf(merchant, id);
      return session ? plainJson(200, showSession(session, url)) : NOT_FOUND;
    }),

    'GET /_local/sandbox/v1/payments': forMerchant(({ merchant, query }) => {
      const reference = query.get('reference');
      if (reference === null) return refusal(400, 'invalid_request', 'reference: is missing');
      return plainJson(200, { payments: ledger.paymentsOf(merchant, reference).map(showPayment) });
    }),

    'GET /_local/sandbox/v1/payments/{id}': forMerchant(({ merchant, id }) => {
      const payment = ledger.payment(merchant, id);
      return payment ? plainJson(200, showPayment(payment)) : NOT_FOUND;
    }),
  };
}

function openSession({ ledger, url }: Pick<Parts, 'ledger' | 'url'>, merchant: string, body: string) {
  const parsed = OpenSession.safeParse(readJson(body));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'is not valid' };
    return refusal(400, 'invalid_request', `${path.join('.') || 'body'}: ${message}`);
  }
  const { method, customer, reference } = parsed.data;
  if (method === 'mobile_money' && customer.phone === undefined) {
    return refusal(400, 'phone_required', 'customer.phone: mobile money needs one');
  }
  const session = { id: randomUUID(), merchant, ...parsed.data };
  if (ledger.addSession(session)) return plainJson(201, showSession(session, url));
  return refusal(409, 'duplicate_reference', `reference: ${reference} has been used`);
}

const showPayment = ({ transaction, reference, amount, paidAt }: SandboxPayment) => ({
  transaction,
  reference,
  amount,
  paidAt,
});
