/** WhatsApp in the local run: a fake of AWS End User Messaging Social (SendWhatsAppMessage with a template or free text), receipts and replies. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type FakeOptions,
  type LocalReply,
  type ReceiptKind,
  type ReplyKind,
  tagsOf,
  topicEvent,
} from '#infra/local/channels/local-channel.ts';
import { KNOWN, REGION_AND_ACCOUNT } from '#infra/local/fakes/environment.ts';
import { AwsRefusal, type Fake, readBody, readJson, restError } from '#infra/local/fakes/fake.ts';
import { attemptOf, type SentMessage } from '#infra/local/fakes/outbox.ts';
import { type WhatsappTemplate, whatsappTemplates, whatsappText } from '#lib/domain/channels/whatsapp/templates.ts';

const SendWhatsAppMessage = z.object({
  originationPhoneNumberId: z.string().check(z.minLength(1), z.maxLength(115)),
  metaApiVersion: z.string().check(z.regex(/^v\d+\.\d+$/)),
  message: z.base64().check(z.minLength(1), z.maxLength(2_800_000)),
});

const TextParameter = z.object({ type: z.literal('text'), text: z.string().check(z.minLength(1)) });

const TemplateMessage = z.object({
  messaging_product: z.literal('whatsapp'),
  to: z.string().check(z.regex(/^\+[1-9][0-9]{1,18}$/)),
  type: z.literal('template'),
  template: z.object({
    name: z.string(),
    language: z.object({ code: z.string() }),
    components: z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('body'), parameters: z.array(TextParameter) }),
        z.object({
          type: z.literal('button'),
          sub_type: z.literal('url'),
          index: z.literal('0'),
          parameters: z.array(TextParameter).check(z.length(1)),
        }),
      ]),
    ),
  }),
  biz_opaque_callback_data: z.optional(z.string().check(z.maxLength(512))),
});

const TextMessage = z.object({
  messaging_product: z.literal('whatsapp'),
  to: z.string().check(z.regex(/^\+[1-9][0-9]{1,18}$/)),
  type: z.literal('text'),
  text: z.object({ body: z.string().check(z.minLength(1), z.maxLength(4096)), preview_url: z.optional(z.boolean()) }),
  biz_opaque_callback_data: z.optional(z.string().check(z.maxLength(512))),
});

const WhatsappContent = z.discriminatedUnion('type', [TemplateMessage, TextMessage]);

type TemplateMessage = z.output<typeof TemplateMessage>;

const refusal = (type: string, message: string, status = 400): AwsRefusal => new AwsRefusal({ status, type, message });
const invalid = (message: string): AwsRefusal => refusal('InvalidParametersException', message);

export const fakeWhatsapp = ({ outbox, now, baseUrl }: FakeOptions): Fake => ({
  signingName: 'social-messaging',
  answers: ({ url }) => url.pathname === '/v1/whatsapp/send',
  spellError: restError('message'),
  faults: {
    service: 'whatsapp',
    refusals: {
      reject: invalid('The message cannot be sent'),
      throttle: refusal('ThrottledRequestException', 'Rate exceeded', 429),
      error: refusal('InternalServiceException', 'Internal service error', 500),
    },
  },
  answer: (request) => {
    const sent = readBody(request, SendWhatsAppMessage, (message) => refusal('ValidationException', message));
    if (sent.originationPhoneNumberId !== KNOWN.WHATSAPP_PHONE_NUMBER_ID) {
      throw refusal('ResourceNotFoundException', 'Phone number not found', 404);
    }
    const content = Buffer.from(sent.message, 'base64');
    const message = readBody({ ...request, body: content }, WhatsappContent, invalid);
    const messageId = randomUUID();
    outbox.accept({
      id: messageId,
      channel: 'whatsapp',
      to: message.to,
      ...attemptOf((readJson(message.biz_opaque_callback_data ?? '{}') ?? {}) as Record<string, unknown>),
      text: message.type === 'text' ? message.text.body : textOf(message, whatsappTemplates(baseUrl)),
      sentAt: now().toISOString(),
    });
    return { status: 200, body: { messageId } };
  },
});

/** The text as the contact reads it; 132001 and 132000 are Meta's errors for a template and for its parameters. */
function textOf(
  { template: { name, language, components } }: TemplateMessage,
  templates: readonly WhatsappTemplate[],
): string {
  const approved = templates.find((template) => template.name === name && template.language === language.code);
  if (approved === undefined) throw invalid('(#132001) Template name does not exist in the translation');
  const [body, , buttons] = approved.components;
  const given = (type: 'body' | 'button') =>
    components.filter((component) => component.type === type).flatMap(({ parameters }) => parameters);
  const parameters = given('body').map(({ text }) => text);
  const [button] = given('button');
  const expected = new Set(body.text.match(/\{\{\d+\}\}/g)).size;
  if (parameters.length !== expected || (button === undefined) !== (buttons === undefined)) {
    throw invalid('(#132000) Number of parameters does not match the expected number of params');
  }
  return whatsappText(approved, parameters, button?.text);
}

