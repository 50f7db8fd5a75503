/** Bodies of creates of every kind, for short-lived and long-lived collections. */
import type { Random } from '#test/simulation/kernel/random.ts';
import { type Amount, CADENCES, CHANNELS, METHODS, TONES } from '#test/simulation/model/wire.ts';
import { aPerson } from './people.ts';
import type { Tenant } from './tenants.ts';
import { inCurrency } from './variety.ts';

const LIVES = [10, 30, 45, 60, 180, 240, 720, 1440, 1440, 2880];

export function aCreate(tenant: Tenant, reference: string, random: Random): Record<string, unknown> {
  const { mark, everywhere } = tenant;
  return {
    reference,
    amount: anAmount(tenant, random),
    contact: aPerson(tenant, random),
    expiresIn: everywhere?.life(random) ?? random.pick(LIVES),
    ...(random.bool(0.5) && {
      metadata: {
        description: `${mark} ${everywhere?.words(random) ?? 'order'}`,
        note: `${mark} ${random.between(1, 9)}`,
      },
    }),
    ...(random.bool(0.6) && {
      payable: { enabled: true, ...(random.bool(0.5) && { methods: someMethods(random) }) },
    }),
    ...(random.bool(0.1) && { provider: random.pick(SLUGS) }),
    ...(random.bool(0.7) && { followUp: aFollowUp(random) }),
  };
}

function anAmount(tenant: Tenant, random: Random): Amount {
  const usual = { value: random.pick([500, 45_000, 1_250_000.5]), currency: random.pick(['NGN', 'GHS', 'USD']) };
  const amount = inCurrency(usual, tenant);
  return tenant.everywhere?.amount(amount.currency, random) ?? amount;
}

const someMethods = (random: Random) => METHODS.filter(() => random.bool(0.4));

export const SLUGS = ['till', 'counter', 'desk'];

function aFollowUp(random: Random): object {
  if (random.bool(0.1)) return { enabled: false };
  return {
    ...(random.bool(0.7) && { startAfter: random.pick([0, 1, 5, 20, 60, 240]) }),
    ...(random.bool(0.7) && { cadence: random.pick(Object.keys(CADENCES)) }),
    ...(random.bool(0.5) && { channels: CHANNELS.filter((_, index) => index === 0 || random.bool(0.6)) }),
    ...(random.bool(0.3) && { tone: random.pick(TONES) }),
  };
}
