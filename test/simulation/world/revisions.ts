/** Requests that revise plans, and looks at reminders that could be asked for. */

import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCE_MINUTES, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { type Act, idOf } from './acts.ts';
import type { Asked } from './callers.ts';
import { aPerson } from './people.ts';
import type { Tenant } from './tenants.ts';

const MINUTE = 60_000;
const REFERENCES = 2;

type Planned = { seed: number; tenants: readonly Tenant[]; moments: readonly number[]; start: number };

export function planRevisions({ seed, tenants, moments, start }: Planned): Act[] {
  const random = randomFrom(seed, 'revisions');
  return Array.from({ length: random.pick([0, 0, 2, 4, 8]) }, (_, index): Act[] => {
    const by = random.pick(tenants);
    const at = () => random.pick(moments) + random.pick([40, 30_000, 10 * MINUTE, 90 * MINUTE, 300 * MINUTE]);
    const after = at();
    const asked = revise(by, random, start + after);
    const act = { name: `revision ${index}`, after, asked };
    // Many callers send the same again.
    return random.bool(0.3) ? [act, { name: `revision ${index} again`, after: at(), asked }] : [act];
  }).flat();
}

const LATER = [-5, 3, 20, 60, 240, 1440].map((minutes) => minutes * MINUTE);

function revise(by: Tenant, random: Random, now: number): Asked {
  const id = anId(by, random);
  const until = () => new Date(now + random.pick(LATER)).toISOString();
  const post = (operation: Asked['operation'], body: object): Asked => ({
    by,
    operation,
    call: { method: 'POST', id, body },
  });
  const die = random.fraction();
  if (die < 0.2) return post('pause-follow-ups', random.bool(0.7) ? { until: until() } : {});
  if (die < 0.35) return { by, operation: 'resume-follow-ups', call: { method: 'POST', id } };
  if (die < 0.55) return post('promise-payment', { payBy: until() });
  if (die < 0.65) return post('send-follow-up', aReminder(random));
  if (die < 0.72) return post('preview-reminder', aReminder(random));
  return { by, operation: 'update-collection', call: { method: 'PATCH', id, body: aPatch(by, random) } };
}

const anId = (by: Tenant, random: Random): string => idOf(by, `${by.mark}-${random.between(1, REFERENCES)}`);

const aReminder = (random: Random): object => ({
  ...(random.bool(0.4) && { channel: random.pick(CHANNELS) }),
  ...(random.bool(0.4) && { tone: random.pick(TONES) }),
});

function aPatch(by: Tenant, random: Random): object {
  const { firstName, phone, email } = aPerson(by, random);
  return random.pick([
    { contact: { phone } },
    { contact: { email } },
    { contact: { firstName: `${firstName}`, phone, email } },
    { expiresIn: random.pick([20, 90, 600, 2880]) },
    { followUp: { enabled: false } },
    { followUp: { cadence: random.pick(Object.keys(CADENCE_MINUTES)), startAfter: random.pick([0, 30, 240]) } },
    {
      followUp: { channels: CHANNELS.filter((_, index) => index === 0 || random.bool(0.6)), tone: random.pick(TONES) },
    },
    { metadata: { description: `${by.mark} corrected`, note: `${by.mark} ${random.between(1, 9)}` } },
  ]);
}
