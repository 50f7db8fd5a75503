/** The sandbox provider's checkout page: the business, the amount, a button that pays it, and one that gives up. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { formatMoney, toMajor } from '#lib/domain/money.ts';
import { htmlResponse } from '#lib/http/html-page.ts';
import type { SandboxPayment, SandboxSession } from './records.ts';

const STYLE =
  'body{margin:0;padding:24px;color:#1f2328;background:#fff8e6;font:18px/1.5 Arial,Helvetica,sans-serif}main{max-width:560px;margin:0 auto}h1{font-size:26px}label,input,button{display:block;font:inherit}input{padding:10px;margin:4px 0 16px;border:1px solid #57606a;border-radius:6px}button{font-weight:bold;padding:12px 24px;border:0;border-radius:6px;color:#fff;background:#0b57d0}.cancel{display:inline-block;margin:16px 0;padding:10px 22px;border:2px solid #57606a;border-radius:6px;color:#1f2328;text-decoration:none}';

export type Checkout = {
  session: SandboxSession;
  paid: readonly SandboxPayment[];
  /** Sent with the form, so that two clicks on one page are one payment. */
  transaction: string;
  fault?: string;
};

export function checkoutPage(status: number, checkout: Checkout): APIGatewayProxyResult {
  const { business, returnUrl } = checkout.session;
  // Browsers apply the policy to the redirect that answers the form, too.
  return page(status, { title: `Pay ${business}`, lines: linesOf(checkout), formTargets: [new URL(returnUrl).origin] });
}

export const noCheckoutPage = (): APIGatewayProxyResult =>
  page(404, { title: 'No such payment', lines: ['<p>The sandbox knows no such session.</p>'] });

export function endedPage(
  status: number,
  { business, cancelUrl }: SandboxSession,
  end: 'closed' | 'expired',
): APIGatewayProxyResult {
  const reason = end === 'closed' ? 'This session has been closed' : 'This session has expired';
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

type Shown = { title: string; lines: readonly string[]; formTargets?: readonly string[] };

function page(status: number, { title, lines, formTargets = [] }: Shown): APIGatewayProxyResult {
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
