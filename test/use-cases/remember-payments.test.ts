/** What payments and receipts leave with the person: the next strategy learns from it. */
import { describe, expect, it } from 'vitest';
import type { ReceiptStatus } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { NEW_PERSON, type Person, type PersonRef } from '#lib/domain/person/person.ts';
import { rememberPayments } from '#lib/use-cases/book-movements.ts';
import { type ReceiptPorts, recordReceipt } from '#lib/use-cases/record-receipt.ts';
import { aCollection, anAccount, minutesLater } from '#test/support/a-collection.ts';
import { anAttempt } from '#test/support/an-attempt.ts';

const account = anAccount();
const collection = aCollection({ account: account.id });
const PERSON = { account: account.id, matchKey: '+2348031234567' };

/** One person, and the people that were changed. */
function aMemory() {
  const changed: PersonRef[] = [];
  let person: Person = NEW_PERSON;
  const changePerson = async (ref: PersonRef, change: (before: Person) => Person | undefined) => {
    changed.push(ref);
    person = change(person) ?? person;
    return true;
  };
  return { changePerson, changed, person: () => person };
}

describe('a payment', () => {
  const at = minutesLater(90).toISOString();
  const entry = { movement: 'payment', provider: 'paystack', at };
  const booking = (given: object = {}) => ({ entry, completion: { to: 'completed' }, ...given }) as unknown as Booking;
  const delivered = { sent: minutesLater(60).toISOString(), delivered: minutesLater(61).toISOString() };
  const attempts = [anAttempt(1, { status: 'delivered', channel: 'sms', at: delivered })];

  it('a payment that completes a collection is remembered with its person, with the reminder before it', async () => {
    const memory = aMemory();
    for (const _time of [1, 2]) await rememberPayments(memory, { collection, attempts, account }, [booking()]);
    expect(memory.changed).toEqual([PERSON, PERSON]);
    expect(memory.person().payments).toEqual([
      { at, minutesToPay: 90, reminded: true, channel: 'sms', minutesSinceDelivery: 29 },
    ]);
  });

  it.each([
    ['a part payment', booking({ completion: undefined })],
    ['a merchant’s own record', booking({ entry: { ...entry, provider: 'merchant' } })],
    ['a refund', booking({ entry: { ...entry, movement: 'refund' } })],
  ])('%s teaches nothing', async (_what, learned) => {
    const memory = aMemory();
    await rememberPayments(memory, { collection, attempts, account }, [learned]);
    expect(memory.person().payments).toEqual([]);
  });
});

describe('a receipt', () => {
  function portsOf(memory: ReturnType<typeof aMemory>, found: { matchKey?: string }, applied: 'moved' | 'kept') {
    const ports: ReceiptPorts = {
      clock: { now: () => minutesLater(62), sleep: async () => {} },
      findMessage: async () => ({ ref: collection.ref, slot: 1, messageId: 'm-1', ...found }),
      findTaggedMessage: async () => undefined,
      isErasedAttempt: async () => false,
      keepMessageAlias: async () => {},
      wasDelivered: async () => false,
      rememberFailure: async () => {},
      forgetUnreachable: async () => true,
      failOver: async () => false,
      changePerson: memory.changePerson,
      applyReceipt: async () => applied,
      getCollection: async () => collection,
      recordEvent: async () => {},
    };
    return ports;
  }

  const receive = (ports: ReceiptPorts, status: ReceiptStatus, channel: Channel = 'whatsapp', minute = 61) =>
    recordReceipt(ports, {
      channel,
      messageIds: ['m-1'],
      receipt: { id: `receipt-${status}-${minute}`, status, at: minutesLater(minute).toISOString(), detail: status },
    });

  it('messages by WhatsApp that are delivered and not read are counted with their person, until one is read', async () => {
    const memory = aMemory();
    const ports = portsOf(memory, { matchKey: PERSON.matchKey }, 'moved');
    for (const minute of [61, 62]) await receive(ports, 'delivered', 'whatsapp', minute);
    expect(memory.person().unread).toEqual({ count: 2, at: minutesLater(62).toISOString() });
    await receive(ports, 'read');
    expect(memory.person().unread).toBeUndefined();
    expect(memory.changed).toEqual([PERSON, PERSON, PERSON]);
  });

  it.each([
    ['that moves nothing', { matchKey: PERSON.matchKey }, 'kept', 'delivered'],
    ['of a message that names no person', {}, 'moved', 'delivered'],
    ['of a failure', { matchKey: PERSON.matchKey }, 'moved', 'failed'],
  ] as const)('a receipt %s changes nobody', async (_which, found, applied, status) => {
    const memory = aMemory();
    expect(await receive(portsOf(memory, found, applied), status)).toMatchObject({ outcome: applied });
    expect(memory.changed).toEqual([]);
  });
});
