/** Debts with due dates, corrections of amounts and due dates, and reopenings: in some of the worlds. */
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { type Act, idOf } from './acts.ts';
import { aCreate } from './bodies.ts';
import type { Asked } from './callers.ts';
import type { Tenant } from './tenants.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const REFERENCES = 2;
/** In minutes: longer than until the end of the latest due day, in any country. */
const LIFE = 4 * 1440;

type Planned = { seed: number; tenants: readonly Tenant[]; moments: readonly number[]; start: number };

export function planCorrections({ seed, tenants, moments, start }: Planned): Act[] {
  const random = randomFrom(seed, 'corrections');
  if (!random.bool(0.4)) return [];
  return Array.from({ length: random.pick([2, 4, 8]) }, (_, index): Act[] => {
    const by = random.pick(tenants);
    const at = () => random.pick(moments) + random.pick([0, 40, 30_000, 10 * MINUTE, 300 * MINUTE, DAY, 2 * DAY]);
    const act = { name: `correction ${index}`, after: at(), asked: correct(by, random, start) };
    return random.bool(0.3) ? [act, { ...act, name: `${act.name} again`, after: at() }] : [act];
  }).flat();
}

function correct(by: Tenant, random: Random, start: number): Asked {
  const reference = `${by.mark}-${random.between(1, REFERENCES)}`;
  const id = idOf(by, reference);
  const due = () => ({ dueDate: dateOf(start + random.pick([-2, -1, 0, 1]) * DAY), expiresIn: LIFE });
  const patch = (body: object): Asked => ({ by, operation: 'update-collection', call: { method: 'PATCH', id, body } });
  const die = random.fraction();
  if (die < 0.3) {
    const { followUp: _none, ...body } = aCreate(by, reference, random);
    return {
      by,
      operation: 'create-collection',
      call: { method: 'POST', body: { ...body, ...due(), ...own(random) } },
    };
  }
  if (die < 0.5) return patch(due());
  if (die < 0.75)
    return patch({ amount: { value: random.pick([250, 500, 40_000, 45_000]), currency: random.pick(by.currencies) } });
  const body = random.bool(0.5) ? {} : { extendBy: random.pick([30, 600, LIFE]) };
  return { by, operation: 'reopen-collection', call: { method: 'POST', id, body } };
}

const own = (random: Random): object =>
  random.bool(0.5) ? { followUp: { schedule: random.pick([[-1, 0, 1], [0], [1, 2]]) } } : {};

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
