/** The requests that revise a plan: each gives the collection as it is afterwards, by the rules of its operation. */
import { type Known, statusAt } from './collection.ts';
import { keepingDue, lifeOf, type Moment, type Revised, refused, revised, withOneLate } from './revised.ts';
import { courseFrom, type Pause, pauseAt } from './revisions.ts';
import { send } from './send-now.ts';
import { isPayable } from './states.ts';
import { type Patch, update } from './update.ts';
import { type Channel, DAY, iso, MINUTE, type Tone } from './wire.ts';

export type Revising =
  | { operation: 'update-collection'; body: Patch }
  | { operation: 'pause-follow-ups'; body: { until?: string } }
  | { operation: 'resume-follow-ups'; body: object }
  | { operation: 'promise-payment'; body: { payBy: string } }
  | { operation: 'send-follow-up'; body: { channel?: Channel; tone?: Tone } };

export function reviseBy(asked: Revising, moment: Moment, now: number): Revised {
  const status = statusAt(moment.known, now);
  const message = `A collection that is ${status} is not followed up or changed any more`;
  if (!isPayable(status)) return { refusal: 'invalid_transition', more: { message } };
  switch (asked.operation) {
    case 'update-collection':
      return update(asked.body, moment, now);
    case 'pause-follow-ups':
      return pause(asked.body, moment, now);
    case 'resume-follow-ups':
      return resume(moment, now);
    case 'promise-payment':
      return promise(asked.body, moment, now);
    case 'send-follow-up':
      return send(asked.body, moment, now);
  }
}

function pause({ until }: { until?: string }, { known }: Moment, now: number): Revised {
  const end = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  if (end <= now) return refused('until', 'must be in the future');
  const before = pauseAt(known, now);
  if (before?.reason === 'merchant' && before.until === end) return { known };
  const course = courseFrom(known, { from: now, pause: { since: now, until: end, reason: 'merchant' } });
  const data = { ...(until !== undefined && { until: iso(end) }), reason: 'merchant', actor: 'merchant' };
  return { known: revised(known, { course }, { now, type: 'followup.paused', data }) };
}

function resume(moment: Moment, now: number): Revised {
  const { known } = moment;
  if (pauseAt(known, now) === undefined) return { known };
  const course = courseFrom(known, { ...keepingDue(moment, now), pause: undefined });
  return {
    known: withOneLate(
      moment,
      revised(known, { course }, { now, type: 'followup.resumed', data: { actor: 'merchant' } }),
      now,
    ),
  };
}

const MAX_EXPIRES_IN = 525_600;

/** The collection lives for at least a day after the promise. */
function promise({ payBy }: { payBy: string }, { known }: Moment, now: number): Revised {
  const until = Date.parse(payBy);
  if (until <= now) return refused('payBy', 'must be in the future');
  if (known.promise?.payBy === until && known.promise.brokenAt === undefined) return { known };
  const needed = Math.ceil((until + DAY - known.createdAt) / MINUTE);
  if (needed > MAX_EXPIRES_IN) return refused('payBy', 'must be within a year of the creation');
  const held: Pause = { since: now, until, reason: 'promise' };
  const to = {
    ...lifeOf(known, Math.max(known.expiresIn, needed)),
    promise: { payBy: until, madeAt: now },
    course: courseFrom(known, { from: now, pause: held }),
  };
  return { known: revised(known, to, { now, type: 'promise.made', data: { payBy: iso(until), actor: 'merchant' } }) };
}

/** A run that finds the promised day passed: the plan goes on from there, a step firmer. */
export function breakPromise(moment: Moment, now: number): Known {
  const { known } = moment;
  const { promise: made, course: was } = known;
  if (made === undefined) return known;
  const { payBy } = made;
  const { asked } = keepingDue(moment, now);
  const course = courseFrom(known, { from: payBy, restartsAt: payBy, firmer: (was?.firmer ?? 0) + 1, asked });
  const data = { payBy: iso(payBy), actor: 'schedule' };
  return revised(known, { course, promise: { ...made, brokenAt: now } }, { now, type: 'promise.broken', data });
}
