/** Plans that end in any month of the year, for people of any country: each text of each slot is as it was approved. */
import { getCountries } from 'libphonenumber-js';
import type { Random } from '#test/simulation/kernel/random.ts';
import { fewest } from '#test/simulation/model/compare.ts';
import { expectCreate } from '#test/simulation/model/expected.ts';
import { textFaults } from '#test/simulation/model/shown-plan.ts';
import {
  type AccountFacts,
  CHANNELS,
  type Channel,
  type CreateBody,
  METHODS,
  TONES,
  type Tone,
} from '#test/simulation/model/wire.ts';
import { OWN_RULES, phoneOf } from '#test/simulation/world/everywhere.ts';
import { askAll } from '#test/simulation/world/own-business.ts';
import type { World } from '#test/simulation/world/world.ts';

const PLANS = 10;
const YEAR = 525_600;
/** Slots of the last days alone: a plan of many costs much. */
const BEFORE_THE_END = { min: 60, max: 4_000 };
/** Of a function's clock. */
const SKEW = 6_000;

type Reader = { world: World; random: Random; key: string; account: AccountFacts };

function aBody({ world, random }: Reader, text: () => string, index: number): CreateBody {
  const expiresIn = random.between(BEFORE_THE_END.min, YEAR);
  const startAfter = Math.max(0, expiresIn - random.between(BEFORE_THE_END.min, BEFORE_THE_END.max));
  // One after the other, so that no country is left out for long.
  const ruled = OWN_RULES[(world.seed * PLANS + index) % OWN_RULES.length] ?? 'NG';
  const country = index % 4 === 3 ? random.pick(getCountries()) : ruled;
  return {
    reference: text().slice(0, 200),
    amount: { value: random.between(1, 10 ** 9) / 100, currency: 'NGN' },
    contact: {
      firstName: text().slice(0, 100),
      lastName: 'Obi',
      phone: phoneOf(country, false),
      email: 'obi@letters.example',
    },
    expiresIn,
    ...(random.bool(0.8) && { metadata: { description: text() } }),
    payable: { enabled: random.bool(0.7), methods: METHODS.filter((each) => each === 'payment_link') },
    followUp: { startAfter, cadence: 'every_6h', channels: [random.pick(CHANNELS)], tone: random.pick(TONES) },
  };
}

type Slot = { slot: number; channel: Channel; tone: Tone; text: string };

export async function readPlans(reader: Reader, text: () => string): Promise<void> {
  const { world, key, account } = reader;
  const bodies = Array.from({ length: PLANS }, (_, index) => aBody(reader, text, index));
  const from = world.kernel.now();
  const answers = await askAll(
    world,
    bodies.map((body) => ({ operation: 'preview-follow-ups', key, method: 'POST', body })),
  );
  const moments = [from - SKEW, from, world.kernel.now(), world.kernel.now() + SKEW];
  for (const [index, body] of bodies.entries()) {
    const { status, body: shown } = answers[index] ?? { status: 0, body: {} };
    if (status !== 200) {
      world.violate(14, `a preview was answered ${status}: ${JSON.stringify(body)}`);
      continue;
    }
    const expected = moments.map((now) => expectCreate(body, account, now));
    for (const slot of shown.data.slots as Slot[])
      for (const fault of fewest(expected.map((each) => textFaults(slot, each))) ?? [])
        world.violate(14, `the preview of slot ${slot.slot} by ${slot.channel} ${fault}`);
  }
}
