/** Replies as SNS delivers them: a stop word opts the phone out of SMS and WhatsApp, a sentence does not. */
import { describe, expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { receiveReply } from '#functions/messaging/receive-reply.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { recordAnswer } from '#lib/store/message/messages.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aCreatedCollection } from './created.ts';
import { pressed, said, smsReply, sns, whatsappReply } from './replies.ts';

const getCollection = makeGetCollection(service);
const handler = receiveReply(service);

useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

let phones = 0;
const aPhone = (): string => {
  phones += 1;
  return `+23480312345${phones + 10}`;
};
async function optOutsOf(phone: string) {
  const addresses = (['whatsapp', 'sms'] as const).map((channel) => ({ channel, address: phone }));
  return (await findReach(table, addresses, clock.now)).optedOut;
}

const sms = (from: string, text: string, answers?: string) => smsReply(from, text, { id: 'in-1', answers });
const whatsapp = (from: string, message: object) => whatsappReply(from, message, { id: 'wamid.1' });

describe('a stop reply', () => {
  it.each(['STOP', 'stop', ' Stop. ', 'UNSUBSCRIBE', 'Arrêt', '"opt out"', 'Stop all', 'END', 'quit', 'CANCEL'])(
    'a stop reply by SMS opts the phone out of SMS and WhatsApp: %j',
    async (text) => {
      const phone = aPhone();
      await handler(sns(sms(phone, text)));
      expect(await optOutsOf(phone)).toEqual(['whatsapp', 'sms']);
      expect(logs.events()).toEqual(['contact_opted_out']);
    },
  );

  it.each([said('STOP'), pressed('Stop')])(
    'a stop reply by WhatsApp opts the phone out of both, with or without a plus: %j',
    async (message) => {
      for (const form of [(phone: string) => phone, (phone: string) => phone.slice(1)]) {
        const phone = aPhone();
        await handler(sns(whatsapp(form(phone), message)));
        expect(await optOutsOf(phone)).toEqual(['whatsapp', 'sms']);
      }
    },
  );

  it('stop replies may come together with others, and more than once', async () => {
    const [one, two] = [aPhone(), aPhone()];
    const event = sns(sms(one, 'stop'), whatsapp(two, said('stop')), sms(one, 'stop'));
    await Promise.all([handler(event), handler(event)]);
    for (const phone of [one, two]) expect(await optOutsOf(phone)).toEqual(['whatsapp', 'sms']);
  });

  it('a stop reply applies from the next slot on to every collection of that phone, and not to email', async () => {
    const phone = aPhone();
    const contact = aContactBody({ phone, email: `${phone}@example.com` });
    const { id } = await aCreatedCollection(tenants.mine, { contact, followUp: { startAfter: 0 } });
    await handler(sns(sms(phone, 'STOP')));
    await runCollection({ collection: id, run: 1 });
    expect(channels.messages().map(({ channel }) => channel)).toEqual(['email']);
  });

  it('a stop reply adds one event to the collection whose message it answers', async () => {
    const phone = aPhone();
    const contact = aContactBody({ phone, email: `${phone}@example.com` });
    const { id } = await aCreatedCollection(tenants.mine, { contact, followUp: { channels: ['sms'], startAfter: 0 } });
    await runCollection({ collection: id, run: 1 });
    clock.advance(3);
    for (const _time of [1, 2]) await handler(sns(sms(phone, 'STOP', channels.messages()[0]?.messageId)));
    const { events } = dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);
    expect(events.map(({ type, timestamp }) => [type, timestamp])).toEqual([
      ['collection.created', '2026-03-02T09:00:00.000Z'],
      ['followup.sent', '2026-03-02T09:00:00.000Z'],
      ['contact.opted_out', '2026-03-02T09:03:00.000Z'],
    ]);
  });

  it('a stop reply of a person with a username, which has no phone, opts out the phone that got the message', async () => {
    const phone = aPhone();
    const contact = aContactBody({ phone });
    await aCreatedCollection(tenants.mine, { contact, followUp: { channels: ['whatsapp'], startAfter: 0 } }).then(
      ({ id }) => runCollection({ collection: id, run: 1 }),
    );
    const unsigned = (answers?: string) => whatsappReply(undefined as never, said('STOP'), { id: 'wamid.2', answers });
    await handler(sns(unsigned(), unsigned('wamid.unknown')));
    expect(await optOutsOf(phone)).toEqual([]);
    await handler(sns(unsigned(channels.messages()[0]?.messageId)));
    expect(await optOutsOf(phone)).toEqual(['whatsapp', 'sms']);
    expect(logs.events().filter((event) => /repl|opted/.test(event))).toEqual([
      'reply_unmatched',
      'reply_unmatched',
      'contact_opted_out',
    ]);
  });

  it('a stop reply counts even if the message it answers is not known', async () => {
    const phone = aPhone();
    await handler(sns(sms(phone, 'STOP', 'unknown-message')));
    expect(await optOutsOf(phone)).toEqual(['whatsapp', 'sms']);
  });
});

describe('any other reply', () => {
  it('of a person with a username, to what a person of the merchant wrote, is kept', async () => {
    const phone = aPhone();
    const { id } = await aCreatedCollection(tenants.mine, { contact: aContactBody({ phone }) });
    const ref = parseCollectionId(id) ?? { account: '', hash: '' };
    await recordAnswer(table, ref, { channel: 'whatsapp', messageId: `m-${id}` }, clock.now);
    await handler(sns(whatsappReply(undefined as never, said('On Friday'), { id: 'wamid.3', answers: `m-${id}` })));
    const { events } = dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);
    expect(events.find(({ type }) => type === 'contact.replied')).toMatchObject({ data: { text: 'On Friday' } });
  });

  it.each(['Please stop calling my office', 'I will pay at the end of the month', 'ok', '', '停止'])(
    'a reply with a sentence to nothing that we sent changes nothing, by either channel: %j',
    async (text) => {
      const phone = aPhone();
      await handler(sns(sms(phone, text), whatsapp(phone, said(text))));
      expect(await optOutsOf(phone)).toEqual([]);
      expect(logs.events()).toEqual(['reply_unmatched', 'reply_unmatched']);
    },
  );

  it.each<[string, unknown]>([
    ['text that is not JSON', 'STOP'],
    ['JSON that is not an object', '"STOP"'],
    ['null', 'null'],
    ['an empty object', {}],
    ['an SMS without a number', { messageBody: 'STOP' }],
    ['a webhook entry that is not JSON', { whatsAppWebhookEntry: '{' }],
    [
      'a webhook entry of statuses',
      { whatsAppWebhookEntry: JSON.stringify({ changes: [{ value: { statuses: [] } }] }) },
    ],
    ['a webhook entry without changes', { whatsAppWebhookEntry: '{}' }],
    ['a reaction', whatsapp('2348031234500', { type: 'reaction', reaction: { emoji: '👍' } }).content],
    [
      'a change of number',
      whatsapp('2348031234500', { type: 'system', system: { body: 'STOP' }, text: { body: 'STOP' } }).content,
    ],
  ])('a reply event with %s changes nothing', async (_what, message) => {
    await handler(sns({ content: message }));
    expect(logs.lines).toEqual([]);
  });
});
