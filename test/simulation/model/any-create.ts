/** Arbitrary creates: every cadence, channel, tone, country, currency and amount, at any instant. */
import fc from 'fast-check';
import { decimalsOf } from './money.ts';
import {
  type AccountFacts,
  CADENCES,
  type Cadence,
  CHANNELS,
  type Channel,
  type CreateBody,
  type Tone,
} from './wire.ts';

const TONES: readonly Tone[] = ['gentle', 'professional', 'urgent'];
const METHODS = ['payment_link', 'virtual_account', 'mobile_money', 'card', 'bank_transfer'] as const;

/**
 * Phones of countries with one time zone, several zones, half-hour offsets, daylight saving time and islands; of two
 * countries under +1 and of French-speaking countries; in national form; and invalid ones.
 */
const PHONES = [
  '+2348031234567',
  '+233241234567',
  '+254712345678',
  '+27821234567',
  '+12025550104',
  '+18085550104',
  '+19075550104',
  '+17095550104',
  '0012025550104',
  '+525512345678',
  '+16135550104',
  '+18765550104',
  '+447400123456',
  '+33612345678',
  '+221771234567',
  '+237671234567',
  '+9779841234567',
  '+61412345678',
  '+79161234567',
  '+5215512345678',
  '+56961234567',
  '+573011234567',
  '+306912345678',
  '+593991234567',
  '+628123456789',
  '+201001234567',
  '+64211234567',
  '+3531234567',
  '+883510000000094',
  '08031234567',
  '0803 123 4567',
  '12345',
  'ask for Ada, 99999',
];

const EMAILS = ['ada@example.com', 'Ada.Obi@Example.com', "o'hara+pay@mail.example.org"];

export const ACCOUNTS: readonly AccountFacts[] = [
  { id: 'aaaaaaaaaa', salt: 'c2FsdCBvZiBhbiBhY2NvdW50', name: 'Kwanari Stores' },
  { id: 'bbbbbbbbbb', salt: 'YW5vdGhlciBzYWx0', name: 'Zuberim Café', country: 'NG' },
  { id: 'cccccccccc', salt: 'YSB0aGlyZCBzYWx0', name: 'Côte d’Or', country: 'FR' },
];

const minutes = (min: number, max = 525_600) =>
  fc.oneof(fc.integer({ min, max: 300 }), fc.integer({ min, max: 3_000 }), fc.integer({ min, max }));

const anyFollowUp = fc.record(
  {
    enabled: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    startAfter: minutes(0),
    cadence: fc.constantFrom(...(Object.keys(CADENCES) as Cadence[])),
    channels: fc.shuffledSubarray([...CHANNELS], { minLength: 1 }),
    tone: fc.constantFrom(...TONES),
  },
  { requiredKeys: [] },
);

/** Amounts below, at and above the bounds of the amount tiers. */
const anyAmount = fc
  .tuple(
    fc.constantFrom('NGN', 'GHS', 'USD', 'EUR', 'JPY', 'KWD', 'XOF', 'HUF', 'UYW'),
    fc.oneof(fc.constantFrom(999, 1_000, 9_999, 10_000, 999_999, 1_000_000, 49_999_999, 50_000_000), fc.nat(10 ** 9)),
  )
  .map(([currency, minor]) => ({ value: Math.max(1, minor) / 10 ** decimalsOf(currency), currency }));

/** Names with letters that every channel can send. */
const anyName = fc.constantFrom('Ada', ' Ada ', 'Kofi', 'Amélie', 'O’Brien', 'Jean-Luc');

export const anyBody: fc.Arbitrary<CreateBody> = fc.record(
  {
    reference: fc.oneof(
      fc.constantFrom('order-1', 'PSK_txn_8a7f34'),
      fc.string({ minLength: 1, maxLength: 40 }).filter(isPlain),
    ),
    amount: anyAmount,
    contact: fc.record({
      firstName: anyName,
      lastName: anyName,
      phone: fc.constantFrom(...PHONES),
      email: fc.constantFrom(...EMAILS),
    }),
    metadata: fc.constantFrom<object>({ description: 'Two pairs of shoes' }, [{ description: 'Hoodie', quantity: 2 }]),
    expiresIn: minutes(1),
    payable: fc.record({ enabled: fc.boolean(), methods: fc.shuffledSubarray([...METHODS]) }, { requiredKeys: [] }),
    followUp: anyFollowUp,
  },
  { requiredKeys: ['reference', 'amount', 'contact'] },
);

/** True for characters that a reference may contain. */
function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a reference must not contain control characters.
  return !/[\x00-\x1f\x7f-\x9f]/.test(text);
}

/** Any millisecond of three years, including changes to and from daylight saving time. */
export const anyInstant: fc.Arbitrary<number> = fc.integer({
  min: Date.parse('2026-01-01T00:00:00Z'),
  max: Date.parse('2028-12-31T00:00:00Z'),
});

export const anyAccount: fc.Arbitrary<AccountFacts> = fc.constantFrom(...ACCOUNTS);

export const someChannels: fc.Arbitrary<Channel[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Channel[]>([...CHANNELS]) },
  { weight: 2, arbitrary: fc.subarray([...CHANNELS]) },
);

export const fewOptedOut: fc.Arbitrary<Channel[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Channel[]>([]) },
  { weight: 1, arbitrary: fc.subarray([...CHANNELS]) },
);
