/** Replies as SNS delivers them, beyond STOP: START opts in again, HELP is answered, and any other is kept. */
import { describe, expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { updateCollection as makeUpdateCollection } from '#functions/api/update-collection.ts';
import { receiveReply } from '#functions/messaging/receive-reply.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { phoneAddresses } from '#lib/domain/contact.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { findReach, optOut } from '#lib/store/opt-out/opt-outs.ts';
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
import { openToReplies, pressed, said, smsReply, sns, whatsappReply } from './replies.ts';

const getCollection = makeGetCollection(service);
const getFollowUps = makeGetFollowUps(service);
const updateCollection = makeUpdateCollection(service);
const handler = receiveReply(service);

useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

let phones = 0;
function aPhone(start = '+23480398765'): string {
  phones += 1;
  return `${start}${phones + 10}`;
}

const optOutsOf = async (phone: string) => (await findReach(table, phoneAddresses(phone), clock.now)).optedOut;

/** A collection whose first reminder was sent by this channel. */
async function aReminded(phone: string, channel: 'sms' | 'whatsapp', given: object = {}): Promise<string> {
  const contact = aContactBody({ phone, email: `${phone}@example.com` });
  const followUps = { channels: [channel], startAfter: 0, cadence: 'daily' };
  const { id } = await aCreatedCollection(tenants.mine, { contact, followUp: followUps, expiresIn: 10_000, ...given });
  await runCollection({ collection: id, run: 1 });
  return id;
}

const eventsOf = async (id: string) =>
  dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse).events.filter(({ type }) =>
    type.startsWith('contact.'),
  );

describe('START', () => {
  it.each(['START', 'unstop'])(
    'the reply %j restores both phone channels, tells the merchant, and clears the list of AWS',
    async (text) => {
      const phone = aPhone();
      const id = await aReminded(phone, 'sms');
      await handler(sns(smsReply(phone, 'STOP', { id: `stop-${phone}` })));
      clock.advance(1);
      for (const _time of [1, 2]) await handler(sns(whatsappReply(phone, said(text), { id: `start-${phone}` })));
      expect(await optOutsOf(phone)).toEqual([]);
      expect(await eventsOf(id)).toMatchObject([
        { type: 'contact.opted_out', data: { channel: 'sms', by: 'reply' } },
        { type: 'contact.opted_in', data: { channel: 'whatsapp', by: 'reply' } },
      ]);
      expect(new Set(channels.cleared())).toEqual(new Set([phone]));
    },
  );

  it('after START every collection of the person is reminded from its next slot on, and of nothing that was left out', async () => {
    const phone = aPhone();
    const given = { followUp: { channels: ['sms'], startAfter: 0, cadence: 'every_1h' } };
    const [id, other] = [await aReminded(phone, 'sms', given), await aReminded(phone, 'sms', given)];
    const run = async (number: number) => {
      for (const collection of [id, other]) await runCollection({ collection, run: number });
    };
    await handler(sns(smsReply(phone, 'STOP')));
    for (const number of [2, 3]) {
      clock.advance(60);
      await run(number);
    }
    clock.advance(30);
    for (const _time of [1, 2]) await handler(sns(smsReply(phone, 'START', { id: `start-${phone}` })));
    await run(3);
    expect(channels.messages()).toHaveLength(2);
    clock.advance(30);
    await run(4);
    expect(channels.messages()).toHaveLength(4);
    for (const each of [id, other]) {
      const plan = dataOf(await invoke(getFollowUps, { key: tenants.mine.key, id: each }), FollowUpPlanResponse);
      expect(plan.slots.slice(0, 5)).toMatchObject([
        { dueAt: '2026-03-02T09:00:00.000Z', status: 'sent' },
        { dueAt: '2026-03-02T10:00:00.000Z', status: 'skipped', skipReason: 'opted_out' },
        { dueAt: '2026-03-02T11:00:00.000Z', status: 'skipped', skipReason: 'opted_out' },
        { dueAt: '2026-03-02T12:00:00.000Z', status: 'sent' },
        { dueAt: '2026-03-02T13:00:00.000Z', status: 'planned' },
      ]);
    }
  });

  it('START to a collection that has ended changes nothing but the opt-out', async () => {
    const phone = aPhone();
    const id = await aReminded(phone, 'sms', { expiresIn: 10 });
    await handler(sns(smsReply(phone, 'STOP')));
    clock.advance(20);
    await handler(sns(smsReply(phone, 'START')));
    expect(await optOutsOf(phone)).toEqual([]);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['contact.opted_out', 'contact.opted_in']);
  });

  it('an opt-in that is delivered after a later opt-out changes nothing', async () => {
    const phone = aPhone();
    const start = sns(smsReply(phone, 'START', { at: clock.now.toISOString() }));
    clock.advance(1);
    await handler(sns(smsReply(phone, 'STOP')));
    await handler(start);
    expect(await optOutsOf(phone)).toEqual(['whatsapp', 'sms']);
    expect(logs.events()).toEqual(['contact_opted_out', 'opt_in_outdated']);
  });

  it('an opt-in counts even if AWS refuses to clear its list', async () => {
    const phone = aPhone();
    await optOut(table, phoneAddresses(phone), 'reply', clock.now);
    channels.reply({ status: 400, body: { __type: 'ConflictException', message: 'too soon' } });
    await handler(sns(smsReply(phone, 'START')));
    expect(await optOutsOf(phone)).toEqual([]);
    expect(logs.events()).toEqual(['aws_opt_out_kept', 'contact_opted_in']);
  });
});

