/** A follow-up in a deployment from end to end: stream, schedule, queue, function, mail, receipt and opt-out. */
import { randomInt } from 'node:crypto';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { functionsNamed } from './functions.ts';

const BASE_URL = process.env['COLLECTIONS_BASE_URL'] ?? '';
const API_KEY = process.env['COLLECTIONS_OTHER_API_KEY'] ?? '';
const EMULATOR = process.env['AWS_ENDPOINT_URL'] ?? '';

// biome-ignore lint/suspicious/noExplicitAny: the tests of the contract check the content of an envelope.
type Json = Record<string, any>;

const call = async (path: string, body?: Json): Promise<Json> => {
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await fetch(`${BASE_URL}/public${path}`, { ...init, headers })).json() as Promise<Json>;
};

/** Country codes with their offset from UTC in hours. */
const PLACES = [
  { prefix: '+234803', digits: 7, hours: 1 },
  { prefix: '+8190', digits: 8, hours: 9 },
  { prefix: '+67992', digits: 5, hours: 12 },
  { prefix: '+5068', digits: 7, hours: -6 },
];

/** A new number in a country where it is day now, because reminders are not sent at night and opt-outs are permanent. */
const aPhone = (): string => {
  const hour = new Date().getUTCHours();
  const { prefix, digits } = PLACES.find(
    ({ hours }) => (hour + hours + 24) % 24 >= 9 && (hour + hours + 24) % 24 < 18,
  ) ?? {
    prefix: '',
    digits: 0,
  };
  return prefix + String(randomInt(10 ** digits)).padStart(digits, '0');
};

const aCollection = (reference: string, email: string) => ({
  reference,
  amount: { value: 45000, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: aPhone(), email },
  expiresIn: 600,
  followUp: { startAfter: 2, cadence: 'every_1h', channels: ['email'], tone: 'gentle' },
});

const mailsTo = async (address: string): Promise<Json[]> => {
  const inbox = (await (await fetch(`${EMULATOR}/_ministack/ses/messages`)).json()) as Json;
  return Object.values<Json>(inbox['messages'] ?? inbox)
    .flat()
    .filter((mail) => JSON.stringify(mail).includes(address)) as Json[];
};

const invoke = async (name: string, event: object): Promise<void> => {
  const lambda = new LambdaClient({});
  const [FunctionName] = await functionsNamed(lambda, name);
  const Payload = new TextEncoder().encode(JSON.stringify(event));
  const { FunctionError } = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
  expect(FunctionError).toBeUndefined();
};

describe('a deployed follow-up', () => {
  const email = `ada.${Date.now()}@example.com`;
  let id = '';
  let mail: Json = {};
  const firstSlot = async (): Promise<Json> => (await call(`/collections/${id}/follow-ups`))['data'].slots[0];

  beforeAll(async () => {
    // An operator does this once, when SES verifies the domain.
    await new SESv2Client({}).send(new CreateEmailIdentityCommand({ EmailIdentity: 'collections.example' }));
    const { data } = await call('/collections', aCollection(`followed-${Date.now()}`, email));
    id = data.id;
    // What is due within a minute gets no schedule, and the emulator checks schedules every ten seconds.
    mail = await vi.waitUntil(async () => (await mailsTo(email))[0], { timeout: 200_000, interval: 2_000 });
    await vi.waitUntil(async () => (await firstSlot())['status'] === 'sent', { timeout: 20_000, interval: 1_000 });
  }, 240_000);

  it('a deployed follow-up sends the planned message from the configured sender, by a schedule made from the stream and by the queue', async () => {
    const { text, channel, channelsTried } = await firstSlot();
    expect({ channel, channelsTried }).toEqual({ channel: 'email', channelsTried: ['email'] });
    // What is kept of the text leaves out the secret of the link that stops the reminders.
    expect(JSON.stringify(mail)).toContain(JSON.stringify(text).slice(1, -1).split('…')[0]);
    expect(JSON.stringify(mail)).toContain('reminders@collections.example');
  });

  it('the next run of a deployed follow-up is in the index that the sweeper reads', async () => {
    await invoke('Sweep', {});
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('a receipt marks the slot of a deployed follow-up as delivered', async () => {
    const messageId = mail['MessageId'];
    await invoke('RecordReceipt', {
      id: 'a-receipt',
      source: 'aws.ses',
      'detail-type': 'Email Delivered',
      time: new Date().toISOString(),
      detail: { mail: { messageId, tags: { collectionId: [id] } } },
    });
    expect((await firstSlot())['status']).toBe('delivered');
  });

  it('a deployed follow-up sends nothing after its reader has opted out by the link in the message', async () => {
    const [link = ''] = /http[^\s"<>\\]*\/u\/[0-9a-z]+/.exec(JSON.stringify(mail)) ?? [];
    expect(link).toContain(`${BASE_URL}/u/`);
    const asked = await fetch(link);
    expect([asked.status, asked.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    const { data } = await call('/follow-ups/preview', aCollection('another', email));
    expect(data.slots).toEqual([]);
  });
});

describe('a deployed reply', () => {
  const sns = async (parameters: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ Version: '2010-03-31', ...parameters });
    const answer = await fetch(EMULATOR, {
      method: 'POST',
      headers: { authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sns/aws4_request' },
      body,
    });
    expect(answer.status).toBe(200);
    return answer.text();
  };

  it('a STOP by SMS to a deployment removes SMS and WhatsApp from every plan for that number', async () => {
    const body = { ...aCollection('stopped', 'stop@example.com'), followUp: { channels: ['sms', 'whatsapp'] } };
    const slots = async (): Promise<Json[]> => (await call('/follow-ups/preview', body))['data'].slots;
    expect(await slots()).not.toEqual([]);
    const [topic = ''] = /arn:aws:sns:[^<]*Replies[^<]*/.exec(await sns({ Action: 'ListTopics' })) ?? [];
    const reply = { originationNumber: body.contact.phone, messageBody: ' Stop ' };
    await sns({ Action: 'Publish', TopicArn: topic, Message: JSON.stringify(reply) });
    await vi.waitUntil(async () => (await slots()).length === 0, { timeout: 20_000, interval: 500 });
  });
});
