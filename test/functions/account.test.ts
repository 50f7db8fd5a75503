/** An account's settings and its rules for follow-ups on a real table: seen, changed, refused, and what they do to collections. */
import { describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { getAccount } from '#functions/api/get-account.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { getCustomer } from '#functions/api/get-customer.ts';
import { getFollowUpPolicy } from '#functions/api/get-follow-up-policy.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { previewFollowUps } from '#functions/api/preview-follow-ups.ts';
import { setFollowUpPolicy } from '#functions/api/set-follow-up-policy.ts';
import { updateAccount } from '#functions/api/update-account.ts';
import { AccountResponse } from '#lib/contract/account.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { CustomerResponse } from '#lib/contract/customer.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { FollowUpPolicyResponse } from '#lib/contract/follow-up-policy.ts';
import { listAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aContactBody, aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';

const get = getAccount(service);
const update = updateAccount(service);
const rules = getFollowUpPolicy(service);
const setRules = setFollowUpPolicy(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const patch = ({ key }: Tenant, body: unknown) => invoke(update, { method: 'PATCH', key, body });
const put = ({ key }: Tenant, body: unknown) => invoke(setRules, { method: 'PUT', key, body });
const audited = async ({ account }: Tenant) =>
  (await listAudit(table, account.id, { limit: 10 })).entries.map(({ what, member, detail }) => [
    what,
    member.id,
    detail,
  ]);

describe('the settings of an account', () => {
  it('those that nobody has set are as the service has them, and no secret is among them', async () => {
    const { key, account } = await aTenant();
    const shown = dataOf(await invoke(get, { key }), AccountResponse);
    expect(shown).toEqual({
      id: account.id,
      name: account.name,
      mode: account.mode,
      country: account.country ?? null,
      legalName: null,
      logo: null,
      messagePrices: null,
      address: null,
      website: null,
      color: null,
      supportPhone: null,
      supportEmail: null,
      defaultProvider: null,
      language: null,
      promiseDays: 14,
      digest: 'on',
      partPayments: 'off',
      messageHours: null,
      messagesPerWeek: null,
      createdAt: account.createdAt,
    });
  });

  it('each is changed and taken back, which the audit tells without its value', async () => {
    const tenant = await aTenant();
    const before = dataOf(await invoke(get, { key: tenant.key }), AccountResponse);
    const given = {
      name: ' New Foods ',
      legalName: 'New Foods Limited',
      address: '12 Marina Road, Lagos',
      website: 'https://foods.example/shop',
      color: '#0B57D0',
      supportPhone: '+234 803 111 2222',
      supportEmail: 'help@foods.example',
      language: 'sw',
      promiseDays: 30,
      digest: 'off',
      messageHours: { opens: 9, closes: 17 },
      messagesPerWeek: 2,
    };
    const after = { ...before, ...given, name: 'New Foods', color: '#0b57d0', supportPhone: '+2348031112222' };
    expect(dataOf(await patch(tenant, given), AccountResponse)).toEqual(after);
    clock.advance(5);
    expect(dataOf(await patch(tenant, given), AccountResponse)).toEqual(after);
    expect(dataOf(await invoke(get, { key: tenant.key }), AccountResponse)).toEqual(after);
    const back = Object.fromEntries(Object.keys(given).map((name) => [name, null]));
    const taken = { ...back, name: before.name, digest: 'on' };
    expect(dataOf(await patch(tenant, taken), AccountResponse)).toEqual(before);
    expect(dataOf(await invoke(get, { key: tenant.key }), AccountResponse)).toEqual(before);
    const names = Object.keys(given).sort().join(', ');
    expect(await audited(tenant)).toEqual([
      ['settings_changed', 'api_key', names],
      ['settings_changed', 'api_key', names],
    ]);
  });

  it.each<[object, string[]]>([
    [{}, ['']],
    [{ mode: 'live' }, ['', 'mode']],
    [{ country: 'GH', name: 'New' }, ['country']],
    [{ name: null }, ['name']],
    [{ name: 'a\nb' }, ['name']],
    [{ color: 'blue' }, ['color']],
    [{ color: '#0b57d0;}' }, ['color']],
    [{ website: 'http://shop.example' }, ['website']],
    [{ website: 'https://shop.example/"><script>' }, ['website']],
    [{ language: 'de' }, ['language']],
    [{ promiseDays: 0 }, ['promiseDays']],
    [{ promiseDays: 91 }, ['promiseDays']],
    [{ digest: null }, ['digest']],
    [{ messageHours: { opens: 7, closes: 20 } }, ['messageHours.opens']],
    [{ messageHours: { opens: 8, closes: 21 } }, ['messageHours.closes']],
    [{ messageHours: { opens: 9, closes: 10 } }, ['messageHours.closes']],
    [{ messageHours: { opens: 9 } }, ['messageHours.closes']],
    [{ messagesPerWeek: 0 }, ['messagesPerWeek']],
    [{ messagesPerWeek: 8 }, ['messagesPerWeek']],
    [{ supportPhone: '0803 111 2222' }, ['supportPhone']],
    [{ defaultProvider: 'nobody' }, ['defaultProvider']],
  ])('a change to %j answers 400 and writes nothing', async (body, paths) => {
    const before = await invoke(get, { key: tenants.mine.key });
    expectRefusal(await patch(tenants.mine, body), { status: 400, code: 'validation_failed', paths });
    expect((await invoke(get, { key: tenants.mine.key })).body).toEqual(before.body);
  });

  it('hours that are set hold for the reminders of collections that are there: the plan says when they come', async () => {
    const tenant = await aTenant({ country: 'NG' });
    const create = createCollection(service);
    const body = aCreateBody({ contact: aContactBody(), dueDate: '2026-03-20' });
    const { id } = dataOf(await invoke(create, { method: 'POST', key: tenant.key, body }), CollectionResponse);
    await patch(tenant, { messageHours: { opens: 14, closes: 17 } });
    const plan = dataOf(await invoke(getFollowUps(service), { key: tenant.key, id }), FollowUpPlanResponse);
    expect(plan.reasons).toContain('set by the account: from 14:00 to 17:00 only');
    for (const { deferredUntil = '', reason } of plan.slots) {
      expect(deferredUntil.slice(11, 16)).toBe('13:00');
      expect(reason).toMatch(/; deferred to the hours in which it may be sent$/);
    }
    const { contact } = dataOf(await invoke(getCollection(service), { key: tenant.key, id }), CollectionResponse);
    const customer = dataOf(await invoke(getCustomer(service), { key: tenant.key, id: contact.id }), CustomerResponse);
    expect(customer.nextMessageAt).toBe(plan.slots[0]?.deferredUntil);
  });
});

it('messages in a week that are set hold, too, and the plan says what a reminder waits for', async () => {
  const tenant = await aTenant({ country: 'NG' });
  await patch(tenant, { messageHours: { opens: 14, closes: 17 }, messagesPerWeek: 1 });
  const followUp = { schedule: [-7, -1] };
  const body = aCreateBody({ contact: aContactBody(), dueDate: '2026-03-20', followUp });
  const made = await invoke(createCollection(service), { method: 'POST', key: tenant.key, body });
  const { id } = dataOf(made, CollectionResponse);
  const plan = dataOf(await invoke(getFollowUps(service), { key: tenant.key, id }), FollowUpPlanResponse);
  expect(plan.reasons).toContain('set by the account: at most 1 in 7 days');
  expect(plan.slots.map(({ deferredUntil, reason }) => [deferredUntil, reason.split('; ').at(-1)])).toEqual([
    ['2026-03-13T13:00:00.000Z', 'deferred to the hours in which it may be sent'],
    ['2026-03-20T13:00:00.000Z', 'deferred, because the person gets other messages'],
  ]);
});

const RULES = [
  { name: 'Large', when: { amount: { currency: 'NGN', from: 500_000.5 } }, followUp: { enabled: false } },
  {
    name: 'Schools',
    when: { dueDate: true, segments: ['school'] },
    followUp: { schedule: [-2, 0], channels: ['email'] },
  },
  { name: 'Known', when: { customer: 'returning', countries: ['NG'] }, followUp: { tone: 'urgent' } },
  { name: 'Wholesale', when: { tags: ['wholesale', 'vip'] }, followUp: {}, digest: 'off' },
];

describe('the rules of an account', () => {
  it('are none at first, are put as a whole, and say who changed them', async () => {
    const tenant = await aTenant();
    const none = { rules: [], version: 0, changedAt: null, changedBy: null };
    expect(dataOf(await invoke(rules, { key: tenant.key }), FollowUpPolicyResponse)).toEqual(none);
    const set = { rules: RULES, version: 1, changedAt: clock.now.toISOString(), changedBy: null };
    expect(dataOf(await put(tenant, { rules: RULES, version: 0 }), FollowUpPolicyResponse)).toEqual(set);
    clock.advance(5);
    expect(dataOf(await put(tenant, { rules: RULES, version: 0 }), FollowUpPolicyResponse)).toEqual(set);
    expect(dataOf(await invoke(rules, { key: tenant.key }), FollowUpPolicyResponse)).toEqual(set);
    const stale = await put(tenant, { rules: [], version: 0 });
    expectRefusal(stale, { status: 409, code: 'concurrent_change' });
    expect(dataOf(await put(tenant, { rules: [] }), FollowUpPolicyResponse)).toMatchObject({ rules: [], version: 2 });
    expect(await audited(tenant)).toEqual([
      ['settings_changed', 'api_key', 'followUpPolicy 2'],
      ['settings_changed', 'api_key', 'followUpPolicy 1'],
    ]);
  });

  it('of two that change them at once, one is told so', async () => {
    const tenant = await aTenant();
    const answers = await Promise.all(RULES.map((rule) => put(tenant, { rules: [rule], version: 0 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  const ok = { name: 'A', when: {}, followUp: {} };
  it.each<[string, unknown, string[]]>([
    ['no rules', {}, ['rules']],
    ['21 rules', { rules: Array.from({ length: 21 }, () => ok) }, ['rules']],
    ['an unknown condition', { rules: [{ ...ok, when: { city: 'Lagos' } }] }, ['rules.0.when.city']],
    ['a name twice', { rules: [{ ...ok, when: { dueDate: true } }, ok] }, ['rules.1.name']],
    ['a rule behind one for all', { rules: [ok, { ...ok, name: 'B' }] }, ['rules.1.when']],
    ['days without due dates', { rules: [{ ...ok, followUp: { schedule: [1] } }] }, ['rules.0.followUp.schedule']],
    [
      'days of what has no due date',
      { rules: [{ ...ok, when: { dueDate: false }, followUp: { schedule: [1] } }] },
      ['rules.0.followUp.schedule'],
    ],
    [
      'no reminder, by SMS',
      { rules: [{ ...ok, followUp: { enabled: false, channels: ['sms'] } }] },
      ['rules.0.followUp.enabled'],
    ],
    [
      'one message for all reminders that there are not',
      { rules: [{ ...ok, followUp: { enabled: false }, digest: 'on' }] },
      ['rules.0.digest'],
    ],
    ['no tag', { rules: [{ ...ok, when: { tags: [] } }] }, ['rules.0.when.tags']],
    ['a tag twice', { rules: [{ ...ok, when: { tags: ['a', 'a'] } }] }, ['rules.0.when.tags']],
    ['no such country', { rules: [{ ...ok, when: { countries: ['XX'] } }] }, ['rules.0.when.countries.0']],
    [
      'a range that is empty',
      { rules: [{ ...ok, when: { amount: { currency: 'NGN', from: 5, below: 5 } } }] },
      ['rules.0.when.amount.below'],
    ],
    [
      'more decimals than the currency has',
      { rules: [{ ...ok, when: { amount: { currency: 'NGN', from: 5.001 } } }] },
      ['rules.0.when.amount.from'],
    ],
    [
      'more than an account has room for',
      {
        rules: [0, 1, 2].map((n) => ({
          ...ok,
          name: `${n}`,
          when: { segments: Array.from({ length: 50 }, (_, m) => `${n} ${m} ${'é'.repeat(60)}`) },
        })),
      },
      ['rules'],
    ],
    ['no currency', { rules: [{ ...ok, when: { amount: { currency: 'ABC' } } }] }, ['rules.0.when.amount.currency']],
  ])('%s: 400, and nothing is written', async (_what, body, paths) => {
    expectRefusal(await put(tenants.mine, body), { status: 400, code: 'validation_failed', paths });
    expect(dataOf(await invoke(rules, { key: tenants.mine.key }), FollowUpPolicyResponse).version).toBe(0);
  });

  it('fill what a create does not say, in a preview as in the collection; what is there keeps its plan', async () => {
    const tenant = await aTenant({ country: 'NG' });
    const create = createCollection(service);
    const contact = aContactBody();
    let count = 0;
    const planned = async (given: object) => {
      count += 1;
      const body = aCreateBody({ contact, reference: `ruled ${count}`, ...given });
      const seen = dataOf(
        await invoke(previewFollowUps(service), { method: 'POST', key: tenant.key, body }),
        FollowUpPlanResponse,
      );
      const made = await invoke(create, { method: 'POST', key: tenant.key, body });
      const { id, followUp } = dataOf(made, CollectionResponse);
      const plan = dataOf(await invoke(getFollowUps(service), { key: tenant.key, id }), FollowUpPlanResponse);
      expect(plan.reasons.slice(0, 3)).toEqual(seen.reasons.slice(0, 3));
      return { id, followUp, plan };
    };
    await put(tenant, { rules: RULES });
    const first = await planned({});
    expect(first.plan.reasons[0]).not.toContain('rule');
    const second = await planned({});
    expect(second.plan.reasons[0]).toBe('by the rule “Known” of the account');
    expect(second.followUp.tone).toBe('urgent');
    for (const { tone, reason } of second.plan.slots)
      expect([tone, reason]).toEqual(['urgent', expect.stringContaining('urgent as given')]);
    const large = await planned({ amount: { value: 500_000.5, currency: 'NGN' } });
    expect(large.plan).toMatchObject({ enabled: false, reasons: ['by the rule “Large” of the account'], slots: [] });
    const own = await planned({ amount: { value: 600_000, currency: 'NGN' }, followUp: { enabled: true } });
    expect(own.plan.enabled).toBe(true);
    const school = { dueDate: '2026-03-20', metadata: { description: 'Fees', segment: 'school' } };
    expect((await planned(school)).followUp).toMatchObject({ schedule: [-2, 0], channels: ['email'] });
    await put(tenant, { rules: [] });
    const after = dataOf(await invoke(getFollowUps(service), { key: tenant.key, id: second.id }), FollowUpPlanResponse);
    expect(after).toEqual(second.plan);
  });
});

const nothing = async () => ({});
everyEndpoint({ operation: 'get-account', handler: get, tenants, prepare: nothing });
everyEndpoint({
  operation: 'update-account',
  handler: update,
  tenants,
  prepare: async () => ({ body: { promiseDays: 14 } }),
});
everyEndpoint({ operation: 'get-follow-up-policy', handler: rules, tenants, prepare: nothing });
everyEndpoint({
  operation: 'set-follow-up-policy',
  handler: setRules,
  tenants,
  prepare: async () => ({ body: { rules: [] } }),
});
