/** Several debts of one person, on the real table: one message speaks for all that are reminded of. */

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { decideClaim } from '#functions/api/decide-claim.ts';
import { getAgenda as makeGetAgenda } from '#functions/api/get-agenda.ts';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { pauseFollowUps as makePause } from '#functions/api/pause-follow-ups.ts';
import { recordPayment as makeRecordPayment } from '#functions/api/record-payment.ts';
import { setFollowUpPolicy } from '#functions/api/set-follow-up-policy.ts';
import { updateCollection as makeUpdateCollection } from '#functions/api/update-collection.ts';
import { receiveReply } from '#functions/messaging/receive-reply.ts';
import { unsubscribe } from '#functions/messaging/unsubscribe.ts';
import { paymentPage } from '#functions/payment/payment-page.ts';
import { followUp } from '#functions/scheduled/follow-up.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { AgendaResponse } from '#lib/contract/forecast.ts';
import { addressesOf, emailAddresses, optedOutFrom } from '#lib/domain/contact.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { findReach, optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { aService, service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { openPage } from './a-payment-page.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';
import { customerKept, openToReplies, smsReply, sns } from './replies.ts';

const getFollowUps = makeGetFollowUps(service);
const pause = makePause(service);
const recordPayment = makeRecordPayment(service);
const updateCollection = makeUpdateCollection(service);
const debtsPage = paymentPage(aService());

useTable();
useScheduler();
const channels = useChannels();
keepLogsPrivate(captureLogs());
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const visitMe = async (text: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const [, token = ''] = /\/me\/([0-9a-z]+)/.exec(text) ?? [];
  const event = { ...anApiEvent({ resource: '/me/{token}', query, headers }), pathParameters: { token } };
  const { statusCode, body } = (await debtsPage(event, {} as never)) as { statusCode: number; body: string };
  return { status: statusCode, html: body };
};

beforeEach(() => {
  clock.now = new Date('2026-03-02T09:00:00.000Z');
});

const NO_PHONE = { reachable: false, lookup: '' };
const EMAIL = { followUp: { channels: ['email'] } };

async function debtOf(contact: object, given: object = {}, tenant: Tenant = tenants.mine): Promise<CollectionResponse> {
  const debt = await aCreatedCollection(tenant, {
    contact,
    expiresIn: 4320,
    amount: { value: 15_000, currency: 'NGN' },
    payable: { enabled: true },
    ...EMAIL,
    ...given,
  });
  await openToReplies(debt.id);
  return debt;
}

const planOf = async ({ id }: CollectionResponse, { key }: Tenant = tenants.mine) =>
  dataOf(await invoke(getFollowUps, { key, id }), FollowUpPlanResponse);

async function stored({ id }: CollectionResponse) {
  const ref = parseCollectionId(id);
  const collection = ref && (await getCollection(table, ref));
  if (collection === undefined) throw new Error('no such collection');
  return collection;
}

/** The one of them that is due first, and its run, when it is due. */
async function firstOf(debts: readonly CollectionResponse[]) {
  const rows = await Promise.all(debts.map(async (debt) => ({ debt, row: await stored(debt) })));
  const [first] = rows.toSorted((a, b) => ((a.row.nextRunAt ?? '~') < (b.row.nextRunAt ?? '~') ? -1 : 1));
  if (first?.row.nextRunAt === undefined) throw new Error('nothing is to be run');
  clock.now = new Date(first.row.nextRunAt);
  return { first: first.debt, run: { collection: first.debt.id, run: first.row.runNumber } };
}

async function runFirst(debts: readonly CollectionResponse[]): Promise<CollectionResponse> {
  const { first, run } = await firstOf(debts);
  await runCollection(run);
  return first;
}

const fates = async (debts: readonly CollectionResponse[]) =>
  (await Promise.all(debts.map((debt) => planOf(debt)))).map(({ slots }) => [slots[0]?.status, slots[0]?.with]);

