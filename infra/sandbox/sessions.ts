/** Sessions of the sandbox provider: opened, read and closed, and shown with what a payer needs. */
import { createHash, randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { isCurrency } from '#lib/domain/money.ts';
import { readObject } from '#lib/payment/read-answer.ts';
import type { ApiNeeds, MerchantCall } from './answers.ts';
import { invalidFields, json, refusal, usedBefore } from './answers.ts';
import type { SandboxSession } from './records.ts';
import { sessionStatus } from './records.ts';

const Text = z.string().check(z.minLength(1), z.maxLength(1000));
const WebAddress = z.url({ protocol: /^https?$/ });

export const Amount = z.strictObject({
  minor: z.int().check(z.positive()),
  currency: z.string().check(z.refine(isCurrency, 'is not an ISO 4217 code')),
});

const OpenSession = z.strictObject({
  reference: z.string().check(z.regex(/^[A-Za-z0-9.-]{1,100}$/)),
  method: z.enum(['checkout', 'card', 'virtual_account', 'bank_transfer', 'mobile_money']),
  amount: Amount,
  customer: z.strictObject({
    firstName: Text,
    lastName: Text,
    email: Text,
    phone: z.optional(z.string().check(z.regex(/^\+[1-9]\d{1,14}$/))),
  }),
  business: Text,
  description: Text,
  expiresAt: z.iso.datetime(),
  returnUrl: WebAddress,
  cancelUrl: WebAddress,
});

export function sessionCalls(parts: ApiNeeds): Record<string, MerchantCall> {
  const { ledger, now } = parts;
  const answer = (session: SandboxSession | undefined) => session && json(200, showSession(session, parts));
  return {
    'POST /sessions': ({ merchant, body }) => openSession(parts, merchant, body),
    'GET /sessions/{id}': ({ merchant, id }) => answer(ledger.sessionOf(merchant, id)),
    'POST /sessions/{id}/close': ({ merchant, id }) => {
      const session = ledger.sessionOf(merchant, id);
      const isOpen = session !== undefined && statusOf(session, parts) === 'open';
      return answer(isOpen ? ledger.closeSession(session, now().toISOString()) : session);
    },
  };
}

function openSession(parts: ApiNeeds, merchant: string, body: string): APIGatewayProxyResult {
  const parsed = OpenSession.safeParse(readObject(body));
  if (!parsed.success) return invalidFields(parsed.error);
  const { method, customer, reference } = parsed.data;
  if (method === 'mobile_money' && customer.phone === undefined) {
    return refusal(400, 'phone_required', 'customer.phone: mobile money needs one');
  }
  const session = { id: randomUUID(), merchant, ...parsed.data };
  return parts.ledger.addSession(session) ? json(201, showSession(session, parts)) : usedBefore(reference);
}

const statusOf = (session: SandboxSession, { ledger, now }: Pick<ApiNeeds, 'ledger' | 'now'>) =>
  sessionStatus(session, ledger.paymentsOf(session.merchant, session.reference), now());

function showSession(session: SandboxSession, parts: ApiNeeds): object {
  const { id, reference, method, amount, expiresAt } = session;
  const link = `${parts.url}/checkout/${id}`;
  const status = statusOf(session, parts);
  return { id, reference, method, amount, status, expiresAt, link, ...waysToPay(session, link) };
}

function waysToPay({ id, method, business, customer: { phone } }: SandboxSession, link: string): object {
  if (method === 'virtual_account' || method === 'bank_transfer') {
    return { bankAccount: { bankName: 'Sandbox Bank', accountNumber: accountNumber(id), accountName: business } };
  }
  if (method !== 'mobile_money') return {};
  const instructions = `Approve the request on ${phone}. In the sandbox you do that at ${link}`;
  return { mobileMoney: { network: 'Sandbox Money', phone, instructions } };
}

/** Ten digits, derived from the session's id. */
function accountNumber(id: string): string {
  const number = createHash('sha256').update(id).digest().readUIntBE(0, 6) % 10 ** 9;
  return `9${String(number).padStart(9, '0')}`;
}
