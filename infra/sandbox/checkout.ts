/** What happens on the sandbox provider's page: a person looks, clicks Pay, and is sent back where they came from. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalCalls } from '#infra/local/control-api/local-call.ts';
import { isCurrency, type Money, parseAmount } from '#lib/domain/money.ts';
import { redirectTo } from '#lib/http/html-page.ts';
import { checkoutPage, noCheckoutPage } from './checkout-page.ts';
import type { Ledger, SandboxSession } from './ledger.ts';
import type { Merchants } from './merchants.ts';
import type { Webhooks } from './webhooks.ts';

type Parts = { ledger: Ledger; merchants: Merchants; webhooks: Webhooks; now: () => Date };

/** As long as a provider's page gives its thanks; mostly the webhook has been taken by then. */
const THANKS_MS = 2000;

const TRANSACTION = /^sbx_[0-9a-f-]{36}$/;

export const newTransaction = (): string => `sbx_${randomUUID()}`;

export function sandboxCheckout({ ledger, merchants, webhooks, now }: Parts): LocalCalls {
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
    await Promise.race([webhooks.send({ provider, transaction, reference }), sleep(THANKS_MS)]);
  };

  return {
    'GET /_local/sandbox/checkout/{id}': ({ id }) => {
      const session = ledger.session(id);
      return session ? show(session) : noCheckoutPage();
    },
    'POST /_local/sandbox/checkout/{id}': async ({ id, body }) => {
      const session = ledger.session(id);
      if (session === undefined) return noCheckoutPage();
      const form = new URLSearchParams(body);
      const amount = readAmount(form.get('amount') ?? '', session.amount.currency);
      if (typeof amount === 'string') return show(session, amount);
      const given = form.get('transaction') ?? '';
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
