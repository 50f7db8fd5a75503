/**
 * Customers' replies as SNS delivers them.
 * What the relay does where a test has no stream: a collection can be found by its phone and email, and its customer is kept.
 */
import { randomUUID } from 'node:crypto';
import type { SNSEvent } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { openEntriesOf, putOpen } from '#lib/store/collection/open-by-address.ts';
import { keepingCustomers } from '#lib/store/customer/keeping.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { keepCustomer } from '#lib/use-cases/keep-customer.ts';
import { service } from '#test/support/a-service.ts';

export const sns = (...messages: { content: unknown; at?: string }[]): SNSEvent =>
  ({
    Records: messages.map(({ content, at = clock.now().toISOString() }) => ({
      Sns: { Message: typeof content === 'string' ? content : JSON.stringify(content), Timestamp: at },
    })),
  }) as SNSEvent;

type Details = { id?: string; answers?: string | undefined; at?: string };

export const smsReply = (from: string, text: string, { id = randomUUID(), answers, at }: Details = {}) => ({
  content: {
    originationNumber: from,
    destinationNumber: '+2348000000000',
    messageKeyword: 'KEYWORD_1',
    messageBody: text,
    inboundMessageId: id,
    ...(answers !== undefined && { previousPublishedMessageId: answers }),
  },
  ...(at !== undefined && { at }),
});

export const whatsappReply = (from: string, message: object, { id = randomUUID(), answers, at }: Details = {}) => ({
  content: {
    context: { MetaWabaIds: [], MetaPhoneNumberIds: [] },
    whatsAppWebhookEntry: JSON.stringify({
      id: 'waba',
      changes: [
        {
          field: 'messages',
          value: { messages: [{ from, id, timestamp: '1', ...(answers && { context: { id: answers } }), ...message }] },
        },
      ],
    }),
    aws_account_id: '1',
    messageId: 'in-2',
  },
  ...(at !== undefined && { at }),
});

export const said = (body: string) => ({ type: 'text', text: { body } });
export const pressed = (text: string) => ({ type: 'button', button: { text, payload: text } });

const keeping = { ...service, ...storeOf(table, keepingCustomers) };

async function stored(id: string) {
  const ref = parseCollectionId(id);
  const collection = ref && (await getCollection(table, ref));
  if (collection === undefined) throw new Error('no such collection');
  return collection;
}

export async function openToReplies(id: string): Promise<void> {
  for (const entry of openEntriesOf(await stored(id))) await putOpen(table, entry);
}

export const customerKept = async (id: string): Promise<void> =>
  keepCustomer(keeping, [{ isNew: true, earlier: [], after: await stored(id) }]);
