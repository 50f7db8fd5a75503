/** The agenda and the rehearsal of rules on a real table: what they count is what goes out, and nothing is sent or changed. */
import { describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { getAgenda } from '#functions/api/get-agenda.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { getRehearsal } from '#functions/api/get-rehearsal.ts';
import { rehearsePolicy } from '#functions/api/rehearse-policy.ts';
import { updateAccount } from '#functions/api/update-account.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { AgendaResponse, RehearsalResponse } from '#lib/contract/forecast.ts';
import { advanceForecast, newForecast } from '#lib/use-cases/make-forecast.ts';
import { aContactBody, aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { customerKept } from './replies.ts';

const agenda = getAgenda(service);
const rehearse = rehearsePolicy(service);
const last = getRehearsal(service);
const create = createCollection(service);
const plans = getFollowUps(service);
const update = updateAccount(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

let people = 0;
let made = 0;

const contactOf = (nth: number) =>
  aContactBody({ phone: `+23480312${String(30_000 + nth)}`, email: `person${nth}@example.com` });

async function owing({ key }: Tenant, given: object = {}, nth = ++people): Promise<string> {
  const body = aCreateBody({
    reference: `F-${++made}`,
    contact: contactOf(nth),
    ...given,
  });
  const { id } = dataOf(await invoke(create, { key, method: 'POST', body }), CollectionResponse);
  await customerKept(id);
  return id;
}

const agendaOf = async ({ key }: Tenant, query: Record<string, string> = {}) =>
  dataOf(await invoke(agenda, { key, query }), AgendaResponse);
const rehearsed = async ({ key }: Tenant, rules: unknown) => {
  const answer = await invoke(rehearse, { key, method: 'POST', body: { rules } });
  const { rehearsal } = dataOf(answer, RehearsalResponse);
  if (rehearsal === null) throw new Error('no rehearsal');
  return rehearsal;
};
/** Until a day, by default the last that a forecast counts. */
const plannedOn = async ({ key }: Tenant, ids: readonly string[], until = '2026-05-01') => {
  const dates: string[] = [];
  for (const id of ids) {
    const { slots } = dataOf(await invoke(plans, { key, id }), FollowUpPlanResponse);
    dates.push(
      ...slots
        .filter(({ status }) => status === 'planned')
        .map((slot) => (slot.deferredUntil ?? slot.dueAt).slice(0, 10)),
    );
  }
  return dates.filter((date) => date <= until).toSorted();
};

describe('the agenda', () => {
  it('has every day of its range, and nothing where nothing is owed', async () => {
    const shown = await agendaOf(await aTenant());
    expect(shown).toMatchObject({ isDone: true, messages: 0, cost: null, unpricedMessages: 0 });
    expect(shown.days.map(({ date }) => date)).toEqual(
      Array.from({ length: 14 }, (_, nth) => `2026-03-${String(2 + nth).padStart(2, '0')}`),
    );
  });

  it('counts what the plans of all collections say, by day', async () => {
    const tenant = await aTenant();
    const ids = [
      await owing(tenant, { dueDate: '2026-03-05' }),
      await owing(tenant, { dueDate: '2026-03-09', followUp: { schedule: [-1, 0, 3] } }),
      await owing(tenant, { expiresIn: 3 * 1440, followUp: { cadence: 'daily', channels: ['email'] } }),
      await owing(tenant, { followUp: { enabled: false } }),
    ];
    const { days, messages } = await agendaOf(tenant, { to: '2026-04-20' });
    const counted = days.flatMap(({ date, messages: count }) => Array.from({ length: count }, () => date));
    expect(counted).toEqual(await plannedOn(tenant, ids, '2026-04-20'));
    expect(messages).toBe(counted.length);
    const first = days.find(({ date }) => date === '2026-03-08');
    expect(first?.collections).toContain(ids[1]);
    expect(first?.owed).toEqual([{ value: 45_000 * (first?.collections.length ?? 0), currency: 'NGN' }]);
  });

  it('one message speaks for all debts of a person that are due together', async () => {
    const tenant = await aTenant();
    const nth = ++people;
    const terms = { dueDate: '2026-03-06', followUp: { schedule: [0], channels: ['email'] } };
    const both = [await owing(tenant, terms, nth), await owing(tenant, { ...terms, number: 'B' }, nth)];
    const day = (await agendaOf(tenant)).days.find(({ date }) => date === '2026-03-06');
    expect(day).toMatchObject({ messages: 1, channels: [{ channel: 'email', messages: 1 }] });
    expect(day?.collections.toSorted()).toEqual(both.toSorted());
    expect(day?.owed).toEqual([{ value: 90_000, currency: 'NGN' }]);
    await invoke(update, { key: tenant.key, method: 'PATCH', body: { digest: 'off' } });
    expect((await agendaOf(tenant)).days.find(({ date }) => date === '2026-03-06')?.messages).toBe(2);
  });

  it('costs what the merchant’s prices say, an SMS by its parts, and says what has no price', async () => {
    const tenant = await aTenant();
    await owing(tenant, { dueDate: '2026-03-06', followUp: { schedule: [0], channels: ['sms'] } });
    await owing(tenant, { dueDate: '2026-03-06', followUp: { schedule: [0], channels: ['email'] } });
    expect((await agendaOf(tenant)).cost).toBeNull();
    const set = (prices: unknown) =>
      invoke(update, { key: tenant.key, method: 'PATCH', body: { messagePrices: { currency: 'USD', prices } } });
    await set([
      { channel: 'sms', country: 'NG', price: 0.05 },
      { channel: 'sms', price: 9 },
    ]);
    expect(await agendaOf(tenant)).toMatchObject({ cost: { value: 0.1, currency: 'USD' }, unpricedMessages: 1 });
    await set([
      { channel: 'sms', country: 'GH', price: 0.05 },
      { channel: 'email', price: 0.0001 },
    ]);
    expect(await agendaOf(tenant)).toMatchObject({ cost: { value: 0.0001, currency: 'USD' }, unpricedMessages: 1 });
  });

  it.each([
    [{ from: '2026-03-01' }, 'from'],
    [{ to: '2026-05-01' }, 'to'],
    [{ from: '2026-03-10', to: '2026-03-09' }, 'to'],
    [{ from: 'tomorrow' }, 'from'],
    [{ days: '3' }, 'days'],
  ] as [Record<string, string>, string][])('%j is refused', async (query, path) => {
    const { key } = await aTenant();
    expectRefusal(await invoke(agenda, { key, query }), { status: 400, code: 'validation_failed', paths: [path] });
  });

  it('the last day that can be asked for is the sixtieth', async () => {
    const { days } = await agendaOf(await aTenant(), { from: '2026-04-30', to: '2026-04-30' });
    expect(days).toHaveLength(1);
  });
});

describe('the rehearsal of rules', () => {
  const SILENT = [
    { name: 'Large', when: { amount: { currency: 'NGN', from: 100_000 } }, followUp: { enabled: false } },
  ];

  it('of the rules in force changes nothing', async () => {
    const tenant = await aTenant();
    await owing(tenant, { dueDate: '2026-03-06' });
    const { inForce, proposed, examples, isDone } = await rehearsed(tenant, []);
    expect([isDone, proposed]).toEqual([true, inForce]);
    expect(inForce).toMatchObject({ debts: 1, people: 1, neverMentioned: 0, rules: [{ rule: null, debts: 1 }] });
    expect(examples[0]?.inForce).toEqual(examples[0]?.proposed);
  });

  it('shows what other rules would send, beside what is sent, and an example that they change first', async () => {
    const tenant = await aTenant();
    const small = await owing(tenant, { dueDate: '2026-03-06' });
    const large = await owing(tenant, { dueDate: '2026-03-06', amount: { value: 200_000, currency: 'NGN' } });
    const before = await plannedOn(tenant, [small, large]);
    const { inForce, proposed, examples } = await rehearsed(tenant, SILENT);
    expect(inForce.messages).toBe(before.length);
    expect(proposed).toMatchObject({
      debts: 2,
      neverMentioned: 1,
      messages: (await plannedOn(tenant, [small])).length,
    });
    expect(proposed.rules).toContainEqual({ rule: 'Large', debts: 1, messages: 0 });
    const changed = examples.find(({ collection }) => collection === large);
    expect(changed?.proposed).toEqual({ rule: 'Large', messages: [] });
    expect(changed?.inForce.rule).toBeNull();
    expect(await plannedOn(tenant, [small, large])).toEqual(before);
  });

  it.each(['__proto__', 'constructor', '#'])('a rule may be called %s', async (name) => {
    const tenant = await aTenant();
    await owing(tenant, { dueDate: '2026-03-06' });
    const { proposed } = await rehearsed(tenant, [{ name, when: {}, followUp: { enabled: false } }]);
    expect(proposed.rules).toEqual([{ rule: name, debts: 1, messages: 0 }]);
  });

  it('what a create said itself wins over the rules that are tried', async () => {
    const tenant = await aTenant();
    await owing(tenant, { amount: { value: 200_000, currency: 'NGN' }, followUp: { cadence: 'daily' } });
    const { inForce, proposed } = await rehearsed(tenant, SILENT);
    expect(proposed.messages).toBe(inForce.messages);
  });

  it('who was asked before is a returning customer', async () => {
    const tenant = await aTenant();
    const nth = ++people;
    await owing(tenant, { dueDate: '2026-03-06' }, nth);
    clock.advance(60);
    const again = await owing(tenant, { dueDate: '2026-03-20', number: 'again' }, nth);
    const rules = [{ name: 'Again', when: { customer: 'returning' }, followUp: { enabled: false } }];
    const { proposed, examples } = await rehearsed(tenant, rules);
    expect(proposed.rules).toContainEqual({ rule: 'Again', debts: 1, messages: 0 });
    expect(examples.find(({ proposed: { rule } }) => rule === 'Again')?.collection).toBe(again);
  });

  it('a rule that would write at night is moved by the law, and the rehearsal says how often', async () => {
    const tenant = await aTenant();
    await owing(tenant, { expiresIn: 1440 });
    const movedBy = async (startAfter: number) => {
      const rules = [{ name: 'Late', when: {}, followUp: { startAfter, cadence: 'daily' } }];
      return (await rehearsed(tenant, rules)).proposed.movedByHours;
    };
    expect([await movedBy(60), await movedBy(720)]).toEqual([0, 1]);
  });

  it('the last one is kept, and another account sees none', async () => {
    const tenant = await aTenant();
    expect(dataOf(await invoke(last, { key: tenant.key }), RehearsalResponse)).toEqual({ rehearsal: null });
    const made = await rehearsed(tenant, SILENT);
    expect(dataOf(await invoke(last, { key: tenant.key }), RehearsalResponse)).toEqual({ rehearsal: made });
    const other = await aTenant();
    expect(dataOf(await invoke(last, { key: other.key }), RehearsalResponse)).toEqual({ rehearsal: null });
  });

  it('rules are refused as they are when they are set', async () => {
    const { key } = await aTenant();
    const rules = [
      { name: 'A', when: {}, followUp: {} },
      { name: 'A', when: {}, followUp: { schedule: [1] } },
    ];
    const answer = await invoke(rehearse, { key, method: 'POST', body: { rules } });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['rules.1.followUp.schedule'] });
  });

  it('a large account is counted in steps, each once, and the result is the same', async () => {
    const tenant = await aTenant();
    const nth = ++people;
    for (const reference of ['one', 'two']) await owing(tenant, { dueDate: '2026-03-06', number: reference }, nth);
    await owing(tenant, { dueDate: '2026-03-07' });
    const whole = await rehearsed(tenant, SILENT);
    const rules = [{ ...SILENT[0], when: { amount: { currency: 'NGN', from: 10_000_000 } } }];
    const started = await newForecast(service, tenant.account, rules as never);
    await service.putForecast(tenant.account.id, 'rehearsal', started);
    const task = { account: tenant.account.id, kind: 'rehearsal', id: started.id } as const;
    expect(dataOf(await invoke(last, { key: tenant.key }), RehearsalResponse).rehearsal?.isDone).toBe(false);
    await runCollection({ collection: '', forecast: task });
    await runCollection({ collection: '', forecast: task });
    const { rehearsal } = dataOf(await invoke(last, { key: tenant.key }), RehearsalResponse);
    expect(rehearsal).toEqual({ ...whole, id: started.id });
    // A step of one that was replaced meanwhile changes nothing.
    await advanceForecast(service, tenant.account, started, clock.now.getTime() + 1_000);
    started.step += 1;
    expect(await service.saveForecastStep(tenant.account.id, 'rehearsal', started)).toBe(false);
  });
});

const nothing = async () => ({});
everyEndpoint({ operation: 'get-agenda', handler: agenda, tenants, prepare: nothing });
everyEndpoint({ operation: 'get-rehearsal', handler: last, tenants, prepare: nothing });
everyEndpoint({
  operation: 'rehearse-policy',
  handler: rehearse,
  tenants,
  prepare: async () => ({ body: { rules: [] } }),
});
