/** The schema of a collection in every response. `show-collection.ts` builds the values. */
import * as z from 'zod/mini';
import { CADENCES, CHANNELS, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment/payment-methods.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { instant } from './fields.ts';

export const AmountResponse = z.strictObject({ value: z.number(), currency: z.string() });

const option = <Method extends string, Fields extends z.core.$ZodLooseShape>(method: Method, fields: Fields) =>
  z.strictObject({ method: z.literal(method), ...fields, expiresAt: instant() });

const link = { link: z.url() };
const bankAccount = {
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  /** What to transfer, where the provider's fee comes on top of what is asked. */
  amount: z.optional(AmountResponse),
};

const PaymentOptionResponse = z.discriminatedUnion('method', [
  option('payment_link', link),
  option('virtual_account', bankAccount),
  option('bank_transfer', bankAccount),
  option('card', link),
  option('mobile_money', { provider: z.string(), phone: z.string(), instructions: z.string() }),
]);

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

export const EventResponse = z.strictObject({
  id: z.string().check(z.regex(/^evt_[0-9a-z]{25}$/)),
  type: z.string(),
  timestamp: instant(),
  /** What a reader of this type of event needs. Open, because new types of events add fields. */
  data: z.optional(
    z.looseObject({
      amount: z.optional(AmountResponse),
      transaction: z.optional(z.string()),
      method: z.optional(z.string()),
      reason: z.optional(z.string()),
      /** Of `collection.updated`: what was changed, dotted, such as `contact.phone`. */
      changed: z.optional(z.array(z.string())),
      /** Of `followup.paused`; absent while nothing but a resume ends it. */
      until: z.optional(z.string()),
      /** Of `promise.made` and `promise.broken`. */
      payBy: z.optional(z.string()),
      /** Of a follow-up. */
      slot: z.optional(z.int()),
      actor: z.optional(z.string()),
      channel: z.optional(z.enum(CHANNELS)),
      by: z.optional(z.string()),
      text: z.optional(z.string()),
    }),
  ),
});

export const CollectionResponse = z
  .strictObject({
    id: z.string().check(z.regex(/^pay_[0-9a-z]{35}$/)),
    type: z.literal('integrated'),
    contact: ContactResponse,
    reference: z.string(),
    amount: AmountResponse,
    balance: z.strictObject({ received: AmountResponse, outstanding: AmountResponse }),
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
