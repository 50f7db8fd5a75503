/** Every operation of an account and every outside event, valid and faulty, in a local run over several days. */
import { sized } from '#test/support/repetitions.ts';
import { canaryCollection } from './canaries.ts';
import type { Run } from './canary-account.ts';
import { type CanaryAccount, METHODS, pay } from './canary-account.ts';
import { call, type Fields, type Keep, refuseAll, type Stage } from './every-refusal.ts';
import { dayOf } from './follow-up-day.ts';
import { payAsMerchant, sessionReference } from './sandbox-merchant.ts';

export async function aFullRun(run: Run, of: CanaryAccount, keep: Keep): Promise<void> {
  const stage = { ...keep, run, of, day: dayOf(() => run.baseUrl) };
  await refuseAll(stage);
  await payAll(stage);
  await failProviders(stage);
  await failChannels(stage);
  await answerMessages(stage);
}

/** Creates another collection with all the canaries of the account. */
async function create({ of, run }: Stage, name: string, given: Fields = {}): Promise<string> {
  const reference = `${of.canaries.reference}-${name}`;
  const body = JSON.stringify(canaryCollection(of.canaries, { reference, expiresIn: 20_000, ...given }));
  const headers = { 'x-api-key': of.apiKey, 'content-type': 'application/json', 'idempotency-key': of.canaries.text };
  const answer = await fetch(`${run.baseUrl}/public/collections`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

/** Sends payments and faulty webhooks of every kind. */
async function payAll(stage: Stage): Promise<void> {
  const { run, of } = stage;
  const ngn = (value: number) => ({ value, currency: 'NGN' });
  const payable = { enabled: true, methods: METHODS };
  const paid = await create(stage, 'paid', { payable });
  await pay(run, { collectionId: paid, amount: ngn(45_000), signature: 'bad' });
  const { transaction } = await pay(run, { collectionId: paid, amount: ngn(45_000) });
  await pay(run, { collectionId: paid, amount: ngn(45_000), transaction });
  await pay(run, { collectionId: paid, amount: { value: 3, currency: 'USD' } });
  const cancelled = await create(stage, 'cancelled', { payable });
  await call(stage, 'PATCH', `/public/collections/${cancelled}/status`, { body: { status: 'cancelled' } });
  await pay(run, { collectionId: cancelled, amount: ngn(45_000) });
  const reference = `${of.canaries.reference}-early`;
  await pay(run, { account: of.account, reference, amount: ngn(45_000) });
  await create(stage, 'early', { payable });
  const elsewhere = sessionReference(`pay_${'1'.repeat(35)}`, 1);
  await payAsMerchant({ baseUrl: run.baseUrl, secretKey: of.secretKey }, elsewhere, `sbx-${of.account}`);
  await call(stage, 'POST', `/webhooks/${of.sandbox.id}`, { body: { event: of.canaries.text } });
  await call(stage, 'POST', `/webhooks/${of.provider.id}`, { body: { event: of.canaries.text } });
  for (const method of ['GET', 'POST'])
    await call(stage, method, `/pay/${of.payToken}`, { type: 'application/x-www-form-urlencoded' });
}

/** Injects every fault at every call to the payment provider. */
async function failProviders(stage: Stage): Promise<void> {
  const { run, of, day } = stage;
  const payable = { enabled: true, methods: METHODS };
  for (const kind of KINDS) {
    await day.fault('sandbox', kind, 20);
    const id = await create(stage, `provider-${kind}`, { payable });
    await call(stage, 'POST', `/pay/${of.payToken}`, { type: 'application/x-www-form-urlencoded' });
    await fetch(`${run.baseUrl}/_local/sandbox/payments`, {
      method: 'POST',
      body: JSON.stringify({ collectionId: id, amount: { value: 5, currency: 'NGN' } }),
    });
    await day.clearFaults();
  }
}

const KINDS = ['reject', 'throttle', 'error', 'lost-reply'];
const FAULTS: Record<string, string[]> = {
  whatsapp: sized(['reject', 'lost-reply'], KINDS),
  sms: sized(['throttle', 'error'], KINDS),
  email: sized(['reject', 'error'], KINDS),
  scheduler: sized(['throttle', 'lost-reply'], KINDS),
};

/** Injects every fault, and in `npm run test:long` every fault at every channel and the Scheduler, while days pass. */
async function failChannels(stage: Stage): Promise<void> {
  const { day } = stage;
  for (const [service, kinds] of Object.entries(FAULTS)) {
    await day.toMorning();
    for (const kind of kinds) {
      const channels =
        service === 'scheduler'
          ? ['sms']
          : [service, 'email', 'sms'].filter((each, at, all) => all.indexOf(each) === at);
      await create(stage, `${service}-${kind}`, {
        followUp: { startAfter: 10, cadence: 'every_1h', channels },
        expiresIn: 300,
      });
      await day.fault(service, kind, service === 'scheduler' ? 2 : 3);
      await stage.keepSchedules();
      await day.advance(60);
      await day.clearFaults();
    }
    await stage.keepSchedules();
    await day.advance(400);
  }
}

async function answerMessages(stage: Stage): Promise<void> {
  const { of, day } = stage;
  await day.toMorning();
  const id = await create(stage, 'answered', {
    followUp: { startAfter: 10, cadence: 'every_30m', channels: ['sms', 'whatsapp', 'email'] },
  });
  await day.advance(120);
  for (const message of await day.messages(id))
    for (const status of ['delivered', 'failed']) await day.receipt(message.id, status);
  await day.reply('sms', of.canaries.phone, of.canaries.text);
  await day.reply('whatsapp', of.canaries.phone, 'STOP');
  for (const method of ['GET', 'POST'])
    await call(stage, method, `/u/${of.optOutToken}`, { type: 'application/x-www-form-urlencoded' });
  await call(stage, 'GET', `/u/${of.optOutToken}0`);
  await call(stage, 'PATCH', `/public/collections/${id}/status`, { body: { status: 'cancelled' } });
  await day.advance(24 * 60);
}
