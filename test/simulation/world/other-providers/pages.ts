/** Payments on a provider's own page: whether a browser may be led there, what happens if it cannot be opened, and that it is closed in the end. */
import { AMOUNT, ask, type Business, type Made, make, PAYER, same, sessionOf, visitPage } from './business.ts';
import { DUPLICATE, FAILURES } from './served.ts';

const MINUTE = 60_000;
const PHONE = '+2348031230077';

/** Each page and what the payer gets: sent on, a link to click on, or the word that it does not work now. */
const PAGES: Readonly<Record<string, 'redirect' | 'link' | 'down'>> = {
  'https://checkout.flutterwave.com/v3/hosted/pay/abc': 'redirect',
  'https://checkout-v2.dev-flutterwave.com/v3/hosted/pay/abc': 'redirect',
  'https://flutterwave.com/pay/abc': 'link',
  'https://notflutterwave.com/pay/abc': 'link',
  'https://flutterwave.com.pay.example/abc': 'link',
  'http://checkout.flutterwave.com/pay/abc': 'down',
  'checkout.flutterwave.com': 'down',
};
const NOW_DOWN = 'cannot take payments right now';

const makePaid = (business: Business) =>
  make(business, { provider: 'flutterwave', currency: 'NGN', phone: PHONE, methods: ['payment_link'] });

/** What Flutterwave must be asked for. */
const pageOf = (made: Made, number: number) => ({
  tx_ref: sessionOf(made, 'checkout', number),
  amount: AMOUNT,
  currency: 'NGN',
  redirect_url: `https://collections.example/pay/${made.token}?returned=1`,
  customer: { email: PAYER.email },
  customizations: { title: 'Paid Elsewhere', description: `For ${made.reference}` },
});

/** Without how long it lives, which the clock decides. */
const pagesAsked = ({ served }: Business): unknown[] =>
  served.asked.map(({ body }) => {
    const { configurations: _life, ...rest } = body as { configurations: object };
    return rest;
  });

/** Opens some pages, then cancels: what was opened is closed, under the key that its provider gave. */
export async function openAndCancel(business: Business): Promise<void> {
  const { served, random, world } = business;
  const made = await makePaid(business);
  if (made === undefined) return;
  const keys: string[] = [];
  const clicks = random.between(1, 3);
  for (let number = 1; number <= clicks; number += 1) {
    served.page = random.pick(Object.keys(PAGES));
    served.asked.length = 0;
    const page = await visitPage(business, made, { method: 'checkout' });
    same(business, 'a page', pagesAsked(business), [pageOf(made, number)]);
    const way = PAGES[served.page];
    const isLink = page.html.includes(`href="${served.page}"`);
    const shown = page.status === 303 && page.location === served.page ? 'redirect' : isLink ? 'link' : 'down';
    same(business, `the way to ${served.page}`, [shown, page.html.includes(NOW_DOWN)], [way, way === 'down']);
    if (way !== 'down') keys.push(served.page);
  }
  served.asked.length = 0;
  const call = { method: 'PATCH', id: made.id, body: { status: 'cancelled' } };
  same(business, 'a cancellation', (await ask(business, 'update-collection-status', call)).status, 200);
  await world.kernel.runUntil(world.kernel.now() + 10 * MINUTE);
  const closings = served.asked.filter(({ path }) => path === '/v3/payments/link/disable');
  // Each check closes again what its provider does not say to be closed.
  const closed = new Set(closings.map(({ body }) => (body as { link: string }).link));
  same(business, 'the pages that were closed', [...closed].toSorted(), [...new Set(keys)].toSorted());
}

/** A name that its provider knows already is given up for another one, once. */
export async function openTaken(business: Business): Promise<void> {
  const { served, random } = business;
  const made = await makePaid(business);
  if (made === undefined) return;
  served.page = 'https://checkout.flutterwave.com/v3/hosted/pay/abc';
  served.asked.length = 0;
  const times = random.between(1, 2);
  served.instead.push(...Array.from({ length: times }, () => DUPLICATE));
  const page = await visitPage(business, made, { method: 'checkout' });
  same(business, 'pages under other names', pagesAsked(business), [pageOf(made, 1), pageOf(made, 2)]);
  const isDown = page.html.includes(NOW_DOWN);
  same(business, `a page after ${times} names`, [page.status, isDown], times === 1 ? [303, false] : [200, true]);
}

/** Whatever it says, the payer is told that it does not work now, and it works the next time. */
export async function openFailing(business: Business): Promise<void> {
  const { served, random } = business;
  const made = await makePaid(business);
  if (made === undefined) return;
  served.page = 'https://checkout.flutterwave.com/v3/hosted/pay/abc';
  const failure = random.pick(FAILURES);
  served.instead.push(failure);
  const failed = await visitPage(business, made, { method: 'checkout' });
  same(business, `a page after ${failure.status}`, [failed.status, failed.html.includes(NOW_DOWN)], [200, true]);
  const page = await visitPage(business, made, { method: 'checkout' });
  same(business, `the page after that`, [page.status, page.location], [303, served.page]);
}
