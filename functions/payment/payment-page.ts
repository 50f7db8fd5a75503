/**
 * GET and POST /pay/{token}: the payment page of a collection. GET shows, and books what was paid; POST opens a way to pay. The
 * same of /me/{token}: the open debts of a person, several of which can be paid in one go.
 */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { linkRequested } from '#lib/domain/contact.ts';
import { isOurLink } from '#lib/domain/ids.ts';
import { formOf, htmlResponse, redirectTo } from '#lib/http/html-page.ts';
import { pageEndpoint } from '#lib/http/open-endpoint.ts';
import { pageReader } from '#lib/http/page-reader.ts';
import { methodOf, requestIdOf } from '#lib/http/request.ts';
import { payments } from '#lib/live-payments.ts';
import { type PageAnswer, readAnswer } from '#lib/pages/payment/answers.ts';
import { encodeQr } from '#lib/pages/payment/elements.ts';
import type { Moment } from '#lib/pages/payment/open-body.ts';
import { pageStyle } from '#lib/pages/payment/page-style.ts';
import { paymentPage as renderPage, unknownPage } from '#lib/pages/payment/payment-page.ts';
import { type PaymentSubject, type PaymentView, viewPayment, withOption } from '#lib/pages/payment/payment-view.ts';
import { asksForLink, type Click, readClick } from '#lib/pages/payment/ways.ts';
import { logBookings, logSessionFailed } from '#lib/payment/log-payments.ts';
import { service } from '#lib/service.ts';
import { getBusyAccount } from '#lib/store/account/accounts.ts';
import { getCollection, getCollections, getHistory, recordEvent } from '#lib/store/collection/collections.ts';
import { findByContact } from '#lib/store/collection/find.ts';
import { findOpenOf } from '#lib/store/collection/open-by-address.ts';
import { saveRevision } from '#lib/store/collection/revisions.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import {
  beginAsking,
  countCode,
  keepOpened,
  replaceOption,
  reserveSession,
  reserveTogether,
} from '#lib/store/ledger/sessions.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { changePerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { answerOnPage } from '#lib/use-cases/answer-on-page.ts';
import { findByLink } from '#lib/use-cases/find-collection.ts';
import { openWay, type WayOutcome } from '#lib/use-cases/open-checkout.ts';
import { reconcileReturned } from '#lib/use-cases/reconcile-collection.ts';
import type { PageReader } from '#lib/words/languages.ts';

const reads = { getAccount: getBusyAccount, getLedger, getCollection, getCollections, findByContact, findOpenOf };
const answers = { getHistory, findReach, saveRevision, saveStatus };
const bookings = { recordEntry, keepForLater, changePerson, beginAsking };
const sessions = { reserveSession, reserveTogether, keepOpened, replaceOption, countCode, recordEvent };
const needs = {
  ...service,
  ...payments,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { ...reads, ...bookings, ...sessions, ...answers }),
};

type Dependencies = typeof needs;

type Visit = { deps: Dependencies; token: string; requestId: string; reader: PageReader };

export const paymentPage = (deps: Dependencies) =>
  pageEndpoint(deps.log, async (event) => {
    const reader = pageReader(event);
    const visit = { deps, token: event.pathParameters?.['token'] ?? '', requestId: requestIdOf(event), reader };
    const { returned, cancelled, method, receipt } = event.queryStringParameters ?? {};
    if (event.resource.startsWith('/me/')) {
      const { showDebts } = await import('#lib/endpoints/debts-page.ts');
      return (await showDebts(deps, event, visit.token)) ?? unknown(visit);
    }
    const subject = await find(visit);
    if (subject === undefined) return unknown(visit);
    const view = viewPayment(subject, deps.clock.now(), method);
    if (event.httpMethod === 'POST' && asksForLink(formOf(event), view)) return requestLink(visit, subject, view);
    const answer = event.httpMethod === 'POST' ? readAnswer(formOf(event), view) : undefined;
    if (answer !== undefined) return keepAnswer(visit, subject, { view, answer });
    const click = event.httpMethod === 'POST' ? readClick(formOf(event), view) : undefined;
    if (click === 'unclear') return show(visit, view, { kind: 'no_part' });
    if (click !== undefined) return answerClick(visit, subject, { view, click });
    if (receipt !== undefined && methodOf(event) === 'GET') {
      const { showReceipt } = await import('#lib/endpoints/papers.ts');
      return showReceipt(deps, event, subject) ?? show(visit, view, ASKED);
    }
    if (returned === '1') return showReturned(visit, subject);
    if (view.state === 'open') deps.log.judge(view.ways.length > 0 ? 'good' : 'bad');
    return show(visit, view, { kind: cancelled === '1' ? 'left' : 'asked' });
  });

