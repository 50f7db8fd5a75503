/** The customers that the businesses of a world share: so few that phones and emails collide in every way. */
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import type { Tenant } from './tenants.ts';

/** Phones with a country code, in national form, of other countries, and one that is not valid. */
const USUAL = ['+2348031230001', '08031230001', '0803 123 0002', '+233241230003', '+12025550104', '12345'];
/** Of countries with laws on how often and when a debtor may be written to. */
const STRICT = ['+573011230001', '+56961230002', '+306911230003', '+593991230004', '+12025550104'];
/** Of countries with several zones, islands, half-hour offsets and changes of the clock; of French-speaking ones; dialled with zeros. */
const FAR = [
  '+254712345678',
  '+18085550104',
  '+17095550104',
  '0012025550104',
  '+525512345678',
  '+447400123456',
  '+221771234567',
  '+9779841234567',
  '+61412345678',
  '+79161234567',
  '+5511961234567',
  '+628123456789',
];
const EMAILS = ['ada@example.com', 'Ada@Example.com', 'kofi@example.com', 'ola@example.com'];

/** With the usual two decimals, and with none, three and four. */
const CURRENCIES = ['NGN', 'GHS', 'USD'];
const ODD_CURRENCIES = ['XOF', 'JPY', 'KWD', 'UYW', 'EUR', 'HUF'];

export type Population = { phones: readonly string[]; currencies: readonly string[] };

export function populationIn(seed: number): Population {
  const random = randomFrom(seed, 'population');
  const phones = random.pick([USUAL, USUAL, USUAL, STRICT, FAR]);
  const currencies = random.bool(0.75) ? CURRENCIES : CURRENCIES.map(() => random.pick(ODD_CURRENCIES));
  return { phones, currencies };
}

/** A person as the account writes the contact. */
export const aPerson = ({ mark, phones }: Tenant, random: Random) => ({
  firstName: `Ada ${mark}`,
  lastName: 'Obi',
  phone: random.pick(phones),
  email: random.pick(EMAILS),
});
