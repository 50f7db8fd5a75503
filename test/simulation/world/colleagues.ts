/** The members of an account who make requests: they signed in before the world began, keep their sessions, are renamed and removed. */

import type { APIGatewayProxyResult } from 'aws-lambda';
import { checksumKeys } from '#lib/checksum-keys.ts';
import { clock } from '#lib/clock.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { hashToken } from '#lib/domain/checked-token.ts';
import { memberId, toBase36 } from '#lib/domain/ids.ts';
import { newMember, spendLink, withLink } from '#lib/domain/member.ts';
import { newMemberToken } from '#lib/domain/member-token.ts';
import { createMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { isLiveAt, ROLES, type Role } from '#test/simulation/model/members.ts';
import type { Asked } from './callers.ts';
import { eventInSession } from './in-session.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What an invocation that got no answer has begun is over by then. */
const AGAIN_AFTER = 2 * MINUTE;
/** A sign of life so soon after another is not written. */
const SEEN = 5 * MINUTE;

/** Somebody who signed in before the world began. `role` is that of the beginning. */
export type Colleague = {
  by: Tenant;
  id: string;
  name: string;
  role: Role;
  token: string;
  /** Whether the page that is open gives signs of life. */
  stays: boolean;
  startedAt: number;
  /** The last sign of life that is certain. */
  seenAt: number;
  /** An administrator has asked to remove them. */
  isGone?: boolean;
};

/** As after a click on a link, with no call that a fault could meet. */
export async function signIn(
  world: World,
  by: Tenant,
  { random, index }: { random: Random; index: number },
): Promise<Colleague> {
  const now = clock.now();
  const account = by.account.id;
  const isFirst = index === 0;
  const role = isFirst ? 'admin' : random.pick(['viewer', 'agent', 'agent', 'admin'] as const);
  const id = memberId({ account, hash: toBase36(random.bytes(16)) });
  const given = newMember(id, { name: `${by.mark} Colleague ${index}`, role }, now);
  const token = newMemberToken('session', {
    id,
    checksumKey: checksumKeys.known[0] ?? '',
    randomBytes: random.bytes,
  });
  const hashes = { link: hashToken(`link of ${id}`), session: hashToken(token) };
  const member = spendLink(withLink(given, hashes.link, now), hashes, now);
  if (member === undefined) throw new Error('nobody can sign in');
  await createMember(table, account, { member, audit: newAuditEntry('signed_in', { member }, now) });
  const at = world.kernel.now();
  return { by, id, name: given.name, role, token, stays: isFirst || random.bool(0.7), startedAt: at, seenAt: at };
}

/** Undefined where the session may have ended, or not. */
export function isLive({ stays, ...session }: Colleague, now: number): boolean | undefined {
  const [first, ...others] = isLiveAt(session, now);
  // Signs of life that got no answer may have been seen.
  return others.length > 0 || (stays && first === false) ? undefined : first;
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
type Shown = any;
type Body = { data: Shown; meta?: { nextCursor: string | null } };

/** A call of the console. `failed`: there was no answer, or a 503 that may be. */
function ask(
  world: World,
  colleague: Colleague,
  asked: Pick<Asked, 'operation' | 'call'>,
  done: (body: Body) => void,
  failed: () => void = () => {},
): void {
  const { by, token, id: member } = colleague;
  const session = { member, token, hasEnded: false };
  world.kernel.trace.say(`${by.mark} ${member} asks ${asked.operation} ${JSON.stringify(asked.call)}`);
  const event = eventInSession({ ...asked, session, key: by.apiKey });
  const { number } = world.lambda.invoke(asked.operation, event, (ending) => {
    if (ending.kind === 'threw') world.violate(9, `${asked.operation} threw ${String(ending.error)}`);
    if (ending.kind !== 'returned') return failed();
    const { statusCode, body } = ending.value as APIGatewayProxyResult;
    world.kernel.trace.mix(body);
    const may503 = !world.isCalm && world.kernel.now() <= world.healedAt + MINUTE;
    if (statusCode === 503 && may503) return failed();
    if (statusCode === 200) return done(JSON.parse(body));
    if (!colleague.isGone) world.violate(14, `${by.mark} ${asked.operation} is answered ${statusCode}: ${body}`);
  });
  world.asked.set(number, { ...asked, by, session });
}

/** The page that is open in a browser keeps its session. */
export function giveSigns(world: World, colleague: Colleague, random: Random): void {
  const next = (wait: number) =>
    world.kernel.after(wait, () => {
      const at = world.kernel.now();
      if (colleague.isGone || !isLive(colleague, at)) return;
      const call = { method: 'PUT' };
      const seen = () => {
        colleague.seenAt = Math.max(colleague.seenAt, at - SEEN);
        next(random.between(2, 5) * HOUR);
      };
      ask(world, colleague, { operation: 'console-session', call }, seen, () => next(AGAIN_AFTER));
    });
  next(random.between(2, 5) * HOUR);
}

/** The first administrator changes names and roles of the others, and removes some. */
export function planChanges(world: World, [admin, ...others]: readonly Colleague[], random: Random): void {
  const { kernel } = world;
  if (admin === undefined) return;
  for (const other of others) {
    if (random.bool(0.5)) continue;
    const body = random.pick([{ name: `${other.name} Renamed` }, { role: random.pick(ROLES) }, undefined]);
    const call = { method: body ? 'PATCH' : 'DELETE', id: other.id, ...(body && { body }) };
    kernel.after(random.between(1, 300) * MINUTE, () => {
      // From now on it may be refused to them.
      if (body === undefined) other.isGone = true;
      ask(world, admin, { operation: 'console-member', call }, () => world.note('member changed by another'));
    });
  }
}

/** Reads the whole audit log, if the member's session goes on; `done` gets all of it. */
export function readAudit(world: World, reader: Colleague, done: (entries: readonly Shown[]) => void): void {
  const readFrom = (before: readonly Shown[], query: Record<string, string>): void => {
    ask(world, reader, { operation: 'console-audit', call: { query } }, ({ data, meta }) => {
      const known = [...before, ...data];
      if (meta?.nextCursor) return readFrom(known, { cursor: meta.nextCursor });
      world.note('audit log read to its end');
      done(known);
    });
  };
  if (isLive(reader, world.kernel.now())) readFrom([], {});
}