describe('the spellings of one phone', () => {
  it.each([
    ['+5215512345678', '+525512345678'],
    ['+5491112345678', '+541112345678'],
    ['+551187654321', '+5511987654321'],
  ])('an opt-out from %s holds for %s, and an opt-in from one ends it for both', async (one, other) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as [string, string][]) {
      await handler(sns(whatsappReply(from, pressed('Stop'))));
      for (const phone of [from, to]) expect(await optOutsOf(phone)).toEqual(['whatsapp', 'sms']);
      clock.advance(1);
      await handler(sns(whatsappReply(to, said('START'))));
      for (const phone of [from, to]) expect(await optOutsOf(phone)).toEqual([]);
      clock.advance(1);
    }
  });
});

describe('HELP', () => {
  it.each(['sms', 'whatsapp'] as const)(
    'the reply HELP is answered by %s with the merchant, once a day and person, and pauses nothing',
    async (channel) => {
      const phone = aPhone();
      await saveSettings(table, tenants.mine.account.id, {
        set: { supportPhone: '+2347000000000', supportEmail: 'help@shop.example' },
        remove: [],
      });
      const id = await aReminded(phone, channel);
      const help = (from: string) => (channel === 'sms' ? smsReply(from, 'help') : whatsappReply(from, said('help')));
      const before = channels.messages().length;
      await handler(sns(help(phone)));
      await handler(sns(help(phone)));
      const answers = () => channels.messages().slice(before);
      expect(answers()).toHaveLength(1);
      expect(answers()[0]).toMatchObject({ channel, to: phone, collection: '' });
      expect(answers()[0]?.text).toMatch(/\+2347000000000 or help@shop\.example.* Reply STOP/);
      expect(await eventsOf(id)).toEqual([]);
      clock.advance(24 * 60);
      await handler(sns(help(phone)));
      expect(answers()).toHaveLength(2);
      expect(logs.events().filter((event) => event.startsWith('help'))).toEqual([
        'help_answered',
        'help_not_answered',
        'help_answered',
      ]);
    },
  );

  it('a HELP whose answer was refused is answered the next time', async () => {
    const phone = aPhone();
    await aReminded(phone, 'sms');
    channels.reply({ status: 400, body: { __type: 'ValidationException', message: 'no' } });
    await handler(sns(smsReply(phone, 'HELP')));
    channels.reply({ status: 200, body: { MessageId: `help-${phone}` } });
    await handler(sns(smsReply(phone, 'HELP')));
    expect(logs.events().filter((event) => event.startsWith('help'))).toEqual(['help_not_answered', 'help_answered']);
  });

  it('the reply HELP of a person we never wrote to is not answered', async () => {
    await handler(sns(smsReply(aPhone(), 'HELP')));
    expect(channels.messages()).toEqual([]);
    expect(logs.events()).toEqual(['help_not_answered']);
  });

  it('the answer to HELP is in the language of the phone’s country', async () => {
    const phone = aPhone('+22507080912');
    await aReminded(phone, 'sms');
    await handler(sns(smsReply(phone, 'HELP')));
    expect(channels.messages().at(-1)?.text).toContain('rappels de paiement');
  });
});

