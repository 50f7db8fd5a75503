/** The sandbox provider's checkout: shows the page of a session, and takes the payment when a person clicks Pay. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCurrency, type Money, parseAmount } from '#lib/domain/money.ts';
import { redirectTo } from '#lib/http/html-page.ts';
import type { SandboxCalls } from './calls.ts';
import { checkoutPage, endedPage, noCheckoutPage } from './checkout-page.ts';
import type { Ledger } from './ledger.ts';
import type { Merchants } from './merchants.ts';
import type { SandboxSession } from './records.ts';
import { sessionStatus } from './statuses.ts';
import type { Webhooks } from './webhooks.ts';

type Parts = { url: string; ledger: Ledger; merchants: Merchants; webhooks: Webhooks; now: () => Date };

/** How long the payer waits for the webhook to be answered before being sent back, as on a provider's thank-you page. */
const MAX_WAIT_MS = 2000;

const TRANSACTION = /^sbx_[0-9a-f-]{36}$/;

export const newTransaction = (): string => `sbx_${randomUUID()}`;

export function sandboxCheckout({ url, ledger, merchants, webhooks, now }: Parts): SandboxCalls {
  /** Why a session takes no payments; undefined when it does. */
  const endOf = (session: SandboxSession): 'closed' | 'expired' | undefined => {
    const status = sessionStatus(session, ledger.paymentsOf(session.merchant, session.reference), now());
    return status === 'closed' || status === 'expired' ? status : undefined;
  };

  const show = (session: SandboxSession, fault?: string) =>
    checkoutPage(fault === undefined ? 200 : 400, {
      session,
      paid: ledger.paymentsOf(session.merchant, session.reference),
      transaction: newTransaction(),
      ...(fault !== undefined && { fault }),
    });

  const pay = async (session: SandboxSession, amount: Money, transaction: string): Promise<void> => {
    const { merchant, reference } = session;
    const provider = merchants.providerOf(merchant);
    ledger.pay({ merchant, transaction, reference, amount, paidAt: now().toISOString() }, provider);
    if (provider === undefined) return;
    await Promise.race([webhooks.send({ provider, transaction, reference }), sleep(MAX_WAIT_MS)]);
  };

  const path = `${new URL(url).pathname}/checkout/{id}`;
  return {
    [`GET ${path}`]: ({ id }) => {
      const session = ledger.session(id);
      if (session === undefined) return noCheckoutPage();
      const end = endOf(session);
      return end ? endedPage(200, session, end) : show(session);
    },
    [`POST ${path}`]: async ({ id, body }) => {
      const session = ledger.session(id);
      if (session === undefined) return noCheckoutPage();
      const form = new URLSearchParams(body);
      const given = form.get('transaction') ?? '';
      const isRepeated = ledger.payment(session.merchant, given) !== undefined;
      const end = endOf(session);
      if (end && !isRepeated) return endedPage(409, session, end);
      const amount = readAmount(form.get('amount') ?? '', session.amount.currency);
      if (typeof amount === 'string') return show(session, amount);
      await pay(session, amount, TRANSACTION.test(given) ? given : newTransaction());
      return redirectTo(session.returnUrl, randomUUID());
    },
  };
}

/** The amount, or what is wrong with it. */
function readAmount(text: string, currency: string): Money | string {
  const value = /^\s*\d{1,16}(\.\d{1,6})?\s*$/.test(text) ? Number(text) : Number.NaN;
  if (!isCurrency(currency)) return `${currency} is no currency`;
  const amount = parseAmount(value, currency);
  return 'fault' in amount ? `The amount ${amount.message}` : amount;
}
