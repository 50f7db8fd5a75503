/** What a person of the merchant writes to a customer: sent once, where the customer may be written to, and kept in the history. */
import { describe, expect, it } from 'vitest';
import { getCollection } from '#functions/api/get-collection.ts';
import { sendMessage } from '#functions/api/send-message.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { unsubscribe } from '#functions/messaging/unsubscribe.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { toTellables } from '#lib/contract/show-told-event.ts';
import { phoneAddresses } from '#lib/domain/contact.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { keepReply } from '#lib/domain/reply.ts';
import { messageToSend } from '#lib/domain/written-message.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { eraseCollection } from '#lib/store/collection/erase.ts';
import { listAudit } from '#lib/store/member/audit.ts';
import { claimMessage, recordReply } from '#lib/store/message/messages.ts';
import { saveWrittenTurns } from '#lib/store/message/turns.ts';
import { optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

useTable();
keepLogsPrivate(captureLogs());
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T22:30:00.000Z'));
const handler = sendMessage(service);

const MINUTE = 60_000;
const write = (id: string, body: object, key = tenants.mine.key) => invoke(handler, { method: 'POST', id, key, body });
const refOf = (id: string) => parseCollectionId(id) ?? { account: '', hash: '' };
const historyOf = async (id: string) =>
  dataOf(await invoke(getCollection(service), { id, key: tenants.mine.key }), CollectionResponse).events;
const sentOf = async (id: string) => (await historyOf(id)).filter(({ type }) => type === 'message.sent');

const prepare = async (tenant: Tenant) => {
  const { id } = await aCreatedCollection(tenant);
  return { method: 'POST', id, key: tenant.key, body: { channel: 'sms', text: 'Thank you' } } as const;
};
everyEndpoint({ operation: 'send-message', handler, tenants, prepare });

describe('a message', () => {
  it.each(['sms', 'email'] as const)(
    'goes out by %s at once, whatever the hour, and is in the history',
    async (channel) => {
      const { id, contact } = await aCreatedCollection(tenants.mine);
      const answer = await write(id, { channel, text: ' Thank you, Ada.\r\nFriday is fine. ' });
      expect(answer.status).toBe(201);
      const text = 'Thank you, Ada.\nFriday is fine.';
      expect(channels.messages()).toMatchObject([{ channel, to: channel === 'sms' ? contact.phone : contact.email }]);
      expect(channels.messages()[0]?.text).toContain(text);
      expect(await sentOf(id)).toMatchObject([{ data: { channel, text, actor: 'merchant' } }]);
    },
  );

  it('is sent once, however often it is asked for within ten minutes, and again later', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const body = { channel: 'sms', text: 'Thank you' };
    const both = await Promise.all([write(id, body), write(id, body)]);
    expect(both.map(({ status }) => status).toSorted()[0]).toBe(201);
    expect((await write(id, body)).status).toBe(201);
    expect(channels.messages()).toHaveLength(1);
    clock.now = new Date(clock.now.getTime() + 10 * MINUTE);
    await write(id, body);
    expect(channels.messages()).toHaveLength(2);
    expect(await sentOf(id)).toHaveLength(2);
  });

  it('whose sender died is not sent again: it may have gone out, and the history says so', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const body = { channel: 'sms', text: 'Thank you' };
    channels.reply({ status: 400, body: { __type: 'ValidationException' } });
    expectRefusal(await write(id, body), { status: 409, code: 'not_now', paths: [''] });
    expect(await sentOf(id)).toEqual([]);
    const history = await getHistory(table, refOf(id));
    if (history === undefined) throw new Error('no history');
    const setting = { phone: { reachable: true }, availableChannels: ['sms'], optedOut: [], account: {} } as never;
    const about = messageToSend({ ...history, setting }, body as never, clock.now) ?? '';
    await claimMessage(table, refOf(id), about, clock.now);
    expectRefusal(await write(id, body), { status: 409, code: 'concurrent_change' });
    clock.now = new Date(clock.now.getTime() + 3 * MINUTE);
    expect((await write(id, body)).status).toBe(201);
    expect(channels.messages()).toHaveLength(1);
    expect(await sentOf(id)).toMatchObject([{ data: { reason: 'interrupted' } }]);
  });

  const refusalOf = async (id: string, body: object, key?: string) => {
    const answer = await write(id, body, key);
    expectRefusal(answer, { status: 409, code: 'not_now', paths: [''] });
    return answer.body.errors?.[0] as { reason?: string; firstAt?: string } | undefined;
  };
  const numbered = (id: string, count: number, key?: string) =>
    Promise.all(Array.from({ length: count }, (_, n) => write(id, { channel: 'sms', text: `Text ${n}` }, key)));

  it('goes to one person five times a day at most, over all collections, unless the person answers', async () => {
    const one = await aCreatedCollection(tenants.mine);
    const { id: _own, ...contact } = one.contact;
    const other = await aCreatedCollection(tenants.mine, { contact });
    const from = clock.now;
    expect((await numbered(one.id, 4)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    clock.now = new Date(from.getTime() + 60 * MINUTE);
    expect((await write(other.id, { channel: 'email', text: 'One more' })).status).toBe(201);
    const again = { channel: 'email', text: 'And more' };
    const firstAt = new Date(from.getTime() + 24 * 60 * MINUTE);
    expect(await refusalOf(one.id, again)).toMatchObject({ reason: 'contact_cap', firstAt: firstAt.toISOString() });
    // A repeat of what went out is none more.
    expect((await write(other.id, { channel: 'email', text: 'One more' })).status).toBe(201);
    clock.now = new Date(firstAt.getTime() - 1);
    await refusalOf(one.id, again);
    clock.now = firstAt;
    expect((await write(one.id, again)).status).toBe(201);
    expect(channels.messages()).toHaveLength(6);
    await Promise.all((await numbered(other.id, 5)).map(({ status }) => status));
    await refusalOf(other.id, { channel: 'sms', text: 'Too many' });
    clock.now = new Date(clock.now.getTime() + MINUTE);
    const reply = { channel: 'sms', messageId: 'sms-1', from: one.contact.phone, text: 'Yes?' } as const;
    await recordReply(table, refOf(other.id), keepReply(reply, clock.now));
    clock.now = new Date(clock.now.getTime() + MINUTE);
    expect((await write(other.id, { channel: 'sms', text: 'Thank you' })).status).toBe(201);
  });

  it('of an account goes out 200 times an hour at most', async () => {
    const tenant = await aTenant();
    const { account, key } = tenant;
    const times = Array.from({ length: 199 }, (_, n) => new Date(clock.now.getTime() - n * 1000).toISOString());
    await saveWrittenTurns(
      table,
      { account: account.id, matchKey: undefined },
      { times: times.toReversed(), version: 0 },
    );
    const [first, second] = [await aCreatedCollection(tenant), await aCreatedCollection(tenant)];
    expect((await write(first.id, { channel: 'sms', text: 'The last' }, key)).status).toBe(201);
    const refused = await refusalOf(second.id, { channel: 'sms', text: 'One too many' }, key);
    expect(refused).toMatchObject({ reason: 'account_cap' });
    clock.now = new Date(refused?.firstAt ?? '');
    expect((await write(second.id, { channel: 'sms', text: 'One too many' }, key)).status).toBe(201);
  });

  it('by email has a way out, which stops all reminders', async () => {
    const { id, contact } = await aCreatedCollection(tenants.mine);
    expect((await write(id, { channel: 'email', text: 'Thank you' })).status).toBe(201);
    const [sent] = channels.messages();
    const token = sent?.text?.match(/\/u\/([0-9a-z]{60})/)?.[1] ?? '';
    const open = async (method: 'GET' | 'POST') => {
      const asked = { ...anApiEvent({ method, resource: '/u/{token}' }), pathParameters: { token } };
      return ((await unsubscribe(service)(asked, {} as never)) as { statusCode: number }).statusCode;
    };
    expect([await open('GET'), await open('POST')]).toEqual([200, 200]);
    expect(await refusalOf(id, { channel: 'email', text: 'More' })).toMatchObject({ reason: 'opted_out' });
    expect(contact.email).toBe(sent?.to);
  });

  it('is in the audit log, whoever wrote it', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    await write(id, { channel: 'sms', text: 'Thank you' });
    const entries = await listAudit(table, tenants.mine.account.id, { limit: 9 });
    expect(JSON.stringify(entries)).toContain('"what":"message_sent"');
    expect(JSON.stringify(entries)).toContain('"API key"');
  });

  it('by WhatsApp needs a reply by it within the last 24 hours', async () => {
    const { id, contact } = await aCreatedCollection(tenants.mine);
    const body = { channel: 'whatsapp', text: 'Thank you' };
    expectRefusal(await write(id, body), { status: 409, code: 'not_now', paths: [''] });
    const reply = { channel: 'whatsapp', messageId: 'wamid.1', from: contact.phone, text: 'On Friday' } as const;
    await recordReply(table, refOf(id), keepReply(reply, clock.now));
    expect((await write(id, body)).status).toBe(201);
    expect(channels.messages()).toMatchObject([{ channel: 'whatsapp', to: contact.phone }]);
    clock.now = new Date(clock.now.getTime() + 24 * 60 * MINUTE);
    expectRefusal(await write(id, { ...body, text: 'And now?' }), { status: 409, code: 'not_now', paths: [''] });
  });

  it.each([
    ['an opt-out', 'opted_out', (phone: string) => optOut(table, phoneAddresses(phone), 'reply', clock.now)],
    ['a phone that nobody can have', 'no_channel', async () => {}],
  ])('is not sent against %s', async (_name, reason, prepare) => {
    const contact =
      reason === 'no_channel'
        ? { contact: { firstName: 'A', lastName: 'B', phone: '12345', email: 'a@b.example' } }
        : {};
    const created = await aCreatedCollection(tenants.mine, contact);
    await prepare(created.contact.phone);
    const answer = await write(created.id, { channel: 'sms', text: 'Thank you' });
    expectRefusal(answer, { status: 409, code: 'not_now', paths: [''] });
    expect(answer.body.errors).toMatchObject([{ reason }]);
    expect(channels.messages()).toEqual([]);
  });

  it('is told without its words, which an erasure removes', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    await write(id, { channel: 'email', text: 'My words' });
    const history = await getHistory(table, refOf(id));
    if (history === undefined) throw new Error('no history');
    const told = toTellables(history, clock.now).map(({ render }) => render(1));
    expect(told.filter((body) => body.includes('message.sent'))).toHaveLength(1);
    expect(told.join()).not.toContain('My words');
    const cancel = { method: 'PATCH', id, key: tenants.mine.key, body: { status: 'cancelled' } } as const;
    await invoke(updateCollectionStatus(service), cancel);
    await eraseCollection(table, refOf(id), clock.now);
    expect(await sentOf(id)).toMatchObject([{ data: { text: '' } }]);
    expectRefusal(await write(id, { channel: 'email', text: 'More' }), { status: 409, code: 'not_now', paths: [''] });
  });

  it.each<[object, string[]]>([
    [{}, ['channel', 'text']],
    [{ channel: 'pigeon', text: 'x' }, ['channel']],
    [{ channel: 'sms', text: ' \n ' }, ['text']],
    [{ channel: 'sms', text: 'x'.repeat(1001) }, ['text']],
    [{ channel: 'sms', text: 'a\u0000b' }, ['text']],
    [{ channel: 'sms', text: 'x', to: '+1' }, ['to']],
  ])('%j is refused', async (body, paths) => {
    const { id } = await aCreatedCollection(tenants.mine);
    expectRefusal(await write(id, body), { status: 400, code: 'validation_failed', paths });
  });
});