describe('any other reply', () => {
  it('a reply is shown once with its text, on the collection last messaged by WhatsApp, however often it is delivered', async () => {
    const phone = aPhone();
    await aReminded(phone, 'whatsapp');
    clock.advance(1);
    const id = await aReminded(phone, 'whatsapp');
    clock.advance(1);
    const reply = sns(whatsappReply(phone, said('I have paid\u0000\n\u202eyesterday'), { id: `wamid.${phone}` }));
    await Promise.all([handler(reply), handler(reply)]);
    clock.advance(1);
    await handler(reply);
    expect(await eventsOf(id)).toMatchObject([
      {
        type: 'contact.replied',
        timestamp: '2026-03-02T09:02:00.000Z',
        data: { channel: 'whatsapp', text: 'I have paid yesterday' },
      },
    ]);
    expect(logs.lines.join()).not.toContain('yesterday');
  });

  it('a reply pauses the reminders of its collection for 24 hours from itself, however often it is delivered', async () => {
    const phone = aPhone();
    const id = await aReminded(phone, 'sms');
    const reply = sns(smsReply(phone, 'I pay tomorrow'));
    await handler(reply);
    await handler(reply);
    const { events } = dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);
    expect(events.filter(({ type }) => type === 'followup.paused')).toMatchObject([
      { data: { until: '2026-03-03T09:00:00.000Z', reason: 'reply', actor: 'customer' } },
    ]);
    // Every reply buys 24 hours; what adds less than an hour is no event of its own.
    clock.advance(30);
    await handler(sns(smsReply(phone, 'Or on Friday')));
    const plan = dataOf(await invoke(getFollowUps, { key: tenants.mine.key, id }), FollowUpPlanResponse);
    expect(plan.paused).toMatchObject({ until: '2026-03-03T09:30:00.000Z' });
    const later = dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse).events;
    expect(later.filter(({ type }) => type === 'followup.paused')).toHaveLength(1);
  });

  it('a reply to an earlier message belongs to the collection of that message', async () => {
    const phone = aPhone();
    const id = await aReminded(phone, 'sms');
    const earlier = channels.messages()[0]?.messageId;
    await aReminded(phone, 'sms');
    await handler(sns(smsReply(phone, 'Wrong number', { id: `in-${phone}`, answers: earlier })));
    expect((await eventsOf(id)).map(({ data }) => data?.text)).toEqual(['Wrong number']);
  });

  it('a long reply is cut', async () => {
    const phone = aPhone();
    const id = await aReminded(phone, 'sms');
    await handler(sns(smsReply(phone, 'é'.repeat(5_000))));
    expect((await eventsOf(id))[0]?.data?.text).toHaveLength(1_000);
  });
});

