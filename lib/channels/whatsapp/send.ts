/** Sends WhatsApp by AWS End User Messaging Social: an approved template with its values, or the answer to a reply. */
import { SendWhatsAppMessageCommand, SocialMessagingClient } from '@aws-sdk/client-socialmessaging';
import { type Limits, type MessageSender, sendingClient, type Verdict } from '#lib/channels/adapter.ts';
import type { WhatsappSender } from '#lib/domain/channels/whatsapp/channel.ts';
import type { WhatsappMessage, WhatsappText } from '#lib/domain/channels/whatsapp/render.ts';
import { numberedValues } from '#lib/domain/channels/whatsapp/templates.ts';
import type { Sendable } from '#lib/domain/message/outgoing.ts';

/** https://docs.aws.amazon.com/social-messaging/latest/APIReference/API_SendWhatsAppMessage.html#API_SendWhatsAppMessage_Errors. */
const VERDICTS = {
  AccessDeniedByMetaException: 'account_fault',
  AccessDeniedException: 'account_fault',
  InvalidParametersException: 'refused',
  LimitExceededException: 'account_fault',
  ResourceNotFoundException: 'account_fault',
  ValidationException: 'refused',
  ThrottledRequestException: 'throttled',
  // These two may come after Meta has accepted the message.
  DependencyException: 'ambiguous',
  InternalServiceException: 'ambiguous',
} as const satisfies Record<string, Verdict>;

export function openWhatsapp(limits: Limits): MessageSender<WhatsappMessage | WhatsappText, WhatsappSender> {
  const client = new SocialMessagingClient(sendingClient(limits));
  return {
    verdicts: VERDICTS,
    prepare: (outgoing, sender) => {
      const command = new SendWhatsAppMessageCommand({
        originationPhoneNumberId: sender.phoneNumberId,
        metaApiVersion: sender.metaApiVersion,
        message: new TextEncoder().encode(JSON.stringify(metaMessage(outgoing))),
      });
      return async (abortSignal) => (await client.send(command, { abortSignal })).messageId;
    },
  };
}

/** It has no time to live: the approved template says how long Meta tries to deliver. */
function metaMessage({ to, message, attempt }: Sendable<WhatsappMessage | WhatsappText>): object {
  // Meta repeats the tags in the message's receipts, as text of 512 characters at most.
  const tags = attempt && { biz_opaque_callback_data: JSON.stringify(attempt) };
  const common = { messaging_product: 'whatsapp', to, ...tags };
  const { template } = message;
  if (template === undefined) return { ...common, type: 'text', text: { body: message.text, preview_url: false } };
  const { name, language, values, buttonSuffix } = template;
  const body = { type: 'body', parameters: numberedValues(values).map(textParameter) };
  const button = { type: 'button', sub_type: 'url', index: '0', parameters: [textParameter(buttonSuffix ?? '')] };
  return {
    ...common,
    type: 'template',
    template: { name, language: { code: language }, components: buttonSuffix === undefined ? [body] : [body, button] },
  };
}

const textParameter = (text: string) => ({ type: 'text', text });
