/** The weekly summary: to who wants it, on Monday morning where the account is, each at most once, with the sums of the week. */
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { recordPayment } from '#functions/api/record-payment.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { consoleMember } from '#functions/console/console-member.ts';
import { consoleMembers } from '#functions/console/console-members.ts';
import { countInsights } from '#functions/scheduled/count-insights.ts';
import { mailSummaries } from '#functions/scheduled/mail-summaries.ts';
import { publishEvents } from '#functions/stream/publish-events.ts';
import type { RenderedMessage } from '#lib/domain/channels/renderers.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { SendOutcome } from '#lib/domain/message/outgoing.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { getDueSummary, planSummary } from '#lib/store/member/summaries.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aSignedIn } from '#test/support/members.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

useTable();
captureLogs();
const clock = useClock(new Date('2026-03-04T09:00:00.000Z'));
/** 7 o'clock in Lagos. */
const MONDAY = new Date('2026-03-09T06:00:00.000Z');
const MINUTE_MS = 60_000;
const Added = z.object({ member: z.object({ id: z.string() }) });

type Notice = { to: string; message: RenderedMessage };
let sent: Notice[] = [];
let outcome: SendOutcome;
beforeEach(() => {
  sent = [];
  outcome = { kind: 'accepted', messageId: 'message-1' };
});

const mail = mailSummaries({
  ...service,
  sendNotice: async (notice) => {
    sent.push(notice);
    return outcome;
  },
});
const publish = publishEvents(service);
const count = countInsights(service);

async function counted(ids: readonly string[]): Promise<void> {
  const changes = ids.map((id, index) => {
    const { account, hash } = parseCollectionId(id) ?? { account: '', hash: '' };
    const { pk, sk } = collectionKey(account, hash);
    const dynamodb = { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: String(index) };
    return { eventName: 'MODIFY', dynamodb };
  });
  await publish({ Records: changes as never });
  clock.advance(7);
  await count();
}

const at = async (instant: Date) => {
  clock.now = instant;
  return mail();
};

async function aMember(
  name: string,
  given: object,
  of: { spreadFrom?: string } = {},
): Promise<{ tenant: Tenant; id: string }> {
  const tenant = await aTenant({ name, country: 'NG', ...of });
  return { tenant, id: dataOf(await add(tenant, given), Added).member.id };
}

/** Each time a new session, because the clock leaves those before behind. */
const adminOf = async ({ account }: Tenant) => (await aSignedIn(account.id, 'admin')).headers;

async function add(tenant: Tenant, given: object) {
  const body = { name: 'Tola', role: 'admin', ...given };
  const headers = await adminOf(tenant);
  return invoke(consoleMembers(service), { method: 'POST', resource: '/console/members', body, headers });
}

async function change(tenant: Tenant, id: string, body: object) {
  const headers = await adminOf(tenant);
  return invoke(consoleMember(service), { method: 'PATCH', resource: '/console/members/{id}', id, body, headers });
}

const textsTo = (address: string) =>
  sent.filter(({ to }) => to === address).map(({ message }) => (message as { text: string }).text);

it('tells on Monday what is owed, what has changed in the week, and the oldest of what is late', async () => {
  const { tenant } = await aMember('Ada Books', { email: 'boss@shop.example', weeklyEmail: true });
  const asked = (reference: string, firstName: string) =>
    aCreatedCollection(tenant, { reference, contact: aContactBody({ firstName, lastName: 'Obi' }), expiresIn: 60_000 });
  clock.now = new Date('2026-02-25T09:00:00.000Z');
  const old = await asked('INV-1', 'Ngozi');
  clock.now = new Date('2026-03-05T09:00:00.000Z');
  const paid = await asked('INV-2', 'Emeka');
  const { key } = tenant;
  const cash = { amount: { value: 400, currency: 'NGN' }, method: 'cash', transaction: 'cash-1' };
  await invoke(recordPayment(service), { method: 'POST', key, id: paid.id, body: cash });
  await invoke(updateCollectionStatus(service), { method: 'PATCH', key, id: old.id, body: { status: 'overdue' } });
  await counted([old.id, paid.id]);
  await at(clock.now);
  expect(sent).toEqual([]);
  await at(new Date(MONDAY.getTime() - MINUTE_MS));
  expect(sent).toEqual([]);
  await at(MONDAY);
  const { outstanding } = old.balance;
  const amount = (value: number) => `NGN ${value.toLocaleString('en', { minimumFractionDigits: 2 })}`;
  expect(textsTo('boss@shop.example')).toEqual([
    [
      `${amount(2 * outstanding.value - 400)} is owed, in 2 payments.`,
      `That is ${amount(outstanding.value - 400)} more than a week ago.`,
      `${amount(400)} was received in the last seven days.`,
      '',
      'The oldest of what is late:',
      `${amount(outstanding.value)} · Ngozi Obi · INV-1 · asked on Wed 25 Feb 2026`,
      '',
      'Open the console:',
      `${service.settings.baseUrl}/console`,
      '',
      'You get this email each Monday. An administrator can stop it in the console, under People.',
    ].join('\n'),
  ]);
});

