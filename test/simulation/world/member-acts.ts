/** What members and programs do besides in a world in which members make requests. */
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { type Act, idOf } from './acts.ts';
import { aCreate } from './bodies.ts';
import type { Asked } from './callers.ts';
import { remind, revise } from './revisions.ts';
import type { Tenant } from './tenants.ts';
import { inCurrency } from './variety.ts';
import { record, setStatus } from './workload.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;

/** More changes than a usual world has, many of them made again by another a moment later. */
export function planMembersActs({ seed, tenants, members, kernel }: World): Act[] {
  if (members === undefined) return [];
  const random = randomFrom(seed, 'changes by members');
  const moments = Array.from({ length: 3 }, () => random.between(1, 240) * MINUTE);
  const changes = Array.from({ length: random.between(2, 12) }, (_, index): Act[] => {
    const by = random.pick(tenants);
    const after = random.pick(moments) + random.pick([0, 3, 40, 30_000, 10 * MINUTE]);
    const asked = random.pick([
      () => revise(by, random, kernel.now() + after),
      () => revise(by, random, kernel.now() + after),
      () => remind(by, random),
      () => record(by, random),
      () => payFor(by, random),
      () => setStatus({ by, random }),
    ])();
    const name = `change by members ${index}`;
    const again = { name: `${name} again`, after: after + random.pick([0, 3, 40, 2_000, MINUTE]), asked };
    return random.bool(0.5) ? [{ name, after, asked }, again] : [{ name, after, asked }];
  });
  return [...tenants.map((by) => createFor(by, random)), ...changes.flat()];
}

function payFor(by: Tenant, random: Random): Asked {
  const { call, ...asked } = record(by, random);
  return { ...asked, call: { ...call, id: idOf(by, `${by.mark}-1`) } };
}

/** What the changes name is there before them, and is small enough to be paid by what merchants record. */
function createFor(by: Tenant, random: Random): Act {
  const given = aCreate(by, `${by.mark}-1`, random);
  const amount = inCurrency({ value: random.pick([250, 500, 45_000]), currency: 'NGN' }, by);
  const followUp = {
    startAfter: random.pick([0, 20, 60]),
    cadence: random.pick(['every_30m', 'every_1h', 'every_2h']),
  };
  const body = { ...given, amount, followUp, expiresIn: random.pick([600, 1440, 2880]) };
  const asked = { by, operation: 'create-collection', call: { method: 'POST', body } } as const;
  return { name: `create by members for ${by.mark}`, after: random.between(0, MINUTE), asked };
}