const NUMBER = KNOWN.WHATSAPP_PHONE_NUMBER_ID.replace('phone-number-id-', '');

const META_ID = '000000000000000';

/** Meta's codes; 131000 says only that something went wrong. */
const WHATSAPP_CODES: Partial<Record<ReceiptKind, number>> = {
  failed: 131000,
  not_on_whatsapp: 131026,
  transient: 130429,
};

export function whatsappReceipt({ id, to, ...message }: SentMessage, kind: ReceiptKind, at: Date): object | undefined {
  const code = WHATSAPP_CODES[kind];
  const isGood = kind === 'delivered' || kind === 'read';
  if (code === undefined && !isGood) return undefined;
  const status = {
    id: `wamid.${id}`,
    status: isGood ? kind : 'failed',
    timestamp: metaTime(at),
    recipient_id: to.replace(/^\+/, ''),
    biz_opaque_callback_data: JSON.stringify(tagsOf({ ...message, id, to })),
    ...(code !== undefined && { errors: [{ code, title: 'Message undeliverable' }] }),
  };
  const metadata = { display_phone_number: META_ID, phone_number_id: META_ID };
  return topicEvent(whatsappEnvelope({ messaging_product: 'whatsapp', metadata, statuses: [status] }, id, at), at);
}

export function whatsappReply({ from, text, kind, answers, at }: LocalReply): object {
  // WhatsApp identifies a person by the number without the plus.
  const person = from.replace(/^\+/, '');
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: META_ID, phone_number_id: META_ID },
    contacts: [{ profile: { name: 'Customer' }, wa_id: person }],
    messages: [
      {
        from: person,
        id: `wamid.${randomUUID()}`,
        timestamp: metaTime(at),
        ...(answers !== undefined && { context: { id: answers } }),
        ...contentOf(kind, text),
      },
    ],
  };
  return whatsappEnvelope(value, randomUUID(), at);
}

function contentOf(kind: ReplyKind, text: string): object {
  if (kind === 'button') return { type: 'button', button: { text, payload: text } };
  if (kind === 'text') return { type: 'text', text: { body: text } };
  return { type: 'image', image: { id: '1', mime_type: 'image/jpeg', sha256: 'a', caption: text } };
}

/** `value` is Meta's. */
const whatsappEnvelope = (value: object, messageId: string, at: Date): object => ({
  context: {
    MetaWabaIds: [{ wabaId: META_ID, arn: `arn:aws:social-messaging:${REGION_AND_ACCOUNT}:waba/local` }],
    MetaPhoneNumberIds: [
      { metaPhoneNumberId: META_ID, arn: `arn:aws:social-messaging:${REGION_AND_ACCOUNT}:phone-number-id/${NUMBER}` },
    ],
  },
  whatsAppWebhookEntry: JSON.stringify({ id: META_ID, changes: [{ value, field: 'messages' }] }),
  aws_account_id: REGION_AND_ACCOUNT.split(':')[1],
  message_timestamp: at.toISOString(),
  messageId,
});

/** Seconds since 1970, as Meta writes them. */
const metaTime = (at: Date): string => String(Math.floor(at.getTime() / 1000));