/** The second and the third debt of three are segments. */
const setRule = ({ key }: Tenant, digest: 'on' | 'off') =>
  invoke(setFollowUpPolicy(service), {
    method: 'PUT',
    key,
    body: { rules: [{ name: 'Own', when: { segments: ['own'] }, followUp: {}, digest }] },
  });

it.each<[string, 'on' | 'off', 'on' | 'off' | undefined]>([
  ['by the account, all together', 'on', undefined],
  ['by the account, each for itself', 'off', undefined],
  ['by a rule, two of three each for itself', 'on', 'off'],
  ['by a rule, two of three together', 'off', 'on'],
])('what a forecast says of several debts is what goes out: %s', async (_, digest, byRule) => {
  const tenant = await aTenant();
  if (digest === 'off') await saveSettings(table, tenant.account.id, { set: { digest }, remove: [] });
  if (byRule !== undefined) await setRule(tenant, byRule);
  const contact = aNewPerson();
  const lives = [2 * 1440, 4 * 1440, 9 * 1440];
  const debts: CollectionResponse[] = [];
  for (const [nth, expiresIn] of lives.entries()) {
    const metadata = { description: 'Goods', segment: nth === 0 ? 'shop' : 'own' };
    debts.push(await debtOf(contact, { expiresIn, metadata, followUp: { channels: ['email', 'sms'] } }, tenant));
    clock.advance(7);
  }
  for (const { id } of debts) await customerKept(id);
  const answer = await invoke(makeGetAgenda(service), { key: tenant.key });
  const foreseen = dataOf(answer, AgendaResponse).days.flatMap(({ date, channels: by }) =>
    by.map(({ channel, messages }) => `${date} ${messages} ${channel}`),
  );
  const sent = new Map<string, number>();
  for (let before = 0; ; before = channels.messages().length) {
    if (!(await runAny(debts))) break;
    for (const { channel } of channels.messages().slice(before)) {
      const key = `${clock.now.toISOString().slice(0, 10)} ${channel}`;
      sent.set(key, (sent.get(key) ?? 0) + 1);
    }
  }
  const counted = [...sent].map(([key, count]) => key.replace(' ', ` ${count} `));
  expect(counted.toSorted()).toEqual(foreseen.toSorted());
  expect(counted.length).toBeGreaterThan(3);
});

/** The run that is due first; false when none is left. */
async function runAny(debts: readonly CollectionResponse[]): Promise<boolean> {
  const rows = await Promise.all(debts.map(stored));
  if (rows.every(({ nextRunAt }) => nextRunAt === undefined)) return false;
  await runFirst(debts);
  return true;
}

it('five debts of one person are named in one message, which claims the slot of each', async () => {
  const contact = aNewPerson();
  const debts = await Promise.all([1, 2, 3, 4, 5].map(() => debtOf(contact)));
  const first = await runFirst(debts);
  const [message, ...others] = channels.messages();
  expect(others).toEqual([]);
  expect(message?.text).toContain('5 payments, NGN 75,000.00 in all, the oldest payable until');
  expect(message?.text).toMatch(/\/me\/[0-9a-z]{60}/);
  for (const { reference } of debts) expect(message?.text).toContain(`reference ${reference}`);
  const rest = debts.filter((debt) => debt !== first);
  expect(await fates([first, ...rest])).toEqual([['sent', undefined], ...rest.map(() => ['sent', first.id])]);
  const [{ covers = [], text } = {}] = (await planOf(first)).slots;
  expect(covers.toSorted()).toEqual(rest.map(({ id }) => id).toSorted());
  expect((await planOf(rest[0] as CollectionResponse)).slots[0]?.text).toBe(text);
});

it('until they expire, five debts of one person bring three messages at most, and the cap leaves none of them out', async () => {
  const contact = aNewPerson();
  const debts = await Promise.all([1, 2, 3, 4, 5].map(() => debtOf(contact)));
  for (let runs = 0; runs < 40; runs += 1) {
    const open = await Promise.all(debts.map(stored));
    if (open.every(({ nextRunAt }) => nextRunAt === undefined)) break;
    await runFirst(debts);
  }
  expect(channels.messages().length).toBeLessThanOrEqual(3);
  const slots = (await Promise.all(debts.map((debt) => planOf(debt)))).flatMap((plan) => plan.slots);
  expect(slots.filter(({ skipReason }) => skipReason === 'contact_cap')).toEqual([]);
});

