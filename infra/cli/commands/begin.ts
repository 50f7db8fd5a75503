/** `setup` makes an account usable in one step; `smoke` sends one real request through a running service to somebody who waits for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure, type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { issueApiKey } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { service } from '#lib/service.ts';
import { revokeApiKey } from '#lib/store/account/api-keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { createAccount, createKey, findAccount } from './accounts.ts';
import { add } from './members.ts';
import { setSupport } from './settings.ts';

type CommandData = Record<string, string>;

/** The account, who answers its customers, a key, and the first administrator of its console. */
export const setup: Run = async (values) => {
  baseUrlOf(values);
  const of = (made: Awaited<ReturnType<Run>>) => made.data as CommandData;
  if (values['phone'] === undefined && values['email'] === undefined)
    throw new UsageError('Give --phone, --email or both: customers with questions read them.');
  const { id: account = '' } = of(await createAccount(values));
  const named: Values = { ...values, account };
  try {
    const support = of(await setSupport(named));
    const admin: Values = { ...named, name: textOf(values, 'admin'), role: 'admin', email: values['admin-email'] };
    const member = of(await add(admin));
    const { apiKey = '' } = of(await createKey({ account }));
    const text = [
      `Account ${account} is open.`,
      `API key, shown only now: ${apiKey}`,
      `Console, signs ${textOf(values, 'admin')} in once: ${member['link']}`,
      'Next: a payment provider (POST /public/providers, then providers set-credentials), and doctor.',
    ].join('\n');
    return { data: { account, apiKey, link: member['link'], support }, text };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new CommandFailure(`Account ${account} is open, but: ${error.message} Go on by the single commands.`);
  }
};

function baseUrlOf(values: Values): string {
  const given = String(values['base-url'] ?? service.settings.baseUrl).replace(/\/+$/, '');
  if (given === '') throw new UsageError('Give --base-url, the output ApiUrl of the stage.');
  return given;
}

/** Long enough that the customer's hours come, whenever it is tried; it is cancelled at once. */
const LIFE_MINUTES = 2 * 1_440;
const KEY_MS = 3_600_000;
const WAIT_MS = 120_000;
const POLL_MS = 2_000;

type Ask = (path: string, method?: string, body?: object) => Promise<Record<string, unknown>>;

/** A collection that is created, read, opened as a customer does, reminded of, and cancelled again. */
export const smoke: Run = async (values) => {
  const baseUrl = baseUrlOf(values);
  const account = await findAccount(values);
  const { apiKey, stored } = await issueApiKey(account, { expiresAt: new Date(clock.now().getTime() + KEY_MS) });
  const ask: Ask = async (path, method = 'GET', body) => {
    const headers = { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new CommandFailure(`${method} ${path} answers ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text).data;
  };
  try {
    return await tryOut(ask, values);
  } finally {
    await revokeApiKey(table, account.id, stored.hash, clock.now());
  }
};

/** It is cancelled whatever fails after the create: else somebody would be reminded of it for two days. */
async function tryOut(ask: Ask, values: Values) {
  const contact = {
    firstName: 'Smoke',
    lastName: 'Test',
    phone: textOf(values, 'phone'),
    email: textOf(values, 'email'),
  };
  const amount = { value: Number(values['amount'] ?? 100), currency: String(values['currency'] ?? 'NGN') };
  const reference = `smoke-${clock.now().getTime()}`;
  const followUp = { enabled: true, startAfter: 0 };
  const created = await ask('/public/collections', 'POST', {
    reference,
    amount,
    contact,
    expiresIn: LIFE_MINUTES,
    followUp,
  });
  const id = String(created['id']);
  const done = [`created ${id}`];
  const sent = await lookAndRemind(ask, id, done).finally(() =>
    ask(`/public/collections/${id}/status`, 'PATCH', { status: 'cancelled' }),
  );
  done.push('cancelled');
  return { data: { collection: id, reference, reminder: sent.status, done }, text: done.join('\n'), isBad: sent.isBad };
}

async function lookAndRemind(ask: Ask, id: string, done: string[]) {
  await ask(`/public/collections/${id}`);
  done.push('read');
  const sent = await reminderOf(ask, id);
  done.push(sent.text);
  return sent;
}

/** At night nothing is sent: that is said, and is no fault. */
async function reminderOf(ask: Ask, id: string) {
  for (let waited = 0; ; waited += POLL_MS) {
    const plan = (await ask(`/public/collections/${id}/follow-ups`)) as FollowUpPlanResponse;
    const [slot] = plan.slots;
    if (slot === undefined)
      return { status: 'none', isBad: true, text: 'no reminder is planned: no channel has a sender' };
    const { status, channel, dueAt, deferredUntil } = slot;
    if (status === 'sent' || status === 'delivered' || status === 'read')
      return { status, isBad: false, text: `reminder ${status} by ${channel}` };
    const isOnItsWay = status === 'planned' || status === 'sending';
    if (!isOnItsWay) return { status, isBad: true, text: `the reminder by ${channel} is ${status}` };
    const at = deferredUntil ?? dueAt;
    if (Date.parse(at) > clock.now().getTime() + WAIT_MS)
      return { status, isBad: false, text: `the reminder waits for the customer's hours, until ${at}` };
    if (waited >= WAIT_MS) return { status, isBad: true, text: 'the reminder was not sent within two minutes' };
    await sleep(POLL_MS);
  }
}
