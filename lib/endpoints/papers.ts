/** What a customer may print: the receipt of a payment behind the link of a collection, the statement of account behind that of all debts. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { accountZones } from '#lib/domain/insights/statistics.ts';
import { statementOf } from '#lib/domain/journal/statement.ts';
import { localDay } from '#lib/domain/time/local-time.ts';
import { htmlResponse } from '#lib/http/html-page.ts';
import { pageReader } from '#lib/http/page-reader.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import { pageStyle } from '#lib/pages/payment/page-style.ts';
import { receiptPage, statementPage } from '#lib/pages/payment/papers.ts';
import { type PaymentSubject, viewPayment } from '#lib/pages/payment/payment-view.ts';
import type { Service } from '#lib/service.ts';
import type { OpenDebts } from '#lib/use-cases/open-together.ts';
import { readBooksOf, type StatementPorts } from '#lib/use-cases/read-statement.ts';
import { pageLanguage } from '#lib/words/languages.ts';

/** Undefined if the collection has no such payment. */
export function showReceipt(
  { clock }: Pick<Service, 'clock'>,
  event: HttpEvent,
  subject: PaymentSubject,
): APIGatewayProxyResult | undefined {
  const receipt = event.queryStringParameters?.['receipt'] ?? '';
  const html = receiptPage(viewPayment(subject, clock.now()), subject.entries, receipt);
  return html === undefined
    ? undefined
    : htmlResponse(200, { html, style: pageStyle(subject.account) }, requestIdOf(event));
}

const DAYS = 365;

/** Of the customer whom the link is for: the last year, of all that is recorded under the same address. */
export async function showStatement(
  deps: StatementPorts & Pick<Service, 'clock'>,
  event: HttpEvent,
  { account, collection, phone }: OpenDebts,
): Promise<APIGatewayProxyResult> {
  const zone = accountZones(account).day;
  const to = localDay(zone, deps.clock.now().getTime());
  const range = { from: to - DAYS + 1, to };
  const { entries } = await readBooksOf(deps, account.id, collection.contact.id);
  const language = pageLanguage(pageReader(event), phone.country, account.language);
  const html = statementPage({ account, language, range, zone, statements: statementOf(entries, range, zone) });
  return htmlResponse(200, { html, style: pageStyle(account) }, requestIdOf(event));
}
