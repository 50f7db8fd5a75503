/** Sessions of the sandbox provider: the request that opens one, and how one is shown. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isCurrency } from '#lib/domain/currency.ts';
import type { SandboxSession } from './ledger.ts';

const Text = z.string().check(z.minLength(1), z.maxLength(1000));

export const OpenSession = z.strictObject({
  reference: z.string().check(z.regex(/^[A-Za-z0-9.-]{1,100}$/)),
  method: z.enum(['checkout', 'card', 'virtual_account', 'bank_transfer', 'mobile_money']),
  amount: z.strictObject({
    minor: z.int().check(z.positive()),
    currency: z.string().check(z.refine(isCurrency, 'is not an ISO 4217 code')),
  }),
  customer: z.strictObject({
    firstName: Text,
    lastName: Text,
    email: Text,
    phone: z.optional(z.string().check(z.regex(/^\+[1-9]\d{1,14}$/))),
  }),
  business: Text,
  description: Text,
  expiresAt: z.iso.datetime(),
  returnUrl: z.url(),
});

/** `url` is the sandbox provider's own address. */
export function showSession(session: SandboxSession, url: string): object {
  const { id, reference, method, amount, expiresAt } = session;
  const link = `${url}/checkout/${id}`;
  return { id, reference, method, amount, expiresAt, link, ...waysToPay(session, link) };
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
