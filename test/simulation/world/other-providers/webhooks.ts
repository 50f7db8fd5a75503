/** Payments that such a provider reports: each counts once, where it belongs, and only when the provider confirms it. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { untilAnswered } from '#test/simulation/world/own-business.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { AMOUNT, ask, type Business, type Made, make, SECRETS, same, sessionOf, visitPage } from './business.ts';

const PHONE = '+2348031230078';
const WANTED = { currency: 'NGN', phone: PHONE, methods: ['payment_link'] };

type Told = { id: number; tx_ref: string };

/** What the webhook was answered. */
async function tell({ world, providers }: Business, { id, tx_ref }: Told, hash = SECRETS.secretHash): Promise<string> {
  const { lambda } = world;
  const body = JSON.stringify({ event: 'charge.completed', data: { id, tx_ref, status: 'successful' } });
  const headers = { 'verif-hash': hash, 'content-type': 'application/json' };
  const event = {
    ...anApiEvent({ method: 'POST', resource: '/webhooks/{providerId}', body, headers }),
    pathParameters: { providerId: providers.get('flutterwave') ?? '' },
  };
  let said: string | undefined;
  lambda.invoke('receive-payment', event, (ending) => {
    const { statusCode, body: text } = (
      ending.kind === 'returned' ? ending.value : { body: '{}' }
    ) as APIGatewayProxyResult;
    said = `${statusCode} ${JSON.parse(text).message}`;
  });
  await untilAnswered(world, () => said !== undefined);
  return said ?? '';
}

const RECEIVED = '200 Webhook received';
const IGNORED = '200 Webhook ignored';

async function lookAt(business: Business, { id }: Made): Promise<[string, number]> {
  const { status, balance } = (await ask(business, 'get-collection', { id })).body.data;
  return [status, balance.received.value];
}

/** Twice; the fee on top does not count. */
export async function confirmPayment(business: Business): Promise<void> {
  const { served, world, random } = business;
  const made = await make(business, { ...WANTED, provider: 'flutterwave' });
  if (made === undefined) return;
  const isOwn = random.bool(0.5);
  if (!isOwn) await visitPage(business, made, { method: 'checkout' });
  const told = { id: random.between(1, 10 ** 9), tx_ref: isOwn ? made.reference : sessionOf(made, 'checkout', 1) };
  const paid = { ...told, amount: AMOUNT, charged_amount: AMOUNT + 10, amount_settled: AMOUNT - 20, currency: 'NGN' };
  const created_at = new Date(world.kernel.now() - 1_000).toISOString();
  served.paid.set(told.id, { ...paid, status: 'pending', created_at });
  same(
    business,
    'a payment that is under way',
    await tell(business, told),
    '503 The service is busy; please try again shortly',
  );
  same(business, 'a forged webhook', (await tell(business, told, 'another hash')).slice(0, 3), '401');
  served.paid.set(told.id, { ...paid, status: 'successful', payment_type: 'card', created_at });
  for (let time = 1; time <= 2; time += 1) same(business, 'a payment', await tell(business, told), RECEIVED);
  same(business, 'what it paid', await lookAt(business, made), ['completed', AMOUNT]);
  const rows = (await ask(business, 'list-payments', { id: made.id })).body.data as {
    provider: string;
    transaction: string;
    method: string;
  }[];
  const [provider, transaction] = ['flutterwave', String(told.id)];
  same(
    business,
    'the entry',
    rows.map((row) => [row.provider, row.transaction, row.method]),
    [[provider, transaction, 'card']],
  );
}

/** Under a reference of another provider's collection, or of none. */
export async function misdirect(business: Business): Promise<void> {
  const { served, random, world } = business;
  const made = await make(business, { ...WANTED, provider: 'paystack' });
  if (made === undefined) return;
  await visitPage(business, made, { method: 'checkout' });
  const id = random.between(1, 10 ** 9);
  const created_at = new Date(world.kernel.now()).toISOString();
  for (const tx_ref of [made.reference, sessionOf(made, 'checkout', 1), 'nothing of ours']) {
    served.paid.set(id, { id, tx_ref, amount: AMOUNT, currency: 'NGN', status: 'successful', created_at });
    same(business, `a payment under ${tx_ref}`, await tell(business, { id, tx_ref }), IGNORED);
  }
  same(business, 'what it did not pay', await lookAt(business, made), ['pending', 0]);
}
