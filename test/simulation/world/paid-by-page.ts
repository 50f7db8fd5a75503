/** In some worlds a business of its own is paid on its pages: payers click every way to pay, and the provider takes it, refuses it, or leads elsewhere. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { askAll, judgeSame, openBusiness, pageTokenOf, untilAnswered } from './own-business.ts';
import { type Bill, formsOf, MERCHANT, methodsOf, type Paying, sumOf, type Way } from './paid-by-page/bill.ts';
import { createTill, openTill, type TillSession } from './paid-by-page/till.ts';
import type { World } from './world.ts';

export const PAID_BY_PAGE = { name: 'paid-by-page', share: 0.1 };

const SECOND = 1_000;
const STEPS = { min: 5, max: 12 };
const CURRENCY = 'NGN';
const DOWN = 'cannot take payments right now';
const WAYS: readonly Way[] = ['checkout', 'card', 'virtual_account', 'bank_transfer', 'mobile_money'];

/** After all else, when nothing is broken any more; not where an operator or a retention period comes after it. */
export async function payByPage(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, PAID_BY_PAGE.name);
  if (without.has(PAID_BY_PAGE.name) || !random.bool(PAID_BY_PAGE.share)) return;
  const key = await openBusiness(MERCHANT);
  const till = createTill();
  await openTill(world, key, till);
  const paying: Paying = { world, random, key, till };
  const bill = await create(paying);
  for (let left = random.between(STEPS.min, STEPS.max); left > 0 && !world.kernel.isStopped(); left -= 1) {
    await random.pick([look, click, click, click, click, payInPart])(paying, bill);
    await world.kernel.runUntil(world.kernel.now() + random.between(1, 90) * SECOND);
  }
  const last = till.opened.at(-1);
  if (last?.asked === bill.outstanding && random.bool(0.6)) await comeBack(paying, bill, last);
  else await cancel(paying, bill);
  world.note('paid by page');
}

async function create({ world, random, key, till }: Paying): Promise<Bill> {
  const methods = ['payment_link', ...WAYS.filter((way) => way !== 'checkout' && random.bool(0.6))];
  till.mode = random.bool(0.3) ? 'declined' : 'takes';
  const value = random.pick([450, 12_000.5]);
  const body = {
    reference: 'on a page',
    amount: { value, currency: CURRENCY },
    contact: { firstName: 'Paid', lastName: 'Online', phone: '+2348055550005', email: 'paid@page.example' },
    payable: { enabled: true, methods },
    followUp: { enabled: false },
  };
  const [answer] = await askAll(world, [{ operation: 'create-collection', key, method: 'POST', body }]);
  judgeSame(world, 'a create with ways to pay', answer?.status, 201);
  const { id = '' } = answer?.body.data ?? {};
  const token = pageTokenOf(answer);
  const minor = Math.round(value * 100);
  // A card is paid on the page alone.
  const atOnce = methods.filter((method) => method !== 'payment_link' && method !== 'card');
  judgeSame(world, 'sessions of a create', till.asked.toSorted(), atOnce.toSorted());
  return {
    id,
    token,
    methods,
    minor,
    outstanding: minor,
    shown: new Map(till.opened.map((each) => [each.method, each])),
  };
}

type Shown = { status: number; location?: string | undefined; html: string };

async function open(
  paying: Paying,
  { token }: Bill,
  form?: string,
  query: Record<string, string> = {},
): Promise<Shown> {
  const { world } = paying;
  const { lambda } = world;
  const isClick = form !== undefined;
  const call = { method: isClick ? 'POST' : 'GET', resource: '/pay/{token}', query, ...(isClick && { body: form }) };
  const event = { ...anApiEvent(call), pathParameters: { token } };
  let shown: Shown | undefined;
  lambda.invoke('payment-page', event, (ending) => {
    if (ending.kind !== 'returned') return world.violate(9, `a payment page ${ending.kind}`);
    const { statusCode: status, headers = {}, body: html } = ending.value as APIGatewayProxyResult;
    shown = { status, html, location: headers['location']?.toString() };
  });
  await untilAnswered(world, () => shown !== undefined);
  return shown ?? { status: 0, html: '' };
}

/** What the page says of the bill, and which ways it offers. */
function judgePage({ world }: Paying, bill: Bill, { status, html }: Shown): void {
  judgeSame(world, 'a payment page', status, 200);
  judgeSame(world, 'the ways on a payment page', methodsOf(html), formsOf(bill));
  for (const text of [`Payment to ${MERCHANT}`, sumOf(CURRENCY, bill.outstanding)])
    if (!html.includes(text)) world.violate(14, `a payment page does not say ${text}`);
  for (const { asked, text } of bill.shown.values())
    if (html.includes(text) !== (asked === bill.outstanding))
      world.violate(14, `a payment page ${asked === bill.outstanding ? 'does not show' : 'still shows'} ${text}`);
}

