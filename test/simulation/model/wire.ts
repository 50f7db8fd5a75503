/** The types and values of docs/openapi.json: the only knowledge that the model shares with the product. */

export type Status = 'pending' | 'completed' | 'expired' | 'overdue' | 'cancelled';
export type Channel = 'whatsapp' | 'sms' | 'email';
export type Tone = 'gentle' | 'professional' | 'urgent';
export type Method = 'payment_link' | 'virtual_account' | 'mobile_money' | 'card' | 'bank_transfer';

/** Minutes between two reminders, by cadence. */
export const CADENCES = {
  every_5m: 5,
  every_10m: 10,
  every_15m: 15,
  every_30m: 30,
  every_1h: 60,
  every_2h: 120,
  every_4h: 240,
  every_6h: 360,
  every_12h: 720,
  daily: 1440,
} as const;
export type Cadence = keyof typeof CADENCES;

export type Amount = { value: number; currency: string };
export type Person = { firstName: string; lastName: string; phone: string; email: string };
export type Contact = Person & { id: string };

/** The follow-up fields of a create. */
export type FollowUpRequest = {
  enabled?: boolean;
  startAfter?: number;
  cadence?: Cadence;
  channels?: Channel[];
  tone?: Tone;
};

/** A valid body of POST /public/collections. */
export type CreateBody = {
  type?: 'integrated';
  reference: string;
  amount: Amount;
  contact: Person;
  metadata?: object;
  expiresIn?: number;
  payable?: { enabled?: boolean; methods?: Method[] };
  provider?: string;
  followUp?: FollowUpRequest;
};

/** A valid body of POST …/payments. */
export type RecordBody = {
  amount: Amount;
  kind?: 'payment' | 'refund';
  method: 'cash' | 'cheque';
  transaction?: string;
};

export type FollowUpAnswer =
  | { enabled: false }
  | { enabled: true; startAfter: number; cadence: Cadence; channels: Channel[]; tone: Tone };

/** The answer of an operation: its status, and the envelope or the fixed part of it. */
export type Answer = { status: number; body: object; headers?: Record<string, string> };

/** The data of an account that the model needs, including its secret salt. */
/** `support`: the ways to reach the merchant. */
export type AccountFacts = { id: string; salt: string; name: string; country?: string; support?: readonly string[] };

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const CHANNELS: readonly Channel[] = ['whatsapp', 'sms', 'email'];
export const TONES: readonly Tone[] = ['gentle', 'professional', 'urgent'];
export const METHODS: readonly Method[] = ['payment_link', 'virtual_account', 'mobile_money', 'card', 'bank_transfer'];

export const iso = (instant: number): string => new Date(instant).toISOString();