it('a message names neither what was paid nor what is paused nor what another person of the phone owes', async () => {
  const contact = aNewPerson();
  const debts = await Promise.all([1, 2, 3, 4, 5].map(() => debtOf(contact)));
  const [paid, paused, ...reminded] = debts as [CollectionResponse, CollectionResponse, ...CollectionResponse[]];
  const { key } = tenants.mine;
  const payment = { amount: paid.amount, method: 'cash', transaction: 'T-1' };
  await invoke(recordPayment, { method: 'POST', key, id: paid.id, body: payment });
  await invoke(pause, { method: 'POST', key, id: paused.id, body: {} });
  const other = await debtOf({ ...contact, firstName: 'Bola' });
  const elsewhere = await debtOf(contact, {}, tenants.other);
  await runFirst(reminded);
  expect(channels.messages().at(-1)?.text).toContain('3 payments, NGN 45,000.00 in all');
  for (const each of [paid, paused, other, elsewhere])
    expect(channels.messages().at(-1)?.text).not.toContain(each.reference);
  expect((await fates([other]))[0]).toEqual(['planned', undefined]);
});

it('the name of a person counts without its case and accents', async () => {
  const contact = aNewPerson();
  const debts = [await debtOf({ ...contact, firstName: 'Adé' }), await debtOf({ ...contact, firstName: 'ADE' })];
  await runFirst(debts);
  expect(channels.messages()[0]?.text).toContain('2 payments, NGN 30,000.00 in all');
});

it('each currency has a line of its own, and the oldest due day leads', async () => {
  const contact = aNewPerson();
  const due = { expiresIn: undefined, followUp: { channels: ['email'], schedule: [0] } };
  const late = await debtOf(contact, { ...due, dueDate: '2026-03-06', amount: { value: 20, currency: 'USD' } });
  const early = await debtOf(contact, { ...due, dueDate: '2026-03-04' });
  const alsoEarly = await debtOf(contact, { ...due, dueDate: '2026-03-05' });
  await runFirst([late, early, alsoEarly]);
  const { text = '' } = channels.messages()[0] ?? {};
  expect(text).toContain('2 payments, NGN 30,000.00 in all, the oldest due on Wed 4 Mar 2026');
  expect(text).toContain('\n\nAlso 1 payment, USD 20.00.\n\n');
  const at = [early, alsoEarly, late].map(({ reference }) => text.indexOf(reference));
  expect(at).toEqual(at.toSorted((a, b) => a - b));
});

it('of more than twenty debts the list names the oldest twenty, and says how many more there are', async () => {
  const contact = aNewPerson();
  const debts = await Promise.all(Array.from({ length: 23 }, () => debtOf(contact)));
  await runFirst(debts);
  const { text = '' } = channels.messages()[0] ?? {};
  expect(text).toContain('23 payments, NGN 345,000.00 in all');
  expect(text).toContain('\nand 3 more\n');
  expect(debts.filter(({ reference }) => text.includes(reference))).toHaveLength(20);
  const sent = (await fates(debts)).filter(([status]) => status === 'sent');
  expect(sent).toHaveLength(21);
});

