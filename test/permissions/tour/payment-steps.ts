/** Steps of the tour: money that comes before its collection or without a webhook, and all that may book it. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { Seams } from '#test/simulation/world/install.ts';
import { notify } from '#test/simulation/world/webhooks.ts';
import { aCollection, anUnlistedCollection, changeOf, runWhenDue } from './collections.ts';
import { type Tour, withSeams } from './open-tour.ts';

const MINUTE = 60_000;
/** What each collection asks for. A payment that completes one is remembered with its person. */
const WHOLE = 4_500_000;

export async function paymentSteps(tour: Tour): Promise<void> {
  await paidFirst(tour);
  await paidEarly(tour, 'by-webhook');
  await aCollection(tour, { reference: 'by-webhook' });
  await paidEarly(tour, 'by-webhook');
  await disputed(tour, 'by-webhook');
  await paidEarly(tour, 'by-run');
  await runWhenDue(tour, await anUnlistedCollection(tour, 'by-run'));
  await paidEarly(tour, 'by-relay');
  await tour.invoke('relay', { Records: [changeOf(tour, await anUnlistedCollection(tour, 'by-relay'))] });
  await paidEarly(tour, 'by-list');
  await aCollection(tour, { reference: 'by-list' });
  await reconcile(tour, 'by-list');
  await paidEarly(tour, 'by-page');
  await showPage(tour, await aCollection(tour, { reference: 'by-page', provider: 'sandbox' }));
  await answeredOnPage(tour, await aCollection(tour, { reference: 'answered', payable: { enabled: true } }));
  await recordByHand(tour, await aCollection(tour, { reference: 'by-hand' }));
}

/** As our session's: what is paid under it waits for its collection. */
const sessionOf = ({ tenant }: Tour, reference: string): string =>
  providerReference(collectionRefOf(tenant.account, reference), 'checkout', 1);

async function recordByHand(tour: Tour, id: string): Promise<void> {
  const { ask } = tour;
  const body = { amount: { value: 5, currency: 'NGN' }, method: 'cash', transaction: 'receipt 1' };
  const { body: recorded } = await ask('record-payment', { method: 'POST', id, body });
  const to = await aCollection(tour, { reference: 'paid-for-it' });
  await ask('move-payment', { method: 'POST', id, part: recorded.data.id, body: { to } });
  await ask('credit-collection', { method: 'POST', id, body: { amount: body.amount, reason: 'discount' } });
}

/** The provider's webhook comes, and waits if there is no such collection yet. */
async function paidEarly(tour: Tour, reference: string): Promise<void> {
  tour.world.sandbox.pay(tour.tenant, sessionOf(tour, reference), { minor: 100, currency: 'NGN' });
  await tour.wait(MINUTE);
}

/** The merchant's own transaction, whose webhook comes before the create. Another write is first, so the ledger is read again. */
async function paidFirst(tour: Tour): Promise<void> {
  const reference = 'paid-first';
  tour.world.sandbox.pay(tour.tenant, reference, { minor: WHOLE, currency: 'NGN' });
  await tour.wait(MINUTE);
  await withSeams(tour, { table: losesFirst() }, () => aCollection(tour, { reference, provider: 'sandbox' }));
}

/** The first booking is refused. */
function losesFirst(): Seams['table'] {
  let isFirst = true;
  return (command, send) => {
    if (!isFirst || !isBooking(command)) return send(command);
    isFirst = false;
    return lost();
  };
}

const isBooking = (command: object): boolean =>
  command.constructor.name === 'TransactWriteCommand' && JSON.stringify(command).includes('PAYMENT#');

