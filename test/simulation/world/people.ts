/** The customers that the businesses of a world share: so few that phones and emails collide in every way. */
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import type { Tenant } from './tenants.ts';

/** Phones with a country code, in national form, of other countries, and one that is not valid. */
const USUAL: readonly string[] = [
  '+2348031230001',
  '08031230001',
  '0803 123 0002',
  '+233241230003',
  '+12025550104',
  '12345',
];
/** Of countries with laws on how often and when a debtor may be written to. */
const STRICT = ['+573011230001', '+56961230002', '+306911230003', '+593991230004', '+12025550104'];
const EMAILS = ['ada@example.com', 'Ada@Example.com', 'kofi@example.com', 'ola@example.com'];

/** Drawn apart from all else, so that other worlds stay as they were. */
export const STRICT_COUNTRIES = { name: 'strict-countries', share: 0.2 };

export const phonesIn = (seed: number, without: ReadonlySet<string>, varied = USUAL): readonly string[] =>
  !without.has(STRICT_COUNTRIES.name) && randomFrom(seed, STRICT_COUNTRIES.name).bool(STRICT_COUNTRIES.share)
    ? STRICT
    : varied;

/** A person as the account writes the contact. */
export const aPerson = ({ mark, phones }: Tenant, random: Random) => ({
  firstName: `Ada ${mark}`,
  lastName: 'Obi',
  phone: random.pick(phones),
  email: random.pick(EMAILS),
});