describe('each debt has messages of its own', () => {
  it('when the account wants it so', async () => {
    const contact = aNewPerson();
    await saveSettings(table, tenants.mine.account.id, { set: { digest: 'off' }, remove: [] });
    const debts = [await debtOf(contact), await debtOf(contact)];
    const first = await runFirst(debts);
    await saveSettings(table, tenants.mine.account.id, { set: {}, remove: ['digest'] });
    expect(channels.messages()[0]?.text).toContain(`reference ${first.reference}`);
    expect((await fates(debts)).filter(([status]) => status === 'sent')).toHaveLength(1);
  });

  it('when its rule wants it so: it names none, and none names it', async () => {
    const tenant = await aTenant();
    await setRule(tenant, 'off');
    const contact = aNewPerson();
    const own = { metadata: { description: 'Goods', segment: 'own' } };
    const debts = [
      await debtOf(contact, {}, tenant),
      await debtOf(contact, own, tenant),
      await debtOf(contact, {}, tenant),
    ];
    const plans = await Promise.all(debts.map((each) => planOf(each, tenant)));
    expect(plans.map(({ reasons }) => reasons.some((reason) => reason.includes('Own')))).toEqual([false, true, false]);
    const first = await runFirst(debts);
    const spoken = (await Promise.all(debts.map((each) => planOf(each, tenant)))).map(({ slots }) => slots[0]?.status);
    expect(spoken.filter((status) => status === 'sent')).toHaveLength(first.id === debts[1]?.id ? 1 : 2);
    expect(spoken[1] === 'sent').toBe(first.id === debts[1]?.id);
    const alone = debts[1] as CollectionResponse;
    const before = channels.messages().length;
    while (channels.messages().length === before) await runFirst(first.id === alone.id ? debts : [alone]);
    const { text = '' } = channels.messages().at(-1) ?? {};
    expect(text.includes(alone.reference)).toBe(first.id !== alone.id);
  });

  it('when there is one debt only, with a link to its own page', async () => {
    const debt = await debtOf(aContactBody({ phone: '+2348039900001', email: 'alone@example.com' }));
    await runFirst([debt]);
    expect(channels.messages()[0]?.text).toMatch(/\/pay\/[0-9a-z]{60}/);
  });
});

it.each([0, 1])(
  'a message for two debts says once that the payment was not found that the customer claims of one: %i',
  async (of) => {
    const contact = aNewPerson();
    const debts = [await debtOf(contact), await debtOf(contact)];
    const { id, payable } = debts[of] as CollectionResponse;
    const [, token = ''] = /\/pay\/([0-9a-z]+)/.exec(JSON.stringify(payable)) ?? [];
    const form = { method: 'claim', paidOn: '2026-03-01', amount: '15000', how: 'cash' };
    await openPage(debtsPage, token, { method: 'POST', body: new URLSearchParams(form).toString() });
    const part = (await stored({ id } as CollectionResponse)).claims?.[0]?.id ?? '';
    await invoke(decideClaim(service), {
      method: 'POST',
      id,
      part,
      key: tenants.mine.key,
      body: { decision: 'rejected' },
    });
    for (const _message of [1, 2]) await runFirst(debts);
    const tells = channels.messages().map(({ text }) => text.includes('could not find the payment'));
    expect(tells).toEqual([true, false]);
  },
);

it('a reply to one message pauses the reminders of every debt that it named, and of no other', async () => {
  const contact = aNewPerson() as { phone: string };
  const debts = await Promise.all([1, 2, 3].map(() => debtOf(contact, { followUp: { channels: ['sms'] } })));
  const later = await debtOf(contact, { followUp: { channels: ['sms'], startAfter: 2880 } });
  await runFirst(debts);
  const unknown = await debtOf(contact, { followUp: { channels: ['sms'] } });
  expect(channels.messages()).toHaveLength(1);
  await receiveReply(service)(sns(smsReply(contact.phone, 'On Friday, all of them')));
  const pauses = async () =>
    (await Promise.all([...debts, later, unknown].map(stored))).map(({ pause: each }) => each?.reason);
  expect(await pauses()).toEqual(['reply', 'reply', 'reply', 'reply', undefined]);
});