const unknown = ({ requestId }: Visit): APIGatewayProxyResult =>
  htmlResponse(404, { html: unknownPage(), style: pageStyle() }, requestId);

async function find({ deps, token, reader }: Visit): Promise<PaymentSubject | undefined> {
  const found = await findByLink({ getAccount: deps.getAccount, read: deps.getLedger }, token, (link, { account }) =>
    isOurLink(link, 'pay', account.salt),
  );
  return found && { ...found, reader };
}

async function showReturned(visit: Visit, subject: PaymentSubject): Promise<APIGatewayProxyResult> {
  const { deps } = visit;
  const { collection } = subject;
  const bookings = await reconcileReturned(deps, { ...subject, waiting: [] });
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

type PostedAnswer = { view: PaymentView; answer: PageAnswer | 'unclear' };

/** What the payer says is kept, and the page then shows the collection as it is. */
async function keepAnswer(visit: Visit, subject: PaymentSubject, { view, answer }: PostedAnswer) {
  if (answer === 'unclear') return show(visit, view, { kind: 'unclear' });
  const { deps } = visit;
  const outcome = await answerOnPage(deps, subject, answer);
  if (outcome === 'kept') {
    const fields = { account: subject.account.id, collection: subject.collection.id, kind: answer.kind };
    deps.log.count('INFO', 'customer_answered', fields);
  }
  const now = (await find(visit)) ?? subject;
  return show(visit, viewPayment(now, deps.clock.now()), { kind: MOMENT_OF[outcome] });
}

const MOMENT_OF = { kept: 'said', limit: 'limit', refused: 'unclear' } as const;

type PostedClick = { view: PaymentView; click: Click };

async function answerClick(
  visit: Visit,
  subject: PaymentSubject,
  clicked: PostedClick,
): Promise<APIGatewayProxyResult> {
  const { deps, requestId } = visit;
  const { view, click } = clicked;
  const { provider, outstanding } = view;
  const outcome = await openWay(deps, subject, { click, provider, outstanding });
  if (outcome !== undefined && provider !== undefined && !('code' in click))
    logOpened(deps, subject, { outcome, fields: { provider: provider.kind, method: click.method } });
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
    case 'no_number':
      return show(visit, view, { kind: 'unclear' });
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

type WayResult = { outcome: WayOutcome; fields: { provider: string; method: string } };

function logOpened(
  { log }: Dependencies,
  { account, collection }: PaymentSubject,
  { outcome, fields }: WayResult,
): void {
  const own = { account: account.id, collection: collection.id, ...fields };
  const isOpened = 'link' in outcome || 'option' in outcome;
  if (isOpened || outcome.kind === 'failed') log.judge(isOpened ? 'good' : 'bad');
  if (isOpened) log.count('INFO', 'payment_session_opened', { ...own, way: outcome.kind });
  else if (outcome.kind === 'paid') logBookings(log, collection.id, outcome.bookings);
  else if (outcome.kind === 'failed') logSessionFailed(log, { ...own, reason: outcome.reason });
  else if (outcome.kind !== 'waiting') log.write('INFO', 'payment_session_refused', { ...own, reason: outcome.kind });
}

const pageUrl = ({ deps, token }: Visit): string => `${deps.settings.baseUrl}/pay/${token}`;

function show(visit: Visit, view: PaymentView, moment: Moment): APIGatewayProxyResult {
  const { deps, requestId } = visit;
  const { provider, ways, brand } = view;
  const formTargets = provider !== undefined && ways.length > 0 ? deps.checkoutHosts(provider.kind) : [];
  const html = renderPage(view, moment, { url: pageUrl(visit), encodeQr });
  return htmlResponse(200, { html, style: pageStyle(brand), formTargets }, requestId);
}

export const handler = paymentPage(needs);
