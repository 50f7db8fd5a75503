/** The model and the product agree on the result of a create. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNTS, anyAccount, anyBody, anyInstant } from './any-create.ts';
import { verdictOn as verdict } from './creates.ts';
import { expectCreate } from './expected.ts';
import { accountOfId, isId } from './ids.ts';
import { format, toMinor } from './money.ts';
import { readPhone } from './people.ts';
import * as product from './product.ts';
import { shownAt } from './shown-collection.ts';
import { type AccountFacts, CHANNELS, type CreateBody } from './wire.ts';

const RUNS = { numRuns: 1_000 };

/** Without event ids, because the model does not derive them. */
const withoutIds = ({ events, ...rest }: { events: readonly { type: string; timestamp: string }[] }) => ({
  ...rest,
  events: events.map(({ type, timestamp }) => ({ type, timestamp })),
});

it('model and product show a new collection alike, whatever its body, account and instant', () => {
  fc.assert(
    fc.property(anyBody, anyAccount, anyInstant, (body, account, now) => {
      const { known } = expectCreate(body, account, now);
      const shown = product.show(product.build(body, account, CHANNELS, now), now);
      expect(withoutIds(shown)).toEqual(shownAt(known, now, product.BASE_URL));
    }),
    RUNS,
  );
});

it('model and product read every phone alike', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789 +-().'), minLength: 5, maxLength: 24 });
  const anyPhone = fc.oneof(
    digits,
    digits.map((rest) => `+${rest}`),
    digits.map((rest) => `+234${rest}`),
    digits.map((rest) => `00${rest}`),
    digits.map((rest) => `+00${rest}`),
  );
  fc.assert(
    fc.property(anyPhone, anyAccount, (typed, account) => {
      const { shown, lookup, ...rest } = readPhone(typed, account.country);
      expect(product.phoneOf(typed, account)).toEqual({ shown, lookup, ...rest });
    }),
    { numRuns: 3_000 },
  );
});

it('model and product write amounts alike, in every currency', () => {
  fc.assert(
    fc.property(fc.constantFrom(...product.CURRENCIES), fc.integer({ min: 1, max: 10 ** 14 }), (currency, minor) => {
      expect(product.formatMoney({ minor, currency })).toBe(format(minor, currency));
      expect(toMinor({ value: product.toMajor({ minor, currency }), currency })).toBe(minor);
    }),
    RUNS,
  );
});

it('model and product judge a second create of a reference alike', () => {
  const anyCreate = fc.record({
    idempotencyKey: fc.option(fc.constantFrom('key-1', 'key-2'), { nil: undefined }),
    body: fc.oneof(anyBody, fc.constantFrom(...ALIKE)),
  });
  fc.assert(
    fc.property(anyCreate, fc.option(anyCreate, { nil: undefined }), (asked, made) => {
      expect(product.verdictOn(asked, made)).toBe(verdict(asked, made));
      if (made) expect(product.verdictOn(made, made)).toBe(verdict(made, made));
    }),
    { numRuns: 1_000 },
  );
});

it('an id of the model contains its account, and only well-formed texts are ids', () => {
  fc.assert(
    fc.property(anyAccount, fc.string({ minLength: 1 }), (account: AccountFacts, reference) => {
      const { id } = product.build({ ...SIMPLE, reference: `r${reference.length}` }, account, CHANNELS, 0);
      expect(accountOfId(id)).toBe(account.id);
      expect(isId('pay', id)).toBe(true);
    }),
    { numRuns: 50 },
  );
  expect(ACCOUNTS.every(({ id }) => id.length === 10)).toBe(true);
});

const CONTACT = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' };

/** Spellings of one create, and a create that differs. */
const ALIKE: readonly CreateBody[] = [
  {
    reference: 'r',
    amount: { value: 1, currency: 'NGN' },
    contact: CONTACT,
    metadata: { description: 'x', n: [1, 2] },
  },
  {
    metadata: { n: [1, 2], description: 'x' },
    contact: CONTACT,
    amount: { currency: 'NGN', value: 1 },
    reference: 'r',
  },
  {
    type: 'integrated',
    reference: 'r',
    amount: { value: 1, currency: 'NGN' },
    contact: { ...CONTACT, firstName: ' Ada ', phone: ' +2348031234567' },
    metadata: { description: 'x', n: [1, 2] },
    expiresIn: 1440,
    payable: { enabled: false },
  },
  {
    reference: 'r',
    amount: { value: 1, currency: 'NGN' },
    contact: CONTACT,
    metadata: { description: 'x', n: [2, 1] },
  },
  { reference: 'r', amount: { value: 1, currency: 'NGN' }, contact: CONTACT, followUp: {} },
  { reference: 'r', amount: { value: 1, currency: 'NGN' }, contact: CONTACT, followUp: { enabled: true } },
  { reference: 'r', amount: { value: 1, currency: 'NGN' }, contact: CONTACT, payable: { enabled: true } },
  {
    reference: 'r',
    amount: { value: 1, currency: 'NGN' },
    contact: CONTACT,
    payable: { enabled: true, methods: ['payment_link'] },
  },
];

const SIMPLE = {
  amount: { value: 45_000, currency: 'NGN' },
  contact: CONTACT,
};