it('a debt that is paid while its message is on its way is not named, and its slot says so', async () => {
  const contact = aNewPerson();
  const debts = await Promise.all([1, 2, 3].map(() => debtOf(contact)));
  const { first, run } = await firstOf(debts);
  const [paid, owed] = debts.filter((debt) => debt !== first) as [CollectionResponse, CollectionResponse];
  const pay = { amount: { value: 15_000, currency: 'NGN' }, method: 'cash', transaction: 'r-1' };
  const claimSlots: typeof service.claimSlots = async (claim) => {
    const answer = await service.claimSlots(claim);
    const paying = await invoke(recordPayment, { method: 'POST', id: paid.id, key: tenants.mine.key, body: pay });
    expect([answer, paying.status]).toEqual(['won', 201]);
    return answer;
  };
  await runCollection(run, followUp({ ...service, claimSlots }));
  expect(channels.messages()[0]?.text).toContain('2 payments, NGN 30,000.00 in all');
  expect(channels.messages()[0]?.text).not.toContain(paid.reference);
  expect(await fates([first, owed, paid])).toEqual([
    ['sent', undefined],
    ['sent', first.id],
    ['skipped', first.id],
  ]);
  expect((await planOf(paid)).slots[0]).toMatchObject({ skipReason: 'already_paid' });
  expect((await planOf(first)).slots[0]?.covers).toEqual([owed.id]);
});

it('a message for several debts that waits for its channel leaves none of them unknown when its own debt is paid', async () => {
  const contact = aNewPerson();
  const debts = await Promise.all([1, 2, 3].map(() => debtOf(contact)));
  channels.reply({ status: 400, body: { __type: 'TooManyRequestsException' } });
  const first = await runFirst(debts);
  const rest = debts.filter((debt) => debt !== first);
  const pay = { amount: { value: 15_000, currency: 'NGN' }, method: 'cash', transaction: 'r-1' };
  const paying = await invoke(recordPayment, { method: 'POST', id: first.id, key: tenants.mine.key, body: pay });
  expect(paying.status).toBe(201);
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
  const ended = ['skipped', first.id];
  expect(await fates(rest)).toEqual([ended, ended]);
  expect((await planOf(rest[0] as CollectionResponse)).slots[0]).toMatchObject({ skipReason: 'channel_busy' });
});

it('a message for several debts that waited for its channel is told of all of them once it goes out', async () => {
  const contact = aNewPerson();
  const debts = await Promise.all([1, 2, 3].map(() => debtOf(contact)));
  channels.reply({ status: 400, body: { __type: 'TooManyRequestsException' } });
  const first = await runFirst(debts);
  channels.reply({ status: 200, body: { MessageId: 'm-late' } });
  await runFirst([first]);
  expect((await fates(debts)).map(([status]) => status)).toEqual(['sent', 'sent', 'sent']);
});

it('a message that no channel takes is told of every debt, and one that may have gone out, too', async () => {
  const contact = aNewPerson();
  const debts = [await debtOf(contact), await debtOf(contact)];
  channels.reply({
    status: 400,
    body: { __type: 'MessageRejected' },
    headers: { 'x-amzn-errortype': 'MessageRejected' },
  });
  await runFirst(debts);
  expect((await fates(debts)).map(([status]) => status)).toEqual(['failed', 'failed']);
});

