/** What needs a person, on a real table: kept by the stream's function, listed, taken, put off and done. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listAttention } from '#functions/api/list-attention.ts';
import { updateAttention } from '#functions/api/update-attention.ts';
import { publishEvents } from '#functions/stream/publish-events.ts';
import { clock } from '#lib/clock.ts';
import { AttentionResponse } from '#lib/contract/attention.ts';
import { attentionId } from '#lib/domain/attention/attention-item.ts';
import { overLimit } from '#lib/domain/contact.ts';
import { recordEvent } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { listAudit } from '#lib/store/member/audit.ts';
import { recordReply } from '#lib/store/message/messages.ts';
import { table } from '#lib/store/table/live-table.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aSignedIn } from '#test/support/members.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { collectionRefOf, pay } from './a-payment-page.ts';
import { aCreatedCollection } from './created.ts';

useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const tenants = useTenants();
const time = useClock(new Date('2026-03-02T09:00:00.000Z'));
const [list, update, publish] = [listAttention(service), updateAttention(service), publishEvents(service)];

/** As the stream tells of a change. */
async function changed(id: string): Promise<void> {
  const { account, hash } = collectionRefOf(id);
  const { pk, sk } = collectionKey(account, hash);
  const Keys = { pk: { S: pk }, sk: { S: sk } };
  await publish({ Records: [{ eventName: 'MODIFY', dynamodb: { Keys, SequenceNumber: '1' } }] } as never);
}

async function replied(tenant: Tenant, text = 'Hello'): Promise<string> {
  const { id } = await aCreatedCollection(tenant);
  await reply(id, text);
  return id;
}

async function reply(id: string, text: string): Promise<void> {
  const at = clock.now().toISOString();
  await recordReply(table, collectionRefOf(id), { channel: 'sms', messageId: randomUUID(), text, at });
  await changed(id);
}

const ask = async (tenant: Tenant, query: Record<string, string> = {}) => {
  const { body } = await invoke(list, { key: tenant.key, query });
  return body as { data: AttentionResponse[]; meta: { nextCursor: string | null } };
};
const item = (id: string) => attentionId(collectionRefOf(id), 'replied');
const change = (tenant: Tenant, id: string, body: object) =>
  invoke(update, { method: 'PATCH', key: tenant.key, id: item(id), body });

it('what has expired is not listed as unpaid when it is paid, though the stream has not told so yet', async () => {
  const tenant = await aTenant();
  const { id } = await aCreatedCollection(tenant, { expiresIn: 60 });
  time.advance(61);
  await changed(id);
  const reasons = async () => (await ask(tenant)).data.map(({ reason }) => reason);
  expect(await reasons()).toContain('expired_unpaid');
  await pay(id, 45_000_00);
  expect(await reasons()).toEqual([]);
});

it('a reply is listed with its customer and what it seems to say, and is gone when it is paid', async () => {
  const tenant = await aTenant();
  const id = await replied(tenant, 'I will pay on Friday');
  await changed(id);
  expect((await ask(tenant)).data).toMatchObject([
    {
      id: item(id),
      reason: 'replied',
      since: '2026-03-02T09:00:00.000Z',
      collection: { id, status: 'pending', outstanding: { value: 45_000, currency: 'NGN' } },
      customer: { firstName: 'Ada' },
      text: 'I will pay on Friday',
      suggestion: { kind: 'promise', quote: 'I will pay on Friday', payBy: '2026-03-06T23:00:00.000Z' },
    },
  ]);
  time.advance(1);
  await pay(id, 4_500_000);
  await changed(id);
  expect((await ask(tenant)).data).toEqual([]);
});

it('an empty list is one read beside that of the key', async () => {
  const tenant = await aTenant();
  const seen = interceptSend((_command, send) => send());
  await ask(tenant);
  expect(seen.map((command) => command.constructor.name).toSorted()).toEqual(['GetCommand', 'QueryCommand']);
});

