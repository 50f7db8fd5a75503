/** The customers that the businesses of a world share: so few that phones and emails collide in every way. */
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Tenant } from './tenants.ts';

/** Phones with a country code, in national form, of other countries, and one that is not valid. */
const PHONES = ['+2348031230001', '08031230001', '0803 123 0002', '+233241230003', '+12025550104', '12345'];
const EMAILS = ['ada@example.com', 'Ada@Example.com', 'kofi@example.com', 'ola@example.com'];

/** A person as the account writes the contact. */
export const aPerson = ({ mark }: Tenant, random: Random) => ({
  firstName: `Ada ${mark}`,
  lastName: 'Obi',
  phone: random.pick(PHONES),
  email: random.pick(EMAILS),
});
