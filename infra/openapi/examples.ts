/** What the operations answer, as examples: of the order of {@link AN_ORDER}. */
import {
  A_COLLECTION_ID,
  A_CONTACT,
  A_PROVIDER_ID,
  AN_AMOUNT,
  AN_ORDER,
  CREATED,
} from '#lib/contract/example-values.ts';
import type { Json } from './schemas.ts';

const EXPIRES = '2026-03-03T09:15:30.120Z';
const FIRST_DUE = '2026-03-02T10:16:00.000Z';
const PAID = '2026-03-02T11:02:10.000Z';
const NOTHING = { value: 0, currency: 'NGN' };

const CREATED_EVENT = { id: 'evt_0c4n8x2q6t1w5z9r3v7b0m4kd', type: 'collection.created', timestamp: CREATED };

export const PENDING = {
  id: A_COLLECTION_ID,
  type: 'integrated',
  contact: A_CONTACT,
  reference: AN_ORDER.reference,
  amount: AN_AMOUNT,
  balance: { received: NOTHING, outstanding: AN_AMOUNT },
  status: 'pending',
  expiresIn: 1440,
  payable: {
    enabled: true,
    methods: ['payment_link'],
    options: [{ method: 'payment_link', link: 'https://pay.example/pay/8J2kQ7', expiresAt: EXPIRES }],
  },
  followUp: {
    enabled: true,
    startAfter: 60,
    cadence: 'every_6h',
    channels: ['whatsapp', 'sms', 'email'],
    tone: 'gentle',
  },
  metadata: AN_ORDER.metadata,
  events: [CREATED_EVENT],
  createdAt: CREATED,
  updatedAt: CREATED,
  completedAt: null,
};

const PAID_COLLECTION = {
  ...PENDING,
  balance: { received: AN_AMOUNT, outstanding: NOTHING },
  status: 'completed',
  payable: { ...PENDING.payable, options: [] },
  events: [
    CREATED_EVENT,
    {
      id: 'evt_3r6v0b8nc5f0k2m7x9q4t8w1z',
      type: 'followup.sent',
      timestamp: FIRST_DUE,
      data: { slot: 1, channel: 'whatsapp' },
    },
    {
      id: 'evt_7x9q4t8w1z3r6v0b8nc5f0k2m',
      type: 'payment.received',
      timestamp: PAID,
      data: { amount: AN_AMOUNT, transaction: 'T-9041', method: 'card', actor: 'provider' },
    },
    { id: 'evt_9q4t8w1z3r6v0b8nc5f0k2m7x', type: 'collection.completed', timestamp: PAID },
  ],
  updatedAt: PAID,
  completedAt: PAID,
};

const PLAN = {
  enabled: true,
  strategyVersion: 1,
  reasons: ['The collection can be paid for 24 hours, so reminders come every 6 hours.'],
  removed: [{ dueAt: '2026-03-02T22:16:00.000Z', reason: 'merged' }],
  slots: [
    {
      slot: 1,
      dueAt: FIRST_DUE,
      channel: 'whatsapp',
      tone: 'gentle',
      text: 'Hello Ada, NGN 45,000.00 is still to be paid to Shop. Pay here: https://pay.example/pay/8J2kQ7',
      reason: 'the first reminder',
      status: 'sent',
      sentAt: '2026-03-02T10:16:01.000Z',
      channelsTried: ['whatsapp'],
    },
    {
      slot: 2,
      dueAt: '2026-03-02T16:16:00.000Z',
      channel: 'sms',
      tone: 'professional',
      text: 'Ada, NGN 45,000.00 to Shop is still open: https://pay.example/pay/8J2kQ7',
      reason: '6 hours after the one before',
      status: 'planned',
      channelsTried: [],
    },
  ],
};

const PAYMENT = {
  id: 'pmt_2m7x9q4t8w1z3r6v0b8nc5f0k',
  kind: 'payment',
  amount: AN_AMOUNT,
  counts: true,
  standing: 'exact',
  method: 'cash',
  provider: null,
  transaction: 'receipt-17',
  paidAt: PAID,
  recordedAt: PAID,
  recordedBy: 'merchant',
};

const PROVIDER = {
  id: A_PROVIDER_ID,
  name: 'Paystack',
  slug: 'paystack',
  enabled: true,
  createdAt: CREATED,
  updatedAt: CREATED,
};

export const answered = (message: string, data: unknown, rest: Json = {}): Json => ({
  status: 'success',
  message,
  data,
  ...rest,
});

export const created = answered('Collection created successfully', PENDING);
export const listed = answered('Collections retrieved successfully', [PENDING], {
  meta: { count: 31, next: 2, prev: null },
});
export const retrieved = answered('Collection retrieved successfully', PAID_COLLECTION);
export const collection = (message: string, changed: Partial<typeof PENDING>): Json =>
  answered(message, { ...PENDING, ...changed });
export const plan = (message: string, changed: Json = {}): Json => answered(message, { ...PLAN, ...changed });
export const reminder = answered('Reminder previewed', {
  channel: 'sms',
  tone: 'professional',
  to: A_CONTACT.phone,
  text: 'Ada, NGN 45,000.00 to Shop is still open: https://pay.example/pay/8J2kQ7',
  dueAt: '2026-03-02T12:01:00.000Z',
});
export const recorded = answered('Payment recorded successfully', PAYMENT);
export const payments = answered('Payments retrieved successfully', [PAYMENT]);
export const provider = (message: string, changed: Partial<typeof PROVIDER> = {}): Json =>
  answered(message, { ...PROVIDER, ...changed });
export const providers = answered('Providers retrieved successfully', [PROVIDER]);
