/** GET and POST /pay/{token}: the payment page of a collection. GET writes nothing; POST leads to the provider. */
import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import { htmlErrors, htmlResponse, redirectTo } from '#lib/http/html-page.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import { logCounted } from '#lib/log.ts';
import type { Moment } from '#lib/pages/payment/open-body.ts';
import { PAGE_STYLE } from '#lib/pages/payment/page-style.ts';
import { paymentPage as renderPage, unknownPage } from '#lib/pages/payment/payment-page.ts';
import { type PaymentSubject, type PaymentView, viewPayment } from '#lib/pages/payment/payment-view.ts';
import { checkoutHosts, openSession } from '#lib/payment/gateway.ts';
import { site } from '#lib/site.ts';
import { getAccount } from '#lib/store/accounts.ts';
import { getLedger } from '#lib/store/payments.ts';
import { keepSessionKey, reserveSession } from '#lib/store/sessions.ts';
import { findByLink } from '#lib/use-cases/find-by-link.ts';
import { type Checkout, openCheckout } from '#lib/use-cases/open-checkout.ts';

const sessions = { reserveSession, keepSessionKey, openSession, checkoutHosts };
const live = { clock, site, getAccount, getLedger, ...sessions };

export const paymentPage =
  (deps: typeof live) =>
  async (event: HttpEvent): Promise<APIGatewayProxyResult> => {
    const requestId = requestIdOf(event);
    const token = event.pathParameters?.['token'] ?? '';
    const subject = await find(deps, token);
    if (subject === undefined) return htmlResponse(404, { html: unknownPage(), style: PAGE_STYLE }, requestId);
    const view = viewPayment(subject, deps.clock.now());
    const checkout = event.httpMethod === 'POST' ? await pay(deps, subject, view) : undefined;
    switch (checkout?.kind) {
      case 'redirect':
        return redirectTo(checkout.link, requestId);
      case 'link':
        return show(deps, view, checkout, requestId);
      case 'failed':
        return show(deps, view, { kind: 'down' }, requestId);
      case 'closed': {
        // Another payment may have been faster, so the page shows the collection as it is now.
        const now = (await find(deps, token)) ?? subject;
        return show(deps, viewPayment(now, deps.clock.now()), { kind: 'down' }, requestId);
      }
      case undefined: {
        const returned = event.queryStringParameters?.['returned'] === '1';
        return show(deps, view, { kind: returned ? 'returned' : 'asked' }, requestId);
      }
    }
  };

const find = (deps: typeof live, token: string): Promise<PaymentSubject | undefined> =>
  findByLink({ getAccount: deps.getAccount, read: deps.getLedger }, token, 'pay');

/** Undefined if there is nothing to open; the page then says why. */
async function pay(deps: typeof live, subject: PaymentSubject, view: PaymentView): Promise<Checkout | undefined> {
  const { state, provider, remaining } = view;
  if (state !== 'open' || provider === undefined) return undefined;
  const checkout = await openCheckout(deps, { ...subject, provider, amount: remaining });
  const fields = { account: subject.account.id, collection: subject.collection.id, provider: provider.kind };
  const reason = checkout.kind === 'failed' ? checkout.reason : checkout.kind;
  if ('link' in checkout) logCounted('INFO', 'payment_session_opened', { ...fields, way: checkout.kind });
  else logCounted('WARN', 'payment_session_failed', { ...fields, reason });
  return checkout;
}

function show(deps: typeof live, view: PaymentView, moment: Moment, requestId: string): APIGatewayProxyResult {
  const { state, provider } = view;
  const formTargets = state === 'open' && provider !== undefined ? deps.checkoutHosts(provider.kind) : [];
  return htmlResponse(200, { html: renderPage(view, moment), style: PAGE_STYLE, formTargets }, requestId);
}

export const handler = middy<HttpEvent, APIGatewayProxyResult>().use(htmlErrors()).handler(paymentPage(live));
