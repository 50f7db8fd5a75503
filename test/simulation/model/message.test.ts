/** Every message of the product satisfies the model, and the model detects wrong messages. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNTS, anyAccount, anyBody, anyInstant } from './any-create.ts';
import { expectCreate, expectPlan } from './expected.ts';
import { partsOf } from './judge-words.ts';
import { type ExpectedMessage, messageFaults, type Sent } from './message.ts';
import * as product from './product.ts';
import { send } from './product-messages.ts';
import { textFor } from './text-values.ts';
import { type AccountFacts, CHANNELS, type Channel, type CreateBody, type Tone } from './wire.ts';

const MEANS = { senders: CHANNELS, optedOut: [] };

type Wanted = { body: CreateBody; account: AccountFacts; now: number; channel?: Channel; tone?: Tone };

/** The message of the first slot, by its own channel and tone unless given; undefined when the plan has no slots. */
async function firstMessage({ body, account, now, ...given }: Wanted) {
  const expected = expectCreate(body, account, now);
  const { known, hours, reachable } = expected;
  const [slot] = expectPlan(expected, MEANS).slots;
  if (slot === undefined) return undefined;
  const { channel = slot.channels[0] as Channel, tone = slot.tone } = given;
  if (!reachable.includes(channel)) return undefined;
  const collection = product.build(body, account, CHANNELS, now);
  const sent = await send(collection, { account, ...MEANS, slot: 1, channels: [channel], tone }, slot.dueAt);
  const wanted: ExpectedMessage = {
    account,
    collection: known,
    channels: [channel],
    tone,
    zone: hours.zones[0] as string,
    smsOneWay: true,
  };
  return { sent, wanted };
}

/** The tests of the messages cover links and other hostile values. */
const LINK = /:\/\/|www|(?:mailto|tel|sms|javascript):|\d\.\d+\.|\.\S+[/?#]/i;

/** As typed, or with the letters of a channel: ":{//" and ":\\\\" become "://". */
const hasLink = (text: string): boolean =>
  LINK.test(text) || CHANNELS.some((channel) => LINK.test(textFor(text, channel)));

it('every message of the product satisfies the model', async () => {
  const anyChoice = fc.record(
    { channel: fc.constantFrom(...CHANNELS), tone: fc.constantFrom<Tone>('gentle', 'professional', 'urgent') },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(anyBody, anyAccount, anyInstant, anyChoice, async (body, account, now, choice) => {
      fc.pre(!hasLink(body.reference));
      const found = await firstMessage({ body, account, now, ...choice });
      if (found === undefined) return;
      expect(found.sent).toBeDefined();
      expect(messageFaults(found.sent as Sent, found.wanted)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

const BODY: CreateBody = {
  reference: 'order-1',
  amount: { value: 45_000, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  payable: { enabled: true, methods: ['payment_link'] },
};

const [ACCOUNT, OTHER] = ACCOUNTS as [AccountFacts, AccountFacts];

it.each(CHANNELS)('the model detects every fault of a message by %s', async (channel) => {
  const now = Date.parse('2026-03-02T09:00:00Z');
  const found = await firstMessage({ body: BODY, account: ACCOUNT, now, channel, tone: 'gentle' });
  const { sent, wanted } = found as { sent: Sent; wanted: ExpectedMessage };
  const { collection } = wanted;
  const contact = { ...collection.contact, phone: '+221771234567', email: 'kofi@example.com', firstName: 'Kofi' };
  const faults = (changes: Partial<ExpectedMessage['collection']>, rest: Partial<ExpectedMessage> = {}) =>
    messageFaults(sent, { ...wanted, ...rest, collection: { ...collection, ...changes } }).join('\n');
  expect(faults({})).toBe('');
  expect(faults({ amount: { value: 4_500, currency: 'NGN' } })).toContain('does not ask for NGN 4,500.00');
  expect(faults({ amount: { value: 45_000, currency: 'GHS' } })).toContain('asks for NGN 45,000.00');
  expect(faults({ expiresAt: collection.expiresAt + 60_000 })).toContain('names 10:00');
  expect(faults({}, { zone: 'Asia/Kathmandu' })).toContain('does not say that it expires at 14:45');
  expect(faults({ id: collection.id.replace(/.$/, '0') })).toContain('that is not its own');
  expect(faults({ payable: { enabled: false, methods: [] } })).toContain('has a pay link that is not its own');
  expect(faults({ contact })).toContain('does not name the customer');
  expect(faults({ contact })).toMatch(/goes to .* instead of/);
  expect(faults({ contact })).toMatch(/is in en instead of fr|is not in fr/);
  expect(faults({}, { account: { ...ACCOUNT, name: OTHER.name } })).toContain('does not name the merchant');
  expect(faults({}, { account: { ...OTHER, name: ACCOUNT.name } })).toContain('that is not its own');
  expect(faults({}, { channels: [] })).toContain('which is none of');
});

it('the model detects a wrong word, a wrong day and another purpose', async () => {
  const now = Date.parse('2026-03-02T09:00:00Z');
  const contact = { ...BODY.contact, phone: '+221771234567' };
  const body = { ...BODY, contact };
  const found = await firstMessage({ body, account: ACCOUNT, now, channel: 'sms', tone: 'professional' });
  const { sent, wanted } = found as { sent: Sent; wanted: ExpectedMessage };
  const faults = (from: string, to: string) => {
    expect(sent.text).toContain(from);
    return messageFaults({ ...sent, text: sent.text.replace(from, to) }, wanted).join();
  };
  expect(faults('Bonjour', 'Bonjour')).toBe('');
  const changes = [
    [' pour ', ' '],
    ['mar.', 'lun.'],
    ['order-1', 'order-2'],
    ['Payer', 'Pay'],
    ['https://', 'undefined/'],
  ];
  for (const [from = '', to = ''] of changes) expect(faults(from, to), from).toContain('approved words');
});

it('the model detects thanks that were left out though there was room, and an SMS of four parts', async () => {
  const now = Date.parse('2026-03-02T09:00:00Z');
  const found = await firstMessage({ body: BODY, account: ACCOUNT, now, channel: 'sms', tone: 'gentle' });
  const { sent, wanted } = found as { sent: Sent; wanted: ExpectedMessage };
  const paid = {
    ...wanted,
    collection: { ...wanted.collection, amount: { value: 45_001, currency: 'NGN' }, received: 100 },
  };
  expect(messageFaults(sent, paid).join()).toMatch(/approved words: .* instead of .*Thank you for the NGN 1\.00/);
  expect([
    partsOf('a'.repeat(160)),
    partsOf('a'.repeat(161)),
    partsOf('a'.repeat(306)),
    partsOf('a'.repeat(307)),
  ]).toEqual([1, 2, 2, 3]);
  expect([partsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`), partsOf(`${'a'.repeat(305)}€`)]).toEqual([3, 3]);
});

it('the model detects a WhatsApp template with the wrong tone', async () => {
  const now = Date.parse('2026-03-02T09:00:00Z');
  const found = await firstMessage({ body: BODY, account: ACCOUNT, now, channel: 'whatsapp', tone: 'urgent' });
  const { sent, wanted } = found as { sent: Sent; wanted: ExpectedMessage };
  expect(messageFaults(sent, { ...wanted, tone: 'gentle' })).toEqual(['is urgent instead of gentle']);
});
