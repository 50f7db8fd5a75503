/** A person with all that the service can hold about somebody: collections, messages, receipts, replies, payments, what was told. */
import { recordPayment as makeRecordPayment } from '#functions/api/record-payment.ts';
import { sendMessage } from '#functions/api/send-message.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { receiveReply as makeReceiveReply } from '#functions/messaging/receive-reply.ts';
import { recordReceipt as makeRecordReceipt } from '#functions/messaging/record-receipt.ts';
import { publishEvents } from '#functions/stream/publish-events.ts';
import type { Run } from '#infra/cli/command.ts';
import { eraseContactWith, exportContactTo } from '#infra/cli/commands/contacts.ts';
import { clock as systemClock } from '#lib/clock.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { customerKept, said, smsReply, sns, whatsappReply } from '#test/functions/replies.ts';
import { service } from '#test/support/a-service.ts';
import type { Tenant } from '#test/support/accounts.ts';
import type { StubChannels } from '#test/support/channels.ts';
import type { TestClock } from '#test/support/clock.ts';
import { invoke, runCollection } from '#test/support/invoke.ts';

const recordPayment = makeRecordPayment(service);
const updateStatus = updateCollectionStatus(service);
const receiveReply = makeReceiveReply(service);
const recordReceipt = makeRecordReceipt(service);
/** Where webhooks go: nowhere, unless a test has a world for them. */
export const publisher = { publish: publishEvents(service) };

let people = 0;

/** Nobody else in the tests has these names and addresses. */
export function somebody() {
  people += 1;
  const number = String(people).padStart(3, '0');
  return {
    firstName: `Zebedee${number}`,
    lastName: `Quagmire${number}`,
    phone: `+2348039977${number}`,
    email: `Zebedee.${number}@canary.example`,
  };
}

export type Somebody = ReturnType<typeof somebody>;

/** What must be nowhere after an erasure. */
export const traces = ({ firstName, lastName, phone, email }: Somebody): string[] => [
  firstName,
  lastName,
  phone.slice(1),
  email,
  email.toLowerCase(),
];

export const tell = async (...ids: string[]): Promise<void> => {
  const Records = ids.map((id) => {
    const { account = '', hash = '' } = parseCollectionId(id) ?? {};
    const { pk, sk } = collectionKey(account, hash);
    return { eventName: 'MODIFY', dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: '1' } };
  });
  await publisher.publish({ Records: Records as never });
};

export const patchStatus = ({ key }: Tenant, id: string, status: string) =>
  invoke(updateStatus, { method: 'PATCH', key, id, body: { status } });

type World = { tenant: Tenant; clock: TestClock; channels: StubChannels };

/** Two collections: one with messages by every channel, replies, a note and STOP at the end; one that was paid. Both have ended. */
export async function aLife({ tenant, clock, channels }: World, person: Somebody): Promise<CollectionResponse[]> {
  const given = { contact: person, metadata: { description: `canary-text for ${person.firstName}` } };
  const followed = await aCreatedCollection(tenant, {
    ...given,
    payable: { enabled: true, methods: ['payment_link'] },
    followUp: { channels: ['whatsapp', 'sms', 'email'], startAfter: 0, cadence: 'every_6h' },
    expiresIn: 4 * 1440,
  });
  const paid = await aCreatedCollection(tenant, { ...given, followUp: { enabled: false } });
  await tell(followed.id, paid.id);
  for (const { id } of [followed, paid]) await customerKept(id);
  for (let slot = 0; slot < 3; slot += 1) {
    await runCollection({ collection: followed.id });
    clock.advance(361);
  }
  const [first] = channels.messages();
  await receive(first?.messageId ?? '', person);
  await receiveReply(sns(smsReply(person.phone, `canary-text from ${person.lastName}`, { id: `in-${person.phone}` })));
  await receiveReply(sns(whatsappReply(person.phone, said('STOP'), { id: wamid(person, 'stop') })));
  await invoke(recordPayment, {
    method: 'POST',
    key: tenant.key,
    id: paid.id,
    headers: { 'Idempotency-Key': 'paid' },
    body: { amount: { value: 45_000, currency: 'NGN' }, method: 'cash', note: `canary-text by ${person.firstName}` },
  });
  const words = { channel: 'email', text: `canary-text to ${person.firstName}` };
  await invoke(sendMessage(service), { method: 'POST', key: tenant.key, id: paid.id, body: words });
  await patchStatus(tenant, followed.id, 'cancelled');
  await tell(followed.id, paid.id);
  return [followed, paid];
}

/** Meta's ids of messages contain the phone. */
const wamid = ({ phone }: Somebody, what: string): string => `wamid.${phone.slice(1)}.${what}`;

/** A receipt by WhatsApp that names the message by Meta's own id as well, and the phone. */
export const receive = (messageId: string, person: Somebody, status = 'delivered', tags?: object) =>
  recordReceipt({
    Records: [
      {
        Sns: {
          Message: JSON.stringify({
            context: { MetaPhoneNumberIds: [{ arn: 'arn:aws:social-messaging:eu-west-1:1:phone-number-id/1' }] },
            whatsAppWebhookEntry: JSON.stringify({
              changes: [
                {
                  value: {
                    statuses: [
                      {
                        id: wamid(person, 'first'),
                        status,
                        timestamp: '1772442300',
                        recipient_id: person.phone.slice(1),
                        errors: status === 'failed' ? [{ code: 131026 }] : [],
                        ...(tags && { biz_opaque_callback_data: JSON.stringify(tags) }),
                      },
                    ],
                  },
                },
              ],
            }),
            messageId,
          }),
        },
      },
    ],
  } as never);

const quiet = { write: () => true };

/** Without the wait for what is under way, unless `meanwhile` says what happens then. */
export async function erase(values: Record<string, string | boolean>, meanwhile?: () => Promise<unknown>) {
  const { sleep } = systemClock;
  systemClock.sleep = async (ms) => {
    if (ms >= 60_000) await meanwhile?.();
  };
  try {
    return (await (eraseContactWith(quiet) as Run)({ yes: true, ...values })) as {
      data: never;
      text: string;
      isBad?: boolean;
    };
  } finally {
    systemClock.sleep = sleep;
  }
}

export async function exported(values: Record<string, string>) {
  const parts: string[] = [];
  await exportContactTo({ file: { write: (text: string) => parts.push(text) > 0 } as never, progress: quiet })(values);
  return { text: parts.join(''), document: JSON.parse(parts.join('')) };
}