it('the oldest are those whose due days, or ends of their links, are the earliest, whenever they were asked for', async () => {
  // Some of before the account is spread, and some since.
  const spread = { spreadFrom: '2026-02-01T09:00:02.000Z' };
  const { tenant } = await aMember('Late Books', { email: 'late@shop.example', weeklyEmail: true }, spread);
  clock.now = new Date('2026-02-01T09:00:00.000Z');
  const ends = { 'due-20': '2026-02-20', 'due-9': '2026-02-09', 'due-14': '2026-02-14', 'due-8': '2026-02-08' };
  const asked = [];
  for (const [reference, dueDate] of Object.entries(ends)) {
    asked.push(await aCreatedCollection(tenant, { reference, dueDate, expiresIn: 60_000 }));
    clock.now = new Date(clock.now.getTime() + 1000);
  }
  // A link that ended on 12 February, one on 1 March, and none of the five: it is the sixth.
  for (const [reference, days] of [
    ['link-12', 11],
    ['link-28', 27],
  ] as const)
    asked.push(await aCreatedCollection(tenant, { reference, expiresIn: days * 24 * 60 }));
  const { key } = tenant;
  clock.now = new Date('2026-02-06T09:00:00.000Z');
  for (const { id } of asked)
    await invoke(updateCollectionStatus(service), { method: 'PATCH', key, id, body: { status: 'overdue' } });
  clock.now = new Date('2026-03-05T09:00:00.000Z');
  await counted(asked.map(({ id }) => id));
  await at(clock.now);
  await at(MONDAY);
  const told = textsTo('late@shop.example')[0] ?? '';
  expect(told.match(/(?:due|link)-\d+/g)).toEqual(['due-8', 'due-9', 'link-12', 'due-14', 'due-20']);
});

it('is sent once, to all who want it, again a week later, and never to who wants it no more', async () => {
  const { tenant: boss, id } = await aMember('Once', { email: 'one@once.example', weeklyEmail: true });
  const second = dataOf(await add(boss, { email: 'two@once.example', weeklyEmail: true }), Added).member.id;
  await add(boss, { email: 'three@once.example' });
  await at(clock.now);
  await Promise.all([at(MONDAY), at(MONDAY)]);
  await at(new Date(MONDAY.getTime() + 15 * MINUTE_MS));
  const told = () =>
    sent
      .map(({ to }) => to)
      .filter((to) => to.endsWith('@once.example'))
      .toSorted();
  expect(told()).toEqual(['one@once.example', 'two@once.example']);
  expect((await change(boss, second, { weeklyEmail: false })).status).toBe(200);
  const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
  await at(new Date(MONDAY.getTime() + WEEK_MS));
  expect(told()).toEqual(['one@once.example', 'one@once.example', 'two@once.example']);
  await change(boss, id, { weeklyEmail: false });
  await at(new Date(MONDAY.getTime() + 2 * WEEK_MS));
  await at(new Date(MONDAY.getTime() + 3 * WEEK_MS));
  expect(told()).toHaveLength(3);
  await change(boss, id, { weeklyEmail: true });
  await at(new Date(MONDAY.getTime() + 3 * WEEK_MS + MINUTE_MS));
  await at(new Date(MONDAY.getTime() + 4 * WEEK_MS));
  expect(told()).toHaveLength(4);
});

it('waits while the channel is busy, and is left out when Monday is long over', async () => {
  await aMember('Busy', { email: 'boss@busy.example', weeklyEmail: true });
  await at(clock.now);
  outcome = { kind: 'throttled', reason: 'too many' } as SendOutcome;
  await expect(at(MONDAY)).rejects.toThrow('summaries are incomplete');
  outcome = { kind: 'accepted', messageId: 'message-2' };
  await at(new Date(MONDAY.getTime() + 15 * MINUTE_MS));
  expect(textsTo('boss@busy.example')).toHaveLength(2);
  await at(new Date(MONDAY.getTime() + 30 * MINUTE_MS));
  await at(new Date(MONDAY.getTime() + 10 * 24 * 60 * MINUTE_MS));
  expect(textsTo('boss@busy.example')).toHaveLength(2);
});

it('nobody can want it without an address', async () => {
  const { tenant: boss, id } = await aMember('None', { name: 'Without' });
  const refusal = { status: 400, code: 'validation_failed', paths: ['weeklyEmail'] } as const;
  expectRefusal(await add(boss, { weeklyEmail: true }), refusal);
  expectRefusal(await change(boss, id, { weeklyEmail: true }), refusal);
  expect((await change(boss, id, { email: 'b@none.example', weeklyEmail: true })).status).toBe(200);
});

it('a wish that comes while nobody else has one is not given up with the others', async () => {
  const { tenant, id } = await aMember('Wish', { email: 'boss@wish.example', weeklyEmail: true });
  await change(tenant, id, { weeklyEmail: false });
  const known = await getDueSummary(table, tenant.account.id);
  if (known === undefined) throw new Error('no summary is due');
  await change(tenant, id, { weeklyEmail: true });
  expect(await planSummary(table, tenant.account.id, known, undefined)).toBe(false);
  await at(clock.now);
  await at(MONDAY);
  expect(textsTo('boss@wish.example')).toHaveLength(1);
});
