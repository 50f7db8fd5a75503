/** The form in which an operation is described, and the parts that several share. */
import type * as z from 'zod/mini';
import { CollectionResponse } from './collection-response.ts';
import { successEnvelope } from './envelope.ts';

type Schema = z.ZodMiniType;

export type OperationContract = {
  tag: 'Collections' | 'Payments' | 'Follow-ups' | 'Providers' | 'Events' | 'Webhooks' | 'Description';
  summary: string;
  open?: true;
  body?: Schema;
  /** A valid body. */
  example?: Record<string, unknown>;
  query?: Schema;
  /** Safe to repeat with an Idempotency-Key, and answers the location of what was created. */
  creates?: true;
  idempotent?: true;
  success: { status: 200 | 201 | 202; schema: Schema };
  /** Codes in addition to those of every operation of this kind. */
  errors: Readonly<Record<number, readonly string[]>>;
};

export const ofCollection = successEnvelope(CollectionResponse);

/** What every change of terms or plan can refuse. */
export const REVISION = {
  errors: {
    403: ['collection_forbidden'],
    404: ['collection_not_found'],
    409: ['invalid_transition', 'change_limit'],
  },
} as const;

/** A valid create body, as an example. */
export const AN_ORDER = {
  reference: 'order-1001',
  amount: { value: 45_000, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  metadata: { description: 'Two pairs of shoes' },
  payable: { enabled: true, methods: ['payment_link'] },
};
