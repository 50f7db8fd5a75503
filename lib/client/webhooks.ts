/** What a webhook tells: one type for each that this version knows, so that a program can tell them apart, and one for those that come later. */
import { Webhook } from 'standardwebhooks';
import type { WebhookEventData } from './description.ts';
import { type Event, type EventData, type EventFields, WEBHOOK_TYPES, type WebhookBodies } from './description.ts';

/** `data` of an event has the fields of its type, and no others. */
type Told<Type extends keyof EventFields> = Omit<Event, 'type' | 'data'> & {
  type: Type;
  data?: Pick<EventData, EventFields[Type]>;
};

type Narrowed<Type extends keyof WebhookBodies> = Omit<WebhookBodies[Type], 'type' | 'data'> & { type: Type } & {
  data: Type extends keyof EventFields
    ? Omit<WebhookEventData, 'event'> & { event: Told<Type> }
    : WebhookBodies[Type]['data'];
};

export type KnownEvent = { [Type in keyof WebhookBodies]: Narrowed<Type> }[keyof WebhookBodies];

/** Of a type that this version does not know: answer it with success, and go on. */
export type UnknownEvent = {
  id: string;
  type: 'unknown';
  /** Its type, as it came. */
  name: string;
  timestamp: string;
  data: unknown;
};

export type WebhookBody = KnownEvent | UnknownEvent;

/** Narrows by `type`: `if (event.type === 'collection.completed') event.data.collection.reference`. @throws when none signed it, or it is old */
export function verify(
  body: string,
  headers: Headers | Record<string, unknown>,
  secrets: readonly (string | undefined)[],
): WebhookBody {
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const plain = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  return namedUnknown(verifiedBy(secrets.filter(isSet), body, plain));
}

const isSet = (secret: string | undefined): secret is string => secret !== undefined && secret !== '';

function verifiedBy([secret, ...others]: readonly string[], body: string, headers: Record<string, string>): KnownEvent {
  if (secret === undefined)
    throw new Error('No secret to check the webhook by: give the one that its endpoint was created with');
  try {
    return new Webhook(secret).verify(body, headers) as KnownEvent;
  } catch (error) {
    if (others.length === 0) throw error;
    return verifiedBy(others, body, headers);
  }
}

const KNOWN: ReadonlySet<string> = new Set(WEBHOOK_TYPES);

const namedUnknown = (event: KnownEvent): WebhookBody =>
  KNOWN.has(event.type) ? event : { ...event, type: 'unknown', name: event.type };