/** A webhook and a list tell of a dispute, which is remembered until the day's run hears that it was won. */
async function disputed(tour: Tour, reference: string): Promise<void> {
  const { world, tenant } = tour;
  const payment = world.sandbox.payments.find((each) => each.reference === sessionOf(tour, reference));
  if (payment === undefined) throw new Error('nothing was paid');
  const at = new Date(world.kernel.now()).toISOString();
  payment.disputes.push({ id: 'dispute', amount: payment.amount, status: 'opened', openedAt: at });
  const random = randomFrom(world.seed, 'tour');
  notify(world, { ...payment, event: 'dispute.opened' }, { random, delivered: () => {} });
  await tour.wait(MINUTE);
  const run = () => tour.invoke('reconcile-provider', { provider: tenant.sandboxId, window: 'days' });
  await run();
  payment.disputes.splice(0, 1, { id: 'dispute', amount: payment.amount, status: 'won', openedAt: at, wonAt: at });
  await run();
}

/** Paid without a webhook. */
function paySilently({ world, tenant }: Tour, reference: string): void {
  const { payments } = world.sandbox;
  const transaction = `silent-${payments.length}`;
  const paidAt = new Date(world.kernel.now()).toISOString();
  const amount = { minor: WHOLE, currency: 'NGN' };
  payments.push({ transaction, reference, amount, paidAt, by: tenant, refunds: [], disputes: [] });
}

/** The first page of the list has all payments under the reference. The list never ends, so the rest is left to another run. */
async function reconcile(tour: Tour, reference: string): Promise<void> {
  const { world, tenant } = tour;
  const session = sessionOf(tour, reference);
  paySilently(tour, session);
  let pages = 0;
  const provider: Seams['provider'] = (request, serve) => {
    if (!request.path.startsWith('/v1/movements')) return serve(request);
    pages += 1;
    const paid = pages === 1 ? world.sandbox.payments.filter((each) => each.reference === session) : [];
    return { status: 200, json: { movements: paid.map(({ by: _by, ...each }) => each), next: String(pages) } };
  };
  const run = () => tour.invoke('reconcile-provider', { provider: tenant.sandboxId, window: 'hour' });
  await withSeams(tour, { provider }, run);
  await withSeams(tour, { provider: () => ({ status: 500, json: {} }) }, run);
  await run();
}

/** What the payer says, what is too much of it, and what the merchant decides. */
async function answeredOnPage(tour: Tour, id: string): Promise<void> {
  const token = await tokenOf(tour, id);
  const paidOn = new Date(tour.world.kernel.now()).toISOString().slice(0, 10);
  const say = (form: Record<string, string>) =>
    tour.visit('payment-page', { token }, { method: 'POST', body: new URLSearchParams(form).toString() });
  await say({ method: 'dispute', reason: 'other' });
  for (const amount of ['1', '2', '3', '4', '5']) await say({ method: 'claim', how: 'cash', paidOn, amount });
  const publish = () => tour.invoke('publish-events', { Records: [changeOf(tour, id)] });
  await publish();
  const { data } = (await tour.ask('list-attention', { query: { reason: 'disputed' } })).body;
  await tour.ask('update-attention', { method: 'PATCH', id: data[0].id, body: { assignee: 'Tunde' } });
  const { claims, disputes } = (await tour.ask('get-collection', { id })).body.data;
  await tour.ask('decide-claim', { method: 'POST', id, part: claims[0].id, body: { decision: 'accepted' } });
  await tour.ask('resolve-dispute', { method: 'POST', id, part: disputes[0].id, body: { resolution: 'dismissed' } });
  await publish();
}

const tokenOf = async (tour: Tour, id: string): Promise<string> =>
  /\/pay\/([0-9a-z]+)/.exec(JSON.stringify((await tour.ask('get-collection', { id })).body))?.[1] ?? '';

/** The payer comes back from the provider. Another write is first, so the ledger is read again, with what waits. */
async function showPage(tour: Tour, id: string): Promise<void> {
  paySilently(tour, 'by-page');
  const token = await tokenOf(tour, id);
  await withSeams(tour, { table: losesFirst() }, () =>
    tour.visit('payment-page', { token }, { query: { returned: '1' } }),
  );
}

const lost = async (): Promise<never> => {
  const CancellationReasons = [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }];
  throw new TransactionCanceledException({ message: 'lost', $metadata: {}, CancellationReasons });
};
