/** Reads which transaction a Flutterwave webhook is about. */
import type { Webhook, WebhookEvent } from '#lib/payment/port.ts';
import { idOf, isText, readObject, valueAt } from '#lib/payment/read-answer.ts';
import { isSame, isSignedBy } from '#lib/payment/signature.ts';

/** Flutterwave documents two headers: the secret hash itself, and a signature made with it. */
export const isGenuine = ({ body, headers }: Webhook, secret: string | undefined): boolean =>
  isSame(headers['verif-hash'], secret) ||
  isSignedBy(headers['flutterwave-signature'], { algorithm: 'sha256', secret, encoding: 'base64', body });

/** It comes after every try, failed ones too; what happened is read again. */
export function readEvent(body: string): WebhookEvent {
  const event = readObject(body);
  if (event === undefined) return { kind: 'malformed' };
  const reference = valueAt(event, 'data', 'tx_ref');
  if (valueAt(event, 'event') !== 'charge.completed' || !isText(reference)) return { kind: 'other' };
  const transaction = idOf(valueAt(event, 'data', 'id'));
  return { kind: 'movement', lookup: { reference, ...(transaction !== undefined && { transaction }) } };
}