describe('a reply that answers no message', () => {
  /** Not reminded yet. */
  async function anOpen(phone: string, tenant = tenants.mine, given: object = {}): Promise<string> {
    const contact = aContactBody({ phone, email: `${phone}@example.com` });
    const { id } = await aCreatedCollection(tenant, { contact, ...given });
    await openToReplies(id);
    clock.advance(1);
    return id;
  }
  const typesOf = async (id: string, { key } = tenants.mine) =>
    dataOf(await invoke(getCollection, { key, id }), CollectionResponse).events.flatMap(({ type }) =>
      type.startsWith('contact.') ? [type] : [],
    );

  it('a reply of somebody who got no message yet goes to their newest open collection, and STOP is told to all', async () => {
    const phone = aPhone();
    const [older, newer] = [await anOpen(phone), await anOpen(phone)];
    await handler(sns(smsReply(phone, 'Already paid by MoMo yesterday')));
    expect([await typesOf(older), await typesOf(newer)]).toEqual([[], ['contact.replied']]);
    clock.advance(1);
    await handler(sns(smsReply(phone, 'STOP')));
    expect(await typesOf(older)).toEqual(['contact.opted_out']);
    expect(await typesOf(newer)).toEqual(['contact.replied', 'contact.opted_out']);
  });

  it('a reply goes to the account that wrote last, while it has an open collection, and then to the newest of all', async () => {
    const phone = aPhone();
    const reminded = await aReminded(phone, 'sms', { expiresIn: 10 });
    await openToReplies(reminded);
    const own = await anOpen(phone, tenants.mine, { expiresIn: 20 });
    const others = await anOpen(phone, tenants.other);
    const say = () => handler(sns(smsReply(phone, 'Can I pay half?')));
    for (const minutes of [0, 10, 10]) {
      clock.advance(minutes);
      await say();
    }
    expect(await typesOf(reminded)).toEqual(['contact.replied']);
    expect(await typesOf(own)).toEqual(['contact.replied']);
    expect(await typesOf(others, tenants.other)).toEqual(['contact.replied']);
  });

  it('a reply of somebody who owes nothing any more goes to what they were last reminded of', async () => {
    const phone = aPhone();
    const id = await aReminded(phone, 'sms', { expiresIn: 10 });
    clock.advance(20);
    await handler(sns(smsReply(phone, 'Thanks')));
    expect(await typesOf(id)).toEqual(['contact.replied']);
  });
});

describe('a reply from another number than the message went to', () => {
  const OTHER = '+2348055512345';

  it.each(['sms', 'whatsapp'] as const)('STOP by %s means both, and so does START', async (channel) => {
    const phone = aPhone();
    const id = await aReminded(phone, channel);
    const answers = channels.messages().at(-1)?.messageId;
    const say = (text: string) =>
      handler(
        sns(channel === 'sms' ? smsReply(OTHER, text, { answers }) : whatsappReply(OTHER, said(text), { answers })),
      );
    await say('STOP');
    for (const each of [phone, OTHER]) expect(await optOutsOf(each)).toEqual(['whatsapp', 'sms']);
    clock.advance(1);
    await say('START');
    for (const each of [phone, OTHER]) expect(await optOutsOf(each)).toEqual([]);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['contact.opted_out', 'contact.opted_in']);
  });

  it('STOP to a message that went to a wrong phone is not told of whom the collection is addressed to now', async () => {
    const phone = aPhone();
    const id = await aReminded(phone, 'sms');
    const answers = channels.messages().at(-1)?.messageId;
    const now = aPhone();
    await invoke(updateCollection, { key: tenants.mine.key, id, method: 'PATCH', body: { contact: { phone: now } } });
    await handler(sns(smsReply(OTHER, 'STOP', { answers })));
    expect([await optOutsOf(OTHER), await optOutsOf(now)]).toEqual([['whatsapp', 'sms'], []]);
    expect(await eventsOf(id)).toEqual([]);
  });
});

it('a day’s replies are bounded, and pause once', async () => {
  const phone = aPhone();
  const id = await aReminded(phone, 'sms');
  for (let nth = 1; nth <= 22; nth += 1) await handler(sns(smsReply(phone, `Hello ${nth}`)));
  const { events } = dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);
  const count = (wanted: string) => events.filter(({ type }) => type === wanted).length;
  expect([count('contact.replied'), count('followup.paused'), count('contact.over_limit')]).toEqual([20, 1, 1]);
  expect(logs.events().filter((event) => event === 'reply_over_limit')).toHaveLength(2);
});
