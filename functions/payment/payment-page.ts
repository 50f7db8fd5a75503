/** GET and POST /pay/{token}: the payment page of a collection. GET shows, and books what was paid; POST opens a way to pay. */

import type { APIGatewayProxyResult } from 'aws-lambda';
import { linkRequested } from '#lib/domain/contact.ts';
import { isOurLink } from '#lib/domain/ids.ts';
import { formOf, htmlResponse, redirectTo } from '#lib/http/html-page.ts';
import { pageEndpoint } from '#lib/http/open-endpoint.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { payments } from '#lib/live-payments.ts';
import type { Moment } from '#lib/pages/payment/open-body.ts';
import { PAGE_STYLE } from '#lib/pages/payment/page-style.ts';
import { paymentPage as renderPage, unknownPage } from '#lib/pages/payment/payment-page.ts';
import { type PaymentSubject, type PaymentView, viewPayment, withOption } from '#lib/pages/payment/payment-view.ts';
import { encodeQr } from '#lib/pages/payment/qr-code.ts';
import { asksForLink, type Click, readClick } from '#lib/pages/payment/ways.ts';
import { logBookings } from '#lib/payment/log-bookings.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { recordEvent } from '#lib/store/collection/collections.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { beginAsking, countCode, keepOpened, replaceOption, reserveSession } from '#lib/store/ledger/sessions.ts';
import { changePerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { isAskable } from '#lib/use-cases/ask-providers.ts';
import { enterCode } from '#lib/use-cases/enter-code.ts';
import { findByLink } from '#lib/use-cases/find-by-link.ts';
import { type Checkout, openCheckout } from '#lib/use-cases/open-checkout.ts';
import { reconcileCollection } from '#lib/use-cases/reconcile-collection.ts';

const reads = { getAccount, getLedger };
const bookings = { recordEntry, keepForLater, changePerson, beginAsking };
const sessions = { reserveSession, keepOpened, replaceOption, countCode, recordEvent };
const needs = {
  ...service,
  ...payments,

  ...storeOf(table, { ...reads, ...bookings, ...sessions }),
};

type Dependencies = typeof needs;

/** `sent`: the provider has the payer's code, and confirms the payment later. */
type Outcome = Checkout | { kind: 'sent' } | { kind: 'refused' };

type Visit = { deps: Dependencies; token: string; requestId: string };

export const paymentPage = (deps: Dependencies) =>
  pageEndpoint(deps.log, async (event) => {
    const visit = { deps, token: event.pathParameters?.['token'] ?? '', requestId: requestIdOf(event) };
    const subject = await find(visit);
    if (subject === undefined) return htmlResponse(404, { html: unknownPage(), style: PAGE_STYLE }, visit.requestId);
    const { returned, cancelled, method } = event.queryStringParameters ?? {};
    const view = viewPayment(subject, deps.clock.now(), method);
    if (event.httpMethod === 'POST' && asksForLink(formOf(event), view)) return requestLink(visit, subject, view);
    const click = event.httpMethod === 'POST' ? readClick(formOf(event), view) : undefined;
    if (click !== undefined) return answerClick(visit, subject, { view, click });
    if (returned === '1') return showReturned(visit, subject);
    return show(visit, view, { kind: cancelled === '1' ? 'left' : 'asked' });
  });

const find = ({ deps, token }: Visit): Promise<PaymentSubject | undefined> =>
  findByLink({ getAccount: deps.getAccount, read: deps.getLedger }, token, (link, { account }) =>
    isOurLink(link, 'pay', account.salt),
  );

/** The payer comes from the provider: it is asked at once, and again as the page is loaded again. */
async function showReturned(visit: Visit, subject: PaymentSubject): Promise<APIGatewayProxyResult> {
  const { deps } = visit;
  const { collection } = subject;
  const asks = isAskable(collection) && (await deps.beginAsking(collection, deps.clock.now())) ? 'newest' : undefined;
  const { bookings } = await reconcileCollection(deps, { ...subject, waiting: [] }, asks);
  logBookings(deps.log, collection.id, bookings);
  const now = bookings.length > 0 ? ((await find(visit)) ?? subject) : subject;
  return show(visit, viewPayment(now, deps.clock.now()), { kind: 'returned' });
}

/** The merchant is told, once a day: who has the link may click as often as they like. */
async function requestLink(visit: Visit, { collection }: PaymentSubject, view: PaymentView) {
  const { deps } = visit;
  await deps.recordEvent(collection.ref, linkRequested(deps.clock.now()));
  return show(visit, view, { kind: 'requested' });
}

type Clicked = { view: PaymentView; click: Click };

async function answerClick(visit: Visit, subject: PaymentSubject, clicked: Clicked): Promise<APIGatewayProxyResult> {
  const { deps, requestId } = visit;
  const { view, click } = clicked;
  const outcome = await open(deps, subject, clicked);
  switch (outcome?.kind) {
    case 'redirect':
      return redirectTo(outcome.link, requestId);
    case 'link':
      return show(visit, view, outcome);
    case 'shown':
      return show(visit, viewPayment(withOption(subject, outcome.option), deps.clock.now(), click.method), ASKED);
    case 'sent':
    case 'waiting':
      return redirectTo(`${pageUrl(visit)}?returned=1`, requestId);
    case 'refused':
      return show(visit, viewPayment(subject, deps.clock.now(), click.method), { kind: 'refused' });
    case 'failed':
    case 'too_often':
      return show(visit, view, { kind: 'down' });
    case 'paid':
    case 'closed': {
      // Another payment may have been faster, so the page shows the collection as it is now.
      const now = (await find(visit)) ?? subject;
      return show(visit, viewPayment(now, deps.clock.now()), { kind: outcome.kind === 'paid' ? 'asked' : 'down' });
    }
    case undefined:
      return show(visit, view, ASKED);
  }
}

const ASKED: Moment = { kind: 'asked' };

/** Undefined if no provider is there to open anything; the page then says so. */
async function open(
  deps: Dependencies,
  subject: PaymentSubject,
  { view, click }: Clicked,
): Promise<Outcome | undefined> {
  if ('code' in click) return enter(deps, { ...subject, code: click.code });
  const { provider, outstanding } = view;
  if (provider === undefined) return undefined;
  const order = { ...subject, ...click, provider, amount: outstanding };
  const outcome: Outcome = await openCheckout(deps, order);
  const { account, collection } = subject;
  const fields = { account: account.id, collection: collection.id, provider: provider.kind, method: click.method };
  const reason = outcome.kind === 'failed' ? outcome.reason : outcome.kind;
  if ('link' in outcome || 'option' in outcome) {
    deps.log.count('INFO', 'payment_session_opened', { ...fields, way: outcome.kind });
  } else if (outcome.kind === 'paid') logBookings(deps.log, collection.id, outcome.bookings);
  else if (outcome.kind !== 'waiting') deps.log.count('WARN', 'payment_session_failed', { ...fields, reason });
  return outcome;
}

async function enter(deps: Dependencies, entered: PaymentSubject & { code: string }): Promise<Outcome> {
  return { kind: (await enterCode(deps, entered)) ? 'sent' : 'refused' };
}

const pageUrl = ({ deps, token }: Visit): string => `${deps.settings.baseUrl}/pay/${token}`;

function show(visit: Visit, view: PaymentView, moment: Moment): APIGatewayProxyResult {
  const { deps, requestId } = visit;
  const { provider, ways } = view;
  const formTargets = provider !== undefined && ways.length > 0 ? deps.checkoutHosts(provider.kind) : [];
  const html = renderPage(view, moment, { url: pageUrl(visit), encodeQr });
  return htmlResponse(200, { html, style: PAGE_STYLE, formTargets }, requestId);
}

export const handler = paymentPage(needs);