const LEFT = 'You left the payment page. Nothing was taken.';
const CONFIRMING = 'Your payment is being confirmed.';

/** As it is, after leaving the provider's page, and on the way back from it. */
async function look(paying: Paying, bill: Bill): Promise<void> {
  const { world, random } = paying;
  const query = random.pick<Record<string, string>>([{}, { cancelled: '1' }, { returned: '1' }, { method: 'card' }]);
  const shown = await open(paying, bill, undefined, query);
  judgePage(paying, bill, shown);
  const said = [LEFT, CONFIRMING].map((text) => shown.html.includes(text));
  judgeSame(world, `a page with ${JSON.stringify(query)}`, said, ['cancelled' in query, 'returned' in query]);
}

async function click(paying: Paying, bill: Bill): Promise<void> {
  const { world, random, till } = paying;
  const way = random.pick(WAYS);
  till.mode = random.pick(['takes', 'takes', 'takes', 'elsewhere', 'declined', 'unsafe', 'taken']);
  const isOffered = formsOf(bill).includes(way);
  const before = till.opened.length;
  till.asked.length = 0;
  const shown = await open(paying, bill, way === 'checkout' && random.bool(0.3) ? '' : `method=${way}`);
  const about = `a click on ${way} where the provider ${till.mode}`;
  if (!isOffered) {
    judgeSame(world, `${about}, which is not offered`, till.asked, []);
    return judgePage(paying, bill, shown);
  }
  judgeSame(world, about, till.asked, till.mode === 'taken' ? [way, way] : [way]);
  const session = till.opened.length > before ? till.opened.at(-1) : undefined;
  if (session !== undefined) judgeSame(world, `what ${about} asks`, session.order, till.orderOf(bill, session));
  const isPage = way === 'checkout' || way === 'card';
  const isDown = till.mode === 'declined' || (isPage && till.mode === 'unsafe');
  if (isDown) {
    judgeSame(world, about, [shown.status, shown.html.includes(`Till ${DOWN}`)], [200, true]);
  } else if (!isPage && session !== undefined) {
    bill.shown.set(way, session);
    judgePage(paying, bill, shown);
  } else if (till.mode === 'elsewhere') {
    const isLinked = shown.html.includes(`href="${session?.link}"`);
    judgeSame(world, about, [shown.status, isLinked, methodsOf(shown.html)], [200, true, []]);
  } else judgeSame(world, about, [shown.status, shown.location], [303, session?.link]);
  judgePage(paying, bill, await open(paying, bill));
}

async function payInPart({ world, key, random }: Paying, bill: Bill): Promise<void> {
  const minor = random.pick([100, 2_550]);
  if (bill.outstanding <= minor) return;
  const body = { amount: { value: minor / 100, currency: CURRENCY }, method: 'cash' };
  const [answer] = await askAll(world, [
    {
      operation: 'record-payment',
      key,
      method: 'POST',
      id: bill.id,
      body,
      headers: { 'Idempotency-Key': `p${bill.outstanding}` },
    },
  ]);
  judgeSame(world, 'a payment in part', answer?.status, 201);
  bill.outstanding -= minor;
}

/** The payer has paid, and comes back before any webhook: the provider is asked, and the page says at once that it is paid. */
async function comeBack(paying: Paying, bill: Bill, session: TillSession): Promise<void> {
  const { world, key, till } = paying;
  till.pay(session, world.kernel.now());
  const shown = await open(paying, bill, undefined, { returned: '1' });
  const said = ['Payment received', `Your payment to ${MERCHANT} is complete`].map((text) => shown.html.includes(text));
  judgeSame(world, 'a page after the payment', [shown.status, said, methodsOf(shown.html)], [200, [true, true], []]);
  const [answer] = await askAll(world, [{ operation: 'get-collection', key, id: bill.id }]);
  judgeSame(world, 'what is paid on a page', answer?.body.data?.status, 'completed');
}

/** No way is left, and a click opens nothing. */
async function cancel(paying: Paying, bill: Bill): Promise<void> {
  const { world, key, till } = paying;
  const body = { status: 'cancelled' };
  await askAll(world, [{ operation: 'update-collection-status', key, method: 'PATCH', id: bill.id, body }]);
  till.asked.length = 0;
  for (const shown of [await open(paying, bill), await open(paying, bill, 'method=checkout')]) {
    const isSaid = shown.html.includes(`${MERCHANT} no longer asks for this payment.`);
    judgeSame(world, 'a cancelled page', [shown.status, isSaid, methodsOf(shown.html)], [200, true, []]);
  }
  judgeSame(world, 'sessions after the end', till.asked, []);
}
