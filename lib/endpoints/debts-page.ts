/** The page of all open debts of a person: shows them, opens a way to pay those that were ticked, and takes back who has paid. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { checkoutProvider } from '#lib/domain/payment/checkout.ts';
import { formOf, htmlResponse, redirectTo } from '#lib/http/html-page.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import type { Log } from '#lib/log.ts';
import { chosenIn, debtsPage } from '#lib/pages/payment/debts-page.ts';
import { PAGE_STYLE } from '#lib/pages/payment/page-style.ts';
import { logBookings } from '#lib/payment/log-bookings.ts';
import type { Payments } from '#lib/payment/payments.ts';
import {
  askAboutReturned,
  type DebtsPorts,
  listDebts,
  type OpenDebts,
  type ReturnedPorts,
} from '#lib/use-cases/list-debts.ts';
import { openTogether } from '#lib/use-cases/open-together.ts';

type Dependencies = DebtsPorts &
  ReturnedPorts &
  Parameters<typeof openTogether>[0] &
  Pick<Payments, 'checkoutHosts'> & { log: Log };

/** Undefined when the token is not ours. */
export async function showDebts(
  deps: Dependencies,
  event: HttpEvent,
  token: string,
): Promise<APIGatewayProxyResult | undefined> {
  const found = await listDebts(deps, token);
  if (found === undefined) return undefined;
  const { page, returned, cancelled } = event.queryStringParameters ?? {};
  if (event.httpMethod === 'POST') return openChosen(deps, event, { ...found, token });
  if (returned !== undefined) return showReturned(deps, event, { token, found, returned });
  return respond(deps, event, found, debtsPage(found, page, cancelled === '1' ? { kind: 'left' } : undefined));
}

async function openChosen(deps: Dependencies, event: HttpEvent, found: OpenDebts & { token: string }) {
  const [oldest, ...others] = chosenIn(formOf(event), found.debts);
  const outcome =
    oldest === undefined
      ? ({ kind: 'none' } as const)
      : await openTogether(deps, { ...found, debts: [oldest, ...others] });
  if (outcome.kind === 'redirect') return redirectTo(outcome.link, requestIdOf(event));
  return respond(deps, event, found, debtsPage(found, undefined, outcome));
}

type Returned = { token: string; found: OpenDebts; returned: string };

async function showReturned(deps: Dependencies, event: HttpEvent, { token, found, returned }: Returned) {
  const asked = await askAboutReturned(deps, found, returned);
  if (asked === undefined) return respond(deps, event, found, debtsPage(found));
  logBookings(deps.log, asked.collection, asked.bookings);
  const now = asked.bookings.length > 0 ? ((await listDebts(deps, token)) ?? found) : found;
  const outcome = asked.isPaid ? ({ kind: 'paid' } as const) : ({ kind: 'returned', from: returned } as const);
  return respond(deps, event, now, debtsPage(now, undefined, outcome));
}

function respond({ checkoutHosts }: Dependencies, event: HttpEvent, { account, debts }: OpenDebts, html: string) {
  const kinds = new Set(debts.map((each) => checkoutProvider(account, each)?.kind));
  const formTargets = [...kinds].flatMap((kind) => (kind === undefined ? [] : checkoutHosts(kind)));
  return htmlResponse(200, { html, style: PAGE_STYLE, formTargets }, requestIdOf(event));
}
