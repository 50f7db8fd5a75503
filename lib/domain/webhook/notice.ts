/** The email to the people behind an endpoint: a warning while it fails, and a notice when it is disabled. */
import { type EmailMessage, plainEmail } from '#lib/domain/channels/email/render.ts';
import type { WebhookEndpoint } from './endpoint.ts';

export type NoticeKind = 'failing' | 'disabled';

type FailingEndpoint = Pick<WebhookEndpoint, 'id'> & { since?: string | undefined };

/** Of our own words: nothing in it was typed by somebody, neither the description of the endpoint nor its address. */
export function noticeEmail(notice: NoticeKind, { id, since }: FailingEndpoint): EmailMessage {
  const from = since === undefined ? '' : ` since ${since}`;
  const paragraphs = {
    failing: [
      `Your webhook endpoint ${id} has not accepted a webhook${from}.`,
      'Nothing is lost: the events wait, and are sent when it accepts webhooks again. After five days it is disabled.',
    ],
    disabled: [
      `Your webhook endpoint ${id} is disabled, because it has not accepted a webhook${from}, or answered 410.`,
      'Nothing is lost: events of the last 30 days wait. Send it a ping, then set its status to enabled: they are sent then.',
    ],
  }[notice];
  const subject = notice === 'failing' ? 'Your webhook endpoint fails' : 'Your webhook endpoint is disabled';
  return plainEmail({
    subject,
    text: paragraphs.join('\n\n'),
    html: paragraphs.map((text) => `<p>${text}</p>`).join(''),
  });
}
