/** The webhooks of the provider: early, late, twice, repeated until they are accepted, and forged. */
import { createHmac } from 'node:crypto';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import type { Payment } from './sandbox.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;

/** `delivered` is called when the service has accepted the webhook. */
type Notifying = { random: Random; delivered: () => void };

/** A payment, and which of its events is told. */
type Told = Payment & { event: string };

export function notify(world: World, payment: Told, { random, delivered }: Notifying): void {
  const { kernel, faults } = world;
  const usual = () => random.between(0, 3_000);
  const late = faults.strikes('webhook-late') ? random.between(1, 600) * MINUTE : 0;
  kernel.after(usual() + late, () => send(world, payment, delivered));
  if (faults.strikes('webhook-twice')) kernel.after(usual(), () => send(world, payment, () => {}));
  if (faults.strikes('webhook-forged')) kernel.after(usual(), () => forge(world, payment));
}

const MAX_PAUSE = 60 * MINUTE;

function send(world: World, payment: Told, delivered: () => void, tried = 0): void {
  const event = webhookOf(world, payment, payment.by.sandboxKey);
  world.lambda.invoke('receive-payment', event, (ending) => {
    const status = ending.kind === 'returned' ? (ending.value as { statusCode: number }).statusCode : 504;
    world.kernel.trace.say(`webhook of ${payment.transaction} answered ${status}`);
    if (ending.kind === 'returned' && status === 200) {
      judgeReceived(world, payment, (ending.value as { body: string }).body);
      delivered();
      return;
    }
    if (status !== 503 && status !== 504) world.violate(9, `a genuine webhook was answered ${status}`);
    world.note('webhook sent again');
    world.kernel.after(Math.min(MAX_PAUSE, MINUTE * 2 ** tried), () => send(world, payment, delivered, tried + 1));
  });
}

/** What is paid under a session of the account is booked, or waits for its collection; of others nothing may be said. */
function judgeReceived(world: World, { reference, by }: Told, body: string): void {
  const isOwn = parseProviderReference(reference)?.ref.account === by.account.id;
  if (isOwn && JSON.parse(body).message !== 'Webhook received')
    world.violate(9, `a webhook of a payment under ${reference} was answered ${body}`);
}

/** Sends a correctly signed webhook of a payment that was never made, or one of a real payment with a wrong signature. */
function forge(world: World, payment: Told): void {
  const other = world.tenants.find((tenant) => tenant !== payment.by) as Tenant;
  const isSigned = world.faults.random('webhook-forged').bool(0.5);
  const forged = isSigned ? { ...payment, transaction: 'sbx_never' } : payment;
  const event = webhookOf(world, forged, isSigned ? payment.by.sandboxKey : other.sandboxKey);
  const allowed = isSigned ? [200, 503] : [401, 503];
  world.lambda.invoke('receive-payment', event, (ending) => {
    const status = ending.kind === 'returned' ? (ending.value as { statusCode: number }).statusCode : 503;
    if (!allowed.includes(status)) world.violate(8, `a forged webhook was answered ${status}`);
  });
}

function webhookOf(world: World, { transaction, reference, by, event: told }: Told, key: string) {
  const object = told === 'payment.succeeded' ? undefined : `${transaction}-${told.split('.')[0]}`;
  const body = JSON.stringify({ event: told, data: { transaction, reference, object } });
  const headers = { ...signedHeaders(world, body, key), 'content-type': 'application/json' };
  const event = anApiEvent({ method: 'POST', resource: '/webhooks/{providerId}', body, headers });
  return { ...event, pathParameters: { providerId: by.sandboxId } };
}

/** As the sandbox signs: docs/reference/sandbox-provider.md. */
function signedHeaders({ kernel }: World, body: string, key: string): Record<string, string> {
  const time = Math.floor(kernel.now() / 1000);
  const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  return { 'x-sandbox-signature': `t=${time},v1=${signature}` };
}
