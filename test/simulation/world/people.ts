/** The customers that the businesses of a world share: few enough that phones and emails collide in every way. */
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Tenant } from './tenants.ts';

/** With a country code, in the country's own form, of other countries, and one that nobody can reach. */
const PHONES = ['+2348031230001', '08031230001', '0803 123 0002', '+233241230003', '+12025550104', '12345'];
const EMAILS = ['ada@example.com', 'Ada@Example.com', 'kofi@example.com', 'ola@example.com'];

/** Somebody as an account writes them down. */
export const aPerson = ({ mark }: Tenant, random: Random) => ({
  firstName: `Ada ${mark}`,
  lastName: 'Obi',
  phone: random.pick(PHONES),
  email: random.pick(EMAILS),
});
