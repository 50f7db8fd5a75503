/** Bodies of creates of every kind, for short-lived and long-lived collections. */

import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCE_MINUTES, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { minorDigits } from '#lib/domain/money.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment/payment-methods.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { aPerson } from './people.ts';
import type { Tenant } from './tenants.ts';

const LIVES = [10, 30, 45, 60, 180, 240, 720, 1440, 1440, 2880];

export function aCreate(tenant: Tenant, reference: string, random: Random): Record<string, unknown> {
  const { mark } = tenant;
  return {
    reference,
    amount: anAmount(tenant, random),
    contact: aPerson(tenant, random),
    expiresIn: random.pick(LIVES),
    ...(random.bool(0.5) && {
      metadata: {
        description: `${mark} order`,
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

function anAmount({ currencies }: Tenant, random: Random): { value: number; currency: string } {
  const value = random.pick([500, 45_000, 1_250_000.5]);
  const currency = random.pick(currencies);
  return { value: Number(value.toFixed(Math.min(minorDigits(currency), 2))), currency };
}

const someMethods = (random: Random) => PAYMENT_METHODS.filter(() => random.bool(0.4));

export const SLUGS = ['till', 'counter', 'desk'];

function aFollowUp(random: Random): object {
  if (random.bool(0.1)) return { enabled: false };
  return {
    ...(random.bool(0.7) && { startAfter: random.pick([0, 1, 5, 20, 60, 240]) }),
    ...(random.bool(0.7) && { cadence: random.pick(Object.keys(CADENCE_MINUTES)) }),
    ...(random.bool(0.5) && { channels: CHANNELS.filter((_, index) => index === 0 || random.bool(0.6)) }),
    ...(random.bool(0.3) && { tone: random.pick(TONES) }),
  };
}
