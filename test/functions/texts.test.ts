/** A merchant's own texts on a real table: saved, seen in plans, taken back, and told apart by version. */
import { expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { deleteText } from '#functions/api/delete-text.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { getText } from '#functions/api/get-text.ts';
import { listTexts } from '#functions/api/list-texts.ts';
import { previewText } from '#functions/api/preview-text.ts';
import { setText } from '#functions/api/set-text.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { TextPreviewResponse, TextResponse, TextsResponse } from '#lib/contract/text.ts';
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

const list = listTexts(service);
const get = getText(service);
const set = setText(service);
const remove = deleteText(service);
const preview = previewText(service);
const create = createCollection(service);
const plans = getFollowUps(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const PLACE = { language: 'en', channel: 'sms', kind: 'gentle' };
const BODY = 'Dear {{firstName}}, please pay {{amount}}: {{payLink}} {{optOut}}';

const ask = (handler: typeof get, { key }: Tenant, method: string, body?: unknown, parameters: object = PLACE) =>
  invoke(handler, {
    key,
    method,
    parameters: parameters as Record<string, string>,
    ...(body !== undefined && { body }),
  });
const put = (tenant: Tenant, body: unknown, parameters: object = PLACE) => ask(set, tenant, 'PUT', body, parameters);
const shown = async (tenant: Tenant, parameters: object = PLACE) =>
  dataOf(await ask(get, tenant, 'GET', undefined, parameters), TextResponse);

it('a text that nobody has saved is ours, with what can stand in it', async () => {
  const text = await shown(await aTenant());
  expect(text).toMatchObject({ ...PLACE, version: 0, subject: null, template: null, changedAt: null, versions: [] });
  expect(text.body).toMatch(/^Hello \{\{firstName\}\}, a friendly reminder from \{\{merchant\}\}: \{\{amount\}\}/);
  const named = (is: (of: (typeof text.placeholders)[number]) => boolean) =>
    text.placeholders.filter(is).map(({ name }) => name);
  expect(named(({ isNeeded }) => isNeeded)).toEqual(['amount', 'payLink', 'optOut']);
  expect(named(({ isAlwaysKnown }) => !isAlwaysKnown)).toEqual(['received', 'support']);
  expect(text.placeholders.find(({ name }) => name === 'amount')?.example).toBe('NGN 45,000.00');
});

it('each change is a version, the same words again are none, and an older one can be saved again', async () => {
  const tenant = await aTenant();
  const first = dataOf(await put(tenant, { body: BODY }), TextResponse);
  expect(first).toMatchObject({ version: 1, body: BODY, changedAt: clock.now.toISOString(), changedBy: null });
  clock.advance(1);
  expect(dataOf(await put(tenant, { body: `${BODY}\r\n` }), TextResponse)).toMatchObject({
    version: 1,
    changedAt: first.changedAt,
  });
  expect(dataOf(await put(tenant, { body: `Now: ${BODY}`, version: 1 }), TextResponse).version).toBe(2);
  expect(dataOf(await put(tenant, { body: BODY, version: 2 }), TextResponse).version).toBe(3);
  const { versions } = await shown(tenant);
  expect(versions.map(({ version, body }) => [version, body])).toEqual([
    [3, BODY],
    [2, `Now: ${BODY}`],
    [1, BODY],
  ]);
  const { texts } = dataOf(await invoke(list, { key: tenant.key }), TextsResponse);
  expect(texts).toEqual([{ ...PLACE, ...versions[0] }]);
});

it('who changes what has changed meanwhile is told so, and nothing changes', async () => {
  const tenant = await aTenant();
  await put(tenant, { body: BODY });
  expectRefusal(await put(tenant, { body: `${BODY}!`, version: 0 }), { status: 409, code: 'concurrent_change' });
  expect((await shown(tenant)).version).toBe(1);
});

it('of several who save other texts at once, all are saved', async () => {
  const tenant = await aTenant();
  const kinds = ['gentle', 'professional', 'urgent', 'gentle_several'];
  const answers = await Promise.all(kinds.map((kind) => put(tenant, { body: BODY }, { ...PLACE, kind })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { texts } = dataOf(await invoke(list, { key: tenant.key }), TextsResponse);
  expect(texts.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
});

it('a text that is taken back is ours again, twice too, and no number is given again', async () => {
  const tenant = await aTenant();
  await put(tenant, { body: BODY });
  for (const _ of [1, 2]) {
    const { version, versions } = dataOf(await ask(remove, tenant, 'DELETE'), TextResponse);
    expect([version, versions.map((each) => each.version)]).toEqual([0, [1]]);
    clock.advance(1);
  }
  expect(dataOf(await invoke(list, { key: tenant.key }), TextsResponse)).toEqual({ texts: [] });
  expect(dataOf(await put(tenant, { body: BODY, version: 0 }), TextResponse).version).toBe(2);
});

it('the audit says which text was changed, and nothing of it', async () => {
  const tenant = await aTenant();
  await put(tenant, { body: BODY });
  clock.advance(1);
  await put(tenant, { body: BODY });
  await ask(remove, tenant, 'DELETE');
  const { entries } = await listAudit(table, tenant.account.id, { limit: 10 });
  expect(entries.map(({ what, detail }) => [what, detail])).toEqual([
    ['settings_changed', 'text en/sms/gentle off'],
    ['settings_changed', 'text en/sms/gentle 1'],
  ]);
});

it('a plan has the text of its language, channel and tone, and says which version', async () => {
  const tenant = await aTenant();
  const followUp = { channels: ['sms'], cadence: 'every_6h', tone: 'gentle', startAfter: 30 };
  const body = aCreateBody({ followUp, contact: aContactBody({ firstName: 'Ada', phone: '+2348031234567' }) });
  const { id } = dataOf(await invoke(create, { key: tenant.key, body, method: 'POST' }), CollectionResponse);
  const slots = async () => dataOf(await invoke(plans, { key: tenant.key, id }), FollowUpPlanResponse).slots;
  expect((await slots()).map(({ textVersion }) => textVersion)).not.toContain(1);
  await put(tenant, { body: BODY });
  await put(tenant, { body: BODY }, { ...PLACE, kind: 'urgent' });
  for (const { tone, text, textVersion } of await slots()) {
    expect([tone, textVersion]).toEqual(['gentle', 1]);
    expect(text).toContain('Dear Ada, please pay');
  }
});

it('a text is tried on an example or on a collection, and nothing is saved', async () => {
  const tenant = await aTenant();
  const tried = dataOf(await ask(preview, tenant, 'POST', {}), TextPreviewResponse);
  expect(tried).toMatchObject({ subject: null, html: null, segments: 3, longestSegments: 3 });
  const body = aCreateBody({
    contact: aContactBody({ firstName: 'Zainab' }),
    amount: { value: 12_345, currency: 'NGN' },
  });
  const { id } = dataOf(await invoke(create, { key: tenant.key, body, method: 'POST' }), CollectionResponse);
  const { text } = dataOf(await ask(preview, tenant, 'POST', { body: BODY, collection: id }), TextPreviewResponse);
  expect(text).toContain(
    'Dear Zainab, please pay NGN 12,345.00: Please use the payment details you were given. Stop: https://collections.example/u/…',
  );
  const email = { ...PLACE, channel: 'email', kind: 'gentle_past_due' };
  const late = dataOf(await ask(preview, tenant, 'POST', { collection: id }, email), TextPreviewResponse);
  expect(late.subject).toContain('was due on');
  expect(late.html).toContain('Zainab');
  // Who reads it could otherwise opt out somebody who never got it.
  for (const read of [text, late.text, late.html]) expect(read).toMatch(/\/u\/…/);
  expect((await shown(tenant)).version).toBe(0);
  const other = await aTenant();
  const refused = await ask(preview, other, 'POST', { body: BODY, collection: id });
  expectRefusal(refused, { status: 403, code: 'collection_forbidden' });
  const none = await ask(preview, tenant, 'POST', { body: BODY, collection: 'pay_none' });
  expectRefusal(none, { status: 404, code: 'collection_not_found' });
});

it.each<[object, object, string]>([
  [{ ...PLACE, language: 'xx' }, { body: BODY }, 'language'],
  [{ ...PLACE, channel: 'fax' }, { body: BODY }, 'channel'],
  [{ ...PLACE, kind: 'polite' }, { body: BODY }, 'kind'],
  [PLACE, { body: `${BODY} {{nme}}` }, 'body'],
  [PLACE, { body: '' }, 'body'],
  [PLACE, { body: 'x'.repeat(4_001) }, 'body'],
  [PLACE, { body: BODY, text: 'x' }, 'text'],
  [{ ...PLACE, channel: 'email' }, { subject: 'one\ntwo', body: '{{amount}} {{payLink}}' }, 'subject'],
  [
    { ...PLACE, channel: 'whatsapp' },
    { body: 'Pay {{amount}} {{payLink}} now', template: { name: 'No Name' } },
    'template.name',
  ],
])('%j %j is refused with the place of the fault', async (place, body, path) => {
  const tenant = await aTenant();
  const answer = await put(tenant, body, place);
  expectRefusal(answer, { status: 400, code: 'validation_failed', paths: [path] });
});

const place = async () => ({ parameters: PLACE });
everyEndpoint({ operation: 'list-texts', handler: list, tenants, prepare: async () => ({}) });
everyEndpoint({ operation: 'get-text', handler: get, tenants, prepare: place });
everyEndpoint({ operation: 'delete-text', handler: remove, tenants, prepare: place });
everyEndpoint({
  operation: 'set-text',
  handler: set,
  tenants,
  prepare: async () => ({ parameters: PLACE, body: { body: BODY } }),
});
everyEndpoint({
  operation: 'preview-text',
  handler: preview,
  tenants,
  prepare: async () => ({ parameters: PLACE, body: {} }),
});
