/**
 * Requests that revise plans, and looks at reminders that could be asked for.
 * Debts with due dates, corrections of amounts and due dates, and reopenings: in some of the worlds.
 */
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCE_MINUTES, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { type Act, idOf } from './acts.ts';
import { aCreate } from './bodies.ts';
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
  if (die < 0.52) return post('promise-payment', { payBy: until() });
  if (die < 0.55) return { by, operation: 'withdraw-promise', call: { method: 'DELETE', id } };
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

const DAY = 1440 * MINUTE;
/** In minutes: longer than until the end of the latest due day, in any country. */
const LIFE = 4 * 1440;

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
