/**
 * In some worlds merchants look at plans of creates of every kind: lives up to a year, amounts on every bound, phones of any country,
 * texts that are long or odd. A preview writes nothing, so it costs little. Drawn apart from all else.
 */
import { type CountryCode, getCountries } from 'libphonenumber-js';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { decimalsOf } from '#test/simulation/model/money.ts';
import { ODD_TEXTS } from '#test/simulation/model/odd-texts.ts';
import { CADENCES, CHANNELS, METHODS, TONES } from '#test/simulation/model/wire.ts';
import type { Act } from './acts.ts';
import { amountAround, CURRENCIES, OWN_RULES, phoneOf } from './everywhere.ts';
import type { Tenant } from './tenants.ts';

/** By name, so that each can be left out. */
export const PLAN_PREVIEWS = Array.from({ length: 8 }, (_, index) => `plan preview ${index}`);
const SHARE = 0.25;

/** Between the countries: area codes with a zone of their own, other ways to write a number, and none that anybody can call. */
const PHONES = ['+18085550104', '+19075550104', '00 1 202 555 0104', '0803 123 0002', '12345', 'ext. 1 22 333'];

/** The bounds of the rhythms, one minute beside them, lives on which shares of the time are whole, and the longest. */
const LIVES = [
  ...[1, 10, 19, 20, 21, 60, 61, 100, 240, 241, 600, 720, 721, 1440, 2880, 2881, 4320, 10_080, 20_160, 20_161],
  ...[43_200, 525_600],
];
const STARTS = [0, 1, 5, 29, 58, 174, 240, 719, 720, 1440, 20_161];

/** Nearly every slot of a year of the quickest rhythms is removed, and each costs. */
const LONG = 50_000;
const SLOW = ['every_4h', 'every_6h', 'every_12h', 'daily'];

/** Each at the moment of another act. */
export function planPlanPreviews(seed: number, tenants: readonly Tenant[], moments: readonly number[]): Act[] {
  const random = randomFrom(seed, 'plan-previews');
  if (!random.bool(SHARE)) return [];
  return PLAN_PREVIEWS.map((name) => {
    const by = random.pick(tenants);
    const call = { method: 'POST', body: aPreview(by, random) };
    return { name, after: random.pick(moments), asked: { by, operation: 'preview-follow-ups', call } };
  });
}

function aPreview(by: Tenant, random: Random): object {
  const expiresIn = random.pick(LIVES);
  return {
    reference: `${by.mark} ${aText(random)}`,
    amount: anAmount(random),
    contact: { firstName: aName(by, random), lastName: 'Obi', phone: aPhone(random), email: 'ngozi@example.com' },
    expiresIn,
    metadata: aDescription(by, random),
    ...(random.bool(0.7) && {
      payable: { enabled: random.bool(0.9), methods: METHODS.filter(() => random.bool(0.4)) },
    }),
    ...(random.bool(0.2) && { provider: random.pick(['sandbox', 'till']) }),
    ...(random.bool(0.7) && { followUp: aFollowUp(expiresIn, random) }),
  };
}

function anAmount(random: Random) {
  const currency = random.bool(0.5) ? random.pick(['NGN', 'GHS', 'USD']) : random.pick(CURRENCIES);
  const unit = 10 ** decimalsOf(currency);
  return random.bool(0.2) ? { value: 1_234_567 / unit, currency } : amountAround(currency, random);
}

function aPhone(random: Random): string {
  if (random.bool(0.2)) return random.pick(PHONES);
  const country: CountryCode = random.bool(0.5) ? random.pick(OWN_RULES) : random.pick(getCountries());
  return phoneOf(country, false);
}

const aName = ({ mark }: Tenant, random: Random): string =>
  random.bool(0.5) ? `Ada ${mark}` : `${mark} ${aText(random)}`.slice(0, 100);

function aDescription({ mark }: Tenant, random: Random): object {
  const description = `${mark} ${aText(random)}`;
  return random.bool(0.5) ? { description } : [{ description, quantity: 2 }, { description: `${mark} besides` }];
}

const aText = (random: Random): string =>
  random.bool(0.5) ? random.pick(ODD_TEXTS) : 'words and more words '.repeat(random.between(1, 10)).trim();

function aFollowUp(expiresIn: number, random: Random): object {
  const cadences = expiresIn > LONG ? SLOW : Object.keys(CADENCES);
  return {
    ...(random.bool(0.1) && { enabled: random.bool(0.5) }),
    ...(random.bool(0.4) && { startAfter: random.pick(STARTS) }),
    ...(random.bool(0.4) && { cadence: random.pick(cadences) }),
    ...(random.bool(0.4) && { channels: CHANNELS.filter((_, index) => index === 1 || random.bool(0.4)) }),
    ...(random.bool(0.3) && { tone: random.pick(TONES) }),
  };
}
