/** The form in which an operation is described, and the parts that several share. */
import type * as z from 'zod/mini';
import type { ParameterText } from '#lib/contract/described.ts';
import type { AnyErrorCode } from './error-codes.ts';
import type { Json } from './schemas.ts';

type Schema = z.ZodMiniType;

type Refusals = Readonly<Record<number, readonly AnyErrorCode[]>>;

export type OperationContract = {
  tag: Tag;
  summary: string;
  description: string;
  open?: true;
  body?: Schema;
  /** A valid body. */
  example?: Json;
  query?: Schema;
  /** What each parameter of the query means. */
  queryTexts?: Readonly<Record<string, ParameterText>>;
  /** Answers the location of what was created. */
  creates?: true;
  /** Answers an entity tag. */
  tagged?: true;
  /** Takes an Idempotency-Key. */
  idempotent?: true;
  /** What the service sends to an address that the body names. */
  callbacks?: Readonly<Record<string, Json>>;
  success: { status: 200 | 201 | 202; schema: Schema; example: Json };
  /** Codes in addition to those of every operation of this kind. */
  errors: Refusals;
  /** Codes that came after the operation: generated clients have types named by the first ones, so new ones go here. */
  later?: Refusals;
};

/** What a receiver answers. */
export const RECEIVED = {
  '2XX': { description: 'The receiver took it. Any other answer is tried again later.' },
  '4XX': {
    description: 'It is tried again later; after a 410 nothing is sent any more until the endpoint is enabled.',
  },
};

export const TAGS = {
  Collections: 'Requests to collect a payment: create, read, correct, complete or cancel.',
  Customers: 'Whom the collections name: found, listed, and with what they owe.',
  Payments: 'The ledger of a collection: what came, and what went back.',
  'Follow-ups': 'Reminders to the customer: the plan, its reasons, and changes on the way.',
  Answers: 'What customers say of a collection, and what you decide and answer.',
  Providers: 'The payment providers of the account.',
  Settings: 'What the account sets for all its customers, and its rules for follow-ups.',
  Insights: 'What is owed, how money came and went, and what reminders bring.',
  Events: 'What happened, as a feed that is read from where the last reading ended.',
  Webhooks: 'Where the account is told of its events, and what became of each delivery.',
  'Webhook messages': 'What the endpoints of the account receive: one for each type of event, and the ping.',
  Description: 'This description.',
} as const;
export type Tag = keyof typeof TAGS;

export const OF_COLLECTION = { 403: ['collection_forbidden'], 404: ['collection_not_found'] } as const;
export const OF_WEBHOOK_ENDPOINT = {
  403: ['webhook_endpoint_forbidden'],
  404: ['webhook_endpoint_not_found'],
} as const;
export const OF_PROVIDER = { 403: ['provider_forbidden'], 404: ['provider_not_found'] } as const;

/** What every change of terms or plan can refuse. */
export const OF_REVISION = {
  ...OF_COLLECTION,
  409: ['invalid_transition', 'change_limit', 'concurrent_change'],
} as const;
