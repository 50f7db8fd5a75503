/** The page of all open debts of a person: shows them, opens a way to pay those that were ticked, keeps what is said of them, and takes back who has paid. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Collection } from '#lib/domain/collection.ts';
import { checkoutProvider } from '#lib/domain/payment/order.ts';
import { formOf, htmlResponse, redirectTo } from '#lib/http/html-page.ts';
import { pageReader } from '#lib/http/page-reader.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import type { Log } from '#lib/log.ts';
import { chosenIn, type DebtAnswer, debtsPage, readDebtAnswers, tickedIn } from '#lib/pages/payment/debts-page.ts';
import { pageStyle } from '#lib/pages/payment/page-style.ts';
import { logBookings, logSessionFailed } from '#lib/payment/log-payments.ts';
import type { Payments } from '#lib/payment/payments.ts';
import { type AnswerPorts, answerOnPage } from '#lib/use-cases/answer-on-page.ts';
import {
  askAboutReturned,
  type DebtsPorts,
  listDebts,
  type OpenDebts,
  openTogether,
  type ReturnedPorts,
} from '#lib/use-cases/open-together.ts';
import type { StatementPorts } from '#lib/use-cases/read-statement.ts';

type Dependencies = DebtsPorts &
  AnswerPorts &
  ReturnedPorts &
  StatementPorts &
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
  const { page, returned, cancelled, statement } = event.queryStringParameters ?? {};
  if (event.httpMethod === 'POST') return answerForm(deps, event, { ...found, token });
  if (statement !== undefined) {
    const { showStatement } = await import('./papers.ts');
    return showStatement(deps, event, found);
  }
  if (returned !== undefined) return showReturned(deps, event, { token, found, returned });
  return respond(
    deps,
    event,
    found,
    debtsPage(seen(deps, event, found), page, cancelled === '1' ? { kind: 'left' } : undefined),
  );
}

type FoundDebts = OpenDebts & { token: string };

/** About those that were ticked: what the payer says, or a way to pay them. */
async function answerForm(deps: Dependencies, event: HttpEvent, found: FoundDebts) {
  const form = formOf(event);
  const chosen = chosenIn(form, found.debts);
  const said = readDebtAnswers(form, chosen, { account: found.account, now: deps.clock.now() });
  if (said === undefined) return openChosen(deps, event, { ...found, form }, chosen);
  if (said.length === 0)
    return respond(deps, event, found, debtsPage(seen(deps, event, found, form), undefined, { kind: 'none' }));
  const kinds = await Promise.all(said.map((each) => (each === 'unclear' ? each : keepAnswer(deps, found, each))));
  const kind = (['unclear', 'limit', 'said'] as const).find((each) => kinds.includes(each)) ?? 'unclear';
  const now = (await listDebts(deps, found.token)) ?? found;
  return respond(deps, event, now, debtsPage(seen(deps, event, now, form), undefined, { kind }));
}

const KIND_OF = { kept: 'said', limit: 'limit', refused: 'unclear' } as const;

async function keepAnswer(deps: Dependencies, { account }: FoundDebts, { collection, answer }: DebtAnswer) {
  const outcome = await answerOnPage(deps, { collection, account }, answer);
  const fields = { account: account.id, collection: collection.id, kind: answer.kind };
  if (outcome === 'kept') deps.log.count('INFO', 'customer_answered', fields);
  return KIND_OF[outcome];
}

async function openChosen(
  deps: Dependencies,
  event: HttpEvent,
  { form, ...found }: FoundDebts & { form: URLSearchParams },
  [oldest, ...others]: readonly Collection[],
) {
  const outcome =
    oldest === undefined
      ? ({ kind: 'none' } as const)
      : await openTogether(deps, { ...found, debts: [oldest, ...others] });
  if (outcome.kind === 'failed')
    logSessionFailed(deps.log, { account: found.account.id, collection: oldest?.id ?? '', reason: outcome.reason });
  if (outcome.kind === 'redirect') return redirectTo(outcome.link, requestIdOf(event));
  return respond(deps, event, found, debtsPage(seen(deps, event, found, form), undefined, outcome));
}

const seen = ({ clock }: Dependencies, event: HttpEvent, found: OpenDebts, form?: URLSearchParams) => ({
  ...found,
  now: clock.now(),
  reader: pageReader(event),
  ...(form && { ticked: tickedIn(form) }),
});

type ReturnFromPayment = { token: string; found: OpenDebts; returned: string };

async function showReturned(deps: Dependencies, event: HttpEvent, { token, found, returned }: ReturnFromPayment) {
  const asked = await askAboutReturned(deps, found, returned);
  if (asked === undefined) return respond(deps, event, found, debtsPage(seen(deps, event, found)));
  logBookings(deps.log, asked.collection, asked.bookings);
  const now = asked.bookings.length > 0 ? ((await listDebts(deps, token)) ?? found) : found;
  const outcome = asked.isPaid
    ? ({ kind: 'paid', paid: asked.paid } as const)
    : ({ kind: 'returned', from: returned } as const);
  return respond(deps, event, now, debtsPage(seen(deps, event, now), undefined, outcome));
}

function respond({ checkoutHosts }: Dependencies, event: HttpEvent, { account, debts }: OpenDebts, html: string) {
  const kinds = new Set(debts.map((each) => checkoutProvider(account, each)?.kind));
  const formTargets = [...kinds].flatMap((kind) => (kind === undefined ? [] : checkoutHosts(kind)));
  return htmlResponse(200, { html, style: pageStyle(account), formTargets }, requestIdOf(event));
}
