/** The sandbox provider's checkout: shows the page of a session, and takes the payment when a person clicks Pay. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import { formatMoney, isCurrency, type Money, parseAmount, toMajor } from '#lib/domain/money.ts';
import { htmlResponse, redirectTo } from '#lib/http/html-page.ts';
import type { SandboxCalls } from './answers.ts';
import type { Ledger } from './ledger.ts';
import type { Merchants } from './merchants.ts';
import { type SandboxPayment, type SandboxSession, sessionStatus } from './records.ts';
import type { Webhooks } from './webhooks.ts';

const STYLE =
  'body{margin:0;padding:24px;color:#1f2328;background:#fff8e6;font:18px/1.5 Arial,Helvetica,sans-serif}main{max-width:560px;margin:0 auto}h1{font-size:26px}label,input,button{display:block;font:inherit}input{padding:10px;margin:4px 0 16px;border:1px solid #57606a;border-radius:6px}button{font-weight:bold;padding:12px 24px;border:0;border-radius:6px;color:#fff;background:#0b57d0}.cancel{display:inline-block;margin:16px 0;padding:10px 22px;border:2px solid #57606a;border-radius:6px;color:#1f2328;text-decoration:none}';

type Checkout = {
  session: SandboxSession;
  paid: readonly SandboxPayment[];
  /** Sent with the form, so that two clicks on one page are one payment. */
  transaction: string;
  fault?: string;
};

function checkoutPage(status: number, checkout: Checkout): APIGatewayProxyResult {
  const { business, returnUrl } = checkout.session;
  // Browsers apply the policy to the redirect that answers the form, too.
  return page(status, { title: `Pay ${business}`, lines: linesOf(checkout), formTargets: [new URL(returnUrl).origin] });
}

const noCheckoutPage = (): APIGatewayProxyResult =>
  page(404, { title: 'No such payment', lines: ['<p>The sandbox knows no such session.</p>'] });

type SessionEnd = 'closed' | 'expired' | 'paid';

const END_TEXTS: Readonly<Record<SessionEnd, string>> = {
  closed: 'This session has been closed',
  expired: 'This session has expired',
  paid: 'This session has been paid',
};

function endedPage(status: number, { business, cancelUrl }: SandboxSession, end: SessionEnd): APIGatewayProxyResult {
  const reason = END_TEXTS[end];
  const lines = [`<p role="alert">${reason}. It takes no more payments.</p>`, cancelButton(cancelUrl, 'Go back')];
  return page(status, { title: `Pay ${business}`, lines });
}

/** A link, because the policy of the page lets a form go only to some addresses. */
const cancelButton = (cancelUrl: string, label: string): string =>
  `<a class="cancel" href="${escapeHtml(cancelUrl)}">${label}</a>`;

function linesOf({ session, paid, transaction, fault }: Checkout): string[] {
  const { description, reference, amount, expiresAt, cancelUrl } = session;
  const payments = paid.map(
    (payment) => `<li>${escapeHtml(formatMoney(payment.amount))}, ${escapeHtml(payment.paidAt)}</li>`,
  );
  return [
    `<p>${escapeHtml(description)}</p>`,
    `<p><strong>${escapeHtml(formatMoney(amount))}</strong>, to be paid until ${escapeHtml(expiresAt)}</p>`,
    `<p>Reference ${escapeHtml(reference)}</p>`,
    ...(payments.length > 0 ? [`<p>Paid so far:</p><ul>${payments.join('')}</ul>`] : []),
    ...(fault === undefined ? [] : [`<p role="alert">${escapeHtml(fault)}</p>`]),
    '<form method="post">',
    `<label for="amount">Amount in ${escapeHtml(amount.currency)}; change it to pay a part, or too much</label>`,
    `<input id="amount" name="amount" inputmode="decimal" autocomplete="off" value="${toMajor(amount)}">`,
    `<input type="hidden" name="transaction" value="${escapeHtml(transaction)}">`,
    '<button>Pay</button></form>',
    cancelButton(cancelUrl, 'Cancel'),
    '<p>This is a sandbox: no money moves.</p>',
  ];
}

type PageContent = { title: string; lines: readonly string[]; formTargets?: readonly string[] };

function page(status: number, { title, lines, formTargets = [] }: PageContent): APIGatewayProxyResult {
  const html = [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>`,
    ...lines,
    '</main></body></html>',
  ].join('\n');
  return htmlResponse(status, { html, style: STYLE, formTargets }, randomUUID());
}

type CheckoutNeeds = { url: string; ledger: Ledger; merchants: Merchants; webhooks: Webhooks; now: () => Date };

/** How long the payer waits for the webhook to be answered before being sent back, as on a provider's thank-you page. */
const MAX_WAIT_MS = 2000;

const TRANSACTION = /^sbx_[0-9a-f-]{36}$/;

export const newTransaction = (): string => `sbx_${randomUUID()}`;

export function sandboxCheckout({ url, ledger, merchants, webhooks, now }: CheckoutNeeds): SandboxCalls {
  /** Why a session takes no payments; undefined when it does. */
  const endOf = (session: SandboxSession): SessionEnd | undefined => {
    const status = sessionStatus(session, ledger.paymentsOf(session.merchant, session.reference), now());
    return status === 'open' ? undefined : status;
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
