/** Who of the merchant's people asked, what a role allows, and which events name them: docs/decisions/0045-console.md and 0046-who-did-it.md. */
import { type Refusal, refuse } from './answers.ts';
import type { Known } from './collection.ts';
import { covers, type Role } from './members.ts';
import type { Answer } from './wire.ts';

/** By the name of then. */
export type Member = { id: string; name: string };

/** A member at one moment; without a role once removed. */
export type Standing = Member & { role: Role | undefined };

/** Only the change itself names its member: the first event that it adds. What follows from it, or was there, does not. */
export function named(known: Known, { events: before }: Pick<Known, 'events'>, member: Member | undefined): Known {
  if (member === undefined || known.events.length === before.length) return known;
  const events = known.events.map((event, index) => (index === before.length ? { ...event, member } : event));
  return { ...known, events };
}

/** Asking for a reminder has no event of its own: the reminder keeps who asked, and each event of its messages tells it. */
export function askedFor(known: Known, member: Member | undefined): Known {
  const { course } = known;
  if (member === undefined || course?.asked === undefined) return known;
  return { ...known, course: { ...course, asked: { ...course.asked, askedBy: member } } };
}

/** What the role of a viewer does not allow. */
const OF_AGENTS: readonly string[] = [
  'create-collection',
  'update-collection',
  'update-collection-status',
  'record-payment',
  'pause-follow-ups',
  'resume-follow-ups',
  'send-follow-up',
  'promise-payment',
];

/** What only an administrator may do. */
const OF_ADMINS: readonly string[] = [
  'create-provider',
  'update-provider',
  'create-webhook-endpoint',
  'update-webhook-endpoint',
  'delete-webhook-endpoint',
  'rotate-webhook-secret',
  'ping-webhook-endpoint',
  'replay-deliveries',
  'console-member',
  'console-audit',
];

type Request = { operation: string; body?: unknown };

/** The role that a request needs. To cancel is for administrators. */
function roleFor({ operation, body }: Request): Role {
  const { status } = (body ?? {}) as { status?: unknown };
  const cancels = operation === 'update-collection-status' && status === 'cancelled';
  if (cancels || OF_ADMINS.includes(operation)) return 'admin';
  return OF_AGENTS.includes(operation) ? 'agent' : 'viewer';
}

/** `hasEnded`: nobody had used it for longer than it lasts. `how`: another page sent it, or the key came with it. */
export type Session = { hasEnded: boolean; how?: 'elsewhere' | 'with a key' | undefined };

/** The refusals of a request with a session, for each moment at which its member may have been read. `mayPass`: or it is as with the key. */
export function admission(asked: Request & Session, standings: readonly Standing[]) {
  const verdicts = standings.flatMap((standing) => verdictsOn(asked, standing));
  const refusals = verdicts.flatMap((each): Answer[] =>
    each === undefined ? [] : [refuse(each, each === 'validation_failed' ? WITH_A_KEY : {})],
  );
  return { refusals, mayPass: verdicts.includes(undefined) };
}

const WITH_A_KEY = { errors: [{ path: 'x-api-key', message: 'must not be sent together with a session' }] };

function verdictsOn({ hasEnded, how, ...asked }: Request & Session, { role }: Standing): (Refusal | undefined)[] {
  if (how === 'with a key') return ['validation_failed'];
  const isOver = hasEnded || role === undefined;
  // A session that was refused before is refused as such.
  if (how === 'elsewhere') return isOver ? ['request_refused', 'invalid_session'] : ['request_refused'];
  if (isOver) return ['invalid_session'];
  return [covers(role, roleFor(asked)) ? undefined : 'forbidden'];
}
