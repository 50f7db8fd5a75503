/** A collection as every endpoint shows it. */
import * as z from 'zod/mini';
import { asSeenAt, type Collection, type CollectionEvent } from '#lib/domain/collection.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import { CADENCES, CHANNELS, echoFollowUp, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { toMajor } from '#lib/domain/money.ts';
import { paymentOptions } from '#lib/domain/payable.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment-methods.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { instant } from './fields.ts';

const PaymentOptionResponse = z.strictObject({
  method: z.literal('payment_link'),
  link: z.url(),
  expiresAt: instant(),
});

const FollowUpResponse = z.union([
  z.strictObject({ enabled: z.literal(false) }),
  z.strictObject({
    enabled: z.literal(true),
    startAfter: z.int(),
    cadence: z.enum(CADENCES),
    channels: z.array(z.enum(CHANNELS)),
    tone: z.enum(TONES),
  }),
]);

const ContactResponse = z.strictObject({
  id: z.string().check(z.regex(/^contact_[0-9a-z]{25}$/)),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.string(),
});

const EventResponse = z.strictObject({
  id: z.string().check(z.regex(/^evt_[0-9a-z]{25}$/)),
  type: z.string(),
  timestamp: instant(),
});

export const CollectionResponse = z
  .strictObject({
    id: z.string().check(z.regex(/^pay_[0-9a-z]{35}$/)),
    type: z.literal('integrated'),
    contact: ContactResponse,
    reference: z.string(),
    amount: z.strictObject({ value: z.number(), currency: z.string() }),
    status: z.enum(STATUSES),
    expiresIn: z.int(),
    payable: z.strictObject({
      enabled: z.boolean(),
      methods: z.array(z.enum(PAYMENT_METHODS)),
      options: z.array(PaymentOptionResponse),
    }),
    followUp: FollowUpResponse,
    metadata: z.optional(z.union([z.looseObject({}), z.array(z.looseObject({}))])),
    events: z.array(EventResponse),
    createdAt: instant(),
    updatedAt: instant(),
    completedAt: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: 'Collection' });
export type CollectionResponse = z.output<typeof CollectionResponse>;

/** The collection as it is at this instant: expired from its expiry on, events in order of time. */
export function toCollectionResponse(collection: Collection, now: Date, baseUrl: string): CollectionResponse {
  const seen = asSeenAt(collection, now);
  const { id, place, contact, reference, amount, payable, metadata, expiresAt } = seen;
  const options = paymentOptions(payable, place, { baseUrl, expiresAt });
  return {
    id,
    type: 'integrated',
    contact,
    reference,
    amount: { value: toMajor(amount), currency: amount.currency },
    status: seen.status,
    expiresIn: seen.expiresInMinutes,
    payable: { enabled: payable.enabled, methods: [...payable.methods], options },
    followUp: toFollowUpResponse(seen),
    ...(metadata !== undefined && { metadata: exactJson(metadata) as NonNullable<CollectionResponse['metadata']> }),
    events: seen.events.toSorted(byTime).map(({ id, type, timestamp }) => ({ id, type, timestamp })),
    createdAt: seen.createdAt,
    updatedAt: seen.updatedAt,
    completedAt: seen.completedAt,
  };
}

/** Events of the same instant stay in the order in which they happened. */
const byTime = (a: CollectionEvent, b: CollectionEvent): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0;

function toFollowUpResponse({ followUp }: Collection): CollectionResponse['followUp'] {
  const echo = echoFollowUp(followUp);
  return echo.enabled ? { ...echo, channels: [...echo.channels] } : echo;
}