it('of two people who take one the second is told, until it is given back', async () => {
  const id = await replied(tenants.mine);
  const answers = await Promise.all(['Ada', 'Tunde'].map((assignee) => change(tenants.mine, id, { assignee })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = answers[0]?.status === 200 ? 'Ada' : 'Tunde';
  const loser = winner === 'Ada' ? 'Tunde' : 'Ada';

  expectRefusal(await change(tenants.mine, id, { assignee: loser }), { status: 409, code: 'already_taken' });
  expect((await change(tenants.mine, id, { assignee: winner })).status).toBe(200);
  const { data } = await ask(tenants.mine, { assignee: winner });
  expect(data.map((each) => each.id)).toEqual([item(id)]);
  await change(tenants.mine, id, { assignee: '' });
  expect(dataOf(await change(tenants.mine, id, { assignee: loser }), AttentionResponse).assignee).toBe(loser);
});

it('what is put off comes back when its time has come, or something new happens', async () => {
  const tenant = await aTenant();
  const id = await replied(tenant);
  const snoozedUntil = '2026-03-02T10:00:00.000Z';
  await change(tenant, id, { snoozedUntil, note: 'Calls back' });
  expect((await ask(tenant)).data).toEqual([]);
  time.advance(60);
  expect((await ask(tenant)).data).toMatchObject([{ note: 'Calls back' }]);
  await change(tenant, id, { snoozedUntil: '2026-03-03T10:00:00.000Z' });
  await reply(id, 'Are you there?');
  expect((await ask(tenant)).data).toMatchObject([{ text: 'Hello\nAre you there?' }]);
});

it('what is done is off the list until there is a new cause, and done again is done', async () => {
  const tenant = await aTenant();
  const id = await replied(tenant);
  for (let click = 0; click < 2; click += 1)
    expect(dataOf(await change(tenant, id, { done: true }), AttentionResponse).done).toBe(true);
  await changed(id);
  expect((await ask(tenant)).data).toEqual([]);
  time.advance(1);
  await reply(id, 'One thing more');
  expect((await ask(tenant)).data).toMatchObject([{ since: '2026-03-02T09:01:00.000Z', text: 'One thing more' }]);
});

it('what is done can be put back where it was, again and again, and is done again; what was not done stays as it is', async () => {
  const tenant = await aTenant();
  const first = await replied(tenant);
  time.advance(1);
  const second = await replied(tenant);
  const listed = async () => (await ask(tenant)).data.map(({ collection }) => collection.id);
  const all = await listed();
  expect(all).toEqual([first, second]);
  await change(tenant, first, { done: true });
  time.advance(5);
  for (let click = 0; click < 2; click += 1) {
    expect(dataOf(await change(tenant, first, { done: false }), AttentionResponse)).not.toHaveProperty('done');
    expect(await listed()).toEqual(all);
  }
  await changed(first);
  expect(await listed()).toEqual(all);
  expect(dataOf(await change(tenant, first, { done: false, note: 'Call her' }), AttentionResponse).note).toBe(
    'Call her',
  );
  await change(tenant, first, { done: true });
  expect(await listed()).toEqual([second]);
  time.advance(1);
  await reply(first, 'One thing more');
  expect(await listed()).toEqual([second, first]);
});

it('of what is done nothing changes but that it is done: a note, and who would take it, find nothing', async () => {
  const tenant = await aTenant();
  const id = await replied(tenant);
  await change(tenant, id, { assignee: 'Ada', done: true });
  for (const body of [
    { note: 'x' },
    { assignee: 'Ada' },
    { assignee: '' },
    { snoozedUntil: '2026-03-03T10:00:00.000Z' },
  ])
    expectRefusal(await change(tenant, id, body), { status: 404, code: 'attention_not_found' });
  expectRefusal(await change(tenant, id, { assignee: 'Tunde' }), { status: 409, code: 'already_taken' });
  const { body } = await change(tenant, id, { done: true });
  expect(body.data).toMatchObject({ assignee: 'Ada', done: true });
  const free = await replied(tenant);
  await change(tenant, free, { done: true });
  expectRefusal(await change(tenant, free, { assignee: 'Tunde' }), { status: 404, code: 'attention_not_found' });
});

it('what a member changes is in the audit, and what changes nothing or a key asks is not', async () => {
  const tenant = await aTenant();
  const { member, headers } = await aSignedIn(tenant.account.id, 'agent');
  const id = await replied(tenant);
  const byMember = (body: object) =>
    invoke(update, { method: 'PATCH', resource: '/public/attention/{id}', id: item(id), headers, body });
  await change(tenant, id, { note: 'by a key' });
  await byMember({ note: 'Calls back', done: true });
  await byMember({ done: true });
  const { entries } = await listAudit(table, tenant.account.id, { limit: 10 });
  const changes = entries.filter(({ what }) => what === 'attention_changed');
  expect(changes.map(({ member: by, detail }) => [by.id, detail])).toEqual([[member.id, `${item(id)} note, done`]]);
  expect(logs.events().filter((event) => event === 'attention_changed')).toHaveLength(2);
});

it('pages and filters show each item once, oldest first, and a cursor belongs to its filter', async () => {
  const tenant = await aTenant();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const id = await replied(tenant, `${count}`);
    if (count % 2 === 0) await recordEvent(table, collectionRefOf(id), overLimit('page', clock.now()));
    await changed(id);
    ids.push(id);
    time.advance(1);
  }
  const pages = async (query: Record<string, string>) => {
    const found: AttentionResponse[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(tenant, { ...query, ...(cursor && { cursor }) });
      found.push(...page.data);
      cursor = page.meta.nextCursor;
    }
    return found;
  };
  expect((await pages({ limit: '2' })).map(({ since }) => since)).toHaveLength(8);
  expect((await pages({ limit: '2', reason: 'replied' })).map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4']);
  expect(await pages({ limit: '1', reason: 'over_limit' })).toHaveLength(3);
  const { meta } = await ask(tenant, { limit: '1', reason: 'replied' });
  const other = await invoke(list, { key: tenant.key, query: { cursor: meta.nextCursor ?? '', reason: 'disputed' } });
  expectRefusal(other, { status: 400, code: 'validation_failed', paths: ['cursor'] });
});

it.each([
  'x',
  Buffer.from('2026-03-02T09:00:00.000Z 0 replied').toString('base64url'),
  `${'0'.repeat(25)}${Buffer.from(' \u0000 replied').toString('base64url')}`,
  `${'0'.repeat(25)}${Buffer.from(`${'9'.repeat(300)} x replied`).toString('base64url')}`,
])('a cursor that we have not made is refused: %s', async (cursor) => {
  const tenant = await aTenant();
  await changed(await replied(tenant, 'x'));
  const refused = await invoke(list, { key: tenant.key, query: { cursor } });
  expectRefusal(refused, { status: 400, code: 'validation_failed', paths: ['cursor'] });
});

const prepare = async (tenant: Tenant) => ({ id: item(await replied(tenant)), body: { note: 'x' } });
everyEndpoint({ operation: 'update-attention', handler: update, tenants, prepare });
everyEndpoint({ operation: 'list-attention', handler: list, tenants, prepare: async () => ({}) });