describe('the page of all open debts', () => {
  it('lists what is still owed, oldest first, each with a link to its own page', async () => {
    const contact = aNewPerson();
    const debts = await Promise.all([1, 2, 3].map(() => debtOf(contact)));
    await runFirst(debts);
    const { text = '' } = channels.messages()[0] ?? {};
    const paid = debts[0] as CollectionResponse;
    const payment = { amount: paid.amount, method: 'cash', transaction: 'T-1' };
    await invoke(recordPayment, { method: 'POST', key: tenants.mine.key, id: paid.id, body: payment });
    const { status, html } = await visitMe(text);
    expect([status, html.includes(paid.reference)]).toEqual([200, false]);
    expect(html).toContain('2 payments, NGN\u00a030,000.00 in all');
    expect(html.match(/href="\.\.\/pay\/[0-9a-z]{60}"/g)).toHaveLength(2);
    expect(html).not.toMatch(/<script|@example|\+234/);
    expect((await visitMe(text, {}, { 'Accept-Language': 'pt-BR' })).html).toContain('<html lang="pt">');
  });

  it('a message and the page count all, however many; a page shows ten, in at most twelve kilobytes', async () => {
    const contact = aNewPerson();
    const metadata = { description: 'Rice, beans & oil '.repeat(20) };
    const debts = await Promise.all(Array.from({ length: 103 }, () => debtOf(contact, { metadata })));
    await runFirst(debts);
    const { text = '' } = channels.messages()[0] ?? {};
    const [first, second, beyond] = [
      await visitMe(text),
      await visitMe(text, { page: '2' }),
      await visitMe(text, { page: '99' }),
    ];
    for (const said of [text, first.html]) expect(said).toMatch(/103 payments, NGN.1,545,000.00 in all/);
    expect([first, second].map(({ html }) => html.match(/<li>/g)?.length)).toEqual([10, 10]);
    expect(beyond.html.match(/<li>/g)).toHaveLength(3);
    expect(Buffer.byteLength(first.html)).toBeLessThanOrEqual(12 * 1024);
  });

  it('is unknown to a link of another person, and once its collection is addressed to somebody else', async () => {
    const contact = aNewPerson();
    const debts = [await debtOf(contact), await debtOf(contact)];
    const first = await runFirst(debts);
    const { text = '' } = channels.messages()[0] ?? {};
    expect((await visitMe(text.replace(/\/me\/(.{59})./, '/me/$1_'))).status).toBe(404);
    expect(
      (await visitMe(text.replace(/\/me\/(.{35})(.{25})/, (_, ref) => `/me/${ref}${'0'.repeat(25)}`))).status,
    ).toBe(404);
    const body = { contact: { firstName: 'Bola' } };
    await invoke(updateCollection, { method: 'PATCH', key: tenants.mine.key, id: first.id, body });
    expect((await visitMe(text)).status).toBe(404);
  });
});

describe('a person who gave another email with a newer debt', () => {
  let [OLD, NEW] = ['', ''];
  beforeEach(() => {
    [OLD, NEW] = ['old', 'new'].map((name) => `${name}-${randomUUID()}@example.com`) as [string, string];
  });
  async function reminded() {
    const contact = { ...aNewPerson(), email: OLD };
    const older = await debtOf(contact, EMAIL);
    clock.now = new Date(clock.now.getTime() + 60_000);
    const newer = await debtOf({ ...contact, email: NEW }, { followUp: { channels: ['email'], startAfter: 2880 } });
    await runFirst([older]);
    return { older, newer };
  }
  const toEmail = () => channels.messages().map(({ to }) => to);

  it('is written to there, about both, and its way out belongs to that address', async () => {
    const { older } = await reminded();
    expect(toEmail()).toEqual([NEW]);
    const { text = '' } = channels.messages()[0] ?? {};
    expect(text).toContain('2 payments');
    const [, token = ''] = /\/u\/([0-9a-z]+)/.exec(text) ?? [];
    const asked = { ...anApiEvent({ method: 'POST', resource: '/u/{token}' }), pathParameters: { token } };
    const { statusCode } = (await unsubscribe(service)(asked, {} as never)) as { statusCode: number };
    expect(statusCode).toBe(200);
    const reach = async (email: string) =>
      (await findReach(table, addressesOf({ email }, NO_PHONE, tenants.mine.account), clock.now)).optedOut;
    expect([await reach(NEW), await reach(OLD)]).toEqual([['email'], []]);
    expect((await stored(older)).status).toBe('pending');
  });

  it('is written to at the old one, about that debt alone, where the new one wants no emails', async () => {
    await optOut(table, optedOutFrom(tenants.mine.account, emailAddresses(NEW)), 'link', clock.now);
    await reminded();
    expect(toEmail()).toEqual([OLD]);
    expect(channels.messages()[0]?.text).not.toContain('2 payments');
  });

  it('is written to at the corrected one, if the older debt was corrected last', async () => {
    const contact = { ...aNewPerson(), email: OLD };
    const older = await debtOf(contact, EMAIL);
    const newer = await debtOf({ ...contact, email: NEW }, EMAIL);
    clock.now = new Date(clock.now.getTime() + 60_000);
    const body = { contact: { email: 'corrected@example.com' } };
    await invoke(updateCollection, { method: 'PATCH', id: older.id, key: tenants.mine.key, body });
    await runFirst([newer]);
    expect(toEmail()).toEqual(['corrected@example.com']);
  });
});
