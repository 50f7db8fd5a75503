/** In some worlds members make a part of the callers' requests with their sessions, where a program would send its key. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { checksumKeys } from '#lib/checksum-keys.ts';
import { clock } from '#lib/clock.ts';
import { CONSOLE_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { hashToken } from '#lib/domain/checked-token.ts';
import { memberId, toBase36 } from '#lib/domain/ids.ts';
import { newMember, spendLink, withLink } from '#lib/domain/member.ts';
import { newMemberToken } from '#lib/domain/member-token.ts';
import { createMember } from '#lib/store/change-members.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { isLiveAt, ROLES, type Role } from '#test/simulation/model/members.ts';
import { anApiEvent, type Call } from '#test/support/api-event.ts';
import { type Act, idOf } from './acts.ts';
import { aCreate } from './bodies.ts';
import type { Asked } from './callers.ts';
import { hasTeam } from './members.ts';
import { remind, revise } from './revisions.ts';
import type { Tenant } from './tenants.ts';
import { inCurrency } from './variety.ts';
import { record, setStatus } from './workload.ts';
import type { World } from './world.ts';

export const MADE_BY_MEMBERS = { name: 'made-by-members', share: 0.15 };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The share of requests that a member makes. */
const BY_SESSION = 0.4;
const ODD = 0.06;
/** What an invocation that got no answer has begun is over by then. */
const AGAIN_AFTER = 2 * MINUTE;
/** A sign of life so soon after another is not written. */
const SEEN = 5 * MINUTE;
/** The first is an administrator, whom nobody changes. */
const COLLEAGUES = 4;

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

export type Members = {
  all: readonly Colleague[];
  /** The request as a member makes it; undefined if a program makes it. */
  insteadOf: (asked: Asked) => Asked | undefined;
  /** Whoever can still read the audit log of an account does. */
  lookAtAudit: () => void;
  /** What each account's audit log has said at the end, newest first; undefined if nobody could read it. */
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
  audits: Map<string, any[]>;
};

/** Before the world begins. Worlds whose members change their team keep to that. */
export async function openMembers(world: World, without: ReadonlySet<string>): Promise<Members | undefined> {
  const random = randomFrom(world.seed, MADE_BY_MEMBERS.name);
  const isOn = !without.has(MADE_BY_MEMBERS.name) && random.bool(MADE_BY_MEMBERS.share);
  if (!isOn || hasTeam(world, without)) return undefined;
  const all: Colleague[] = [];
  for (const by of world.tenants)
    for (let index = 0; index < COLLEAGUES; index += 1) {
      const colleague = await signIn(world, by, { random, index });
      all.push(colleague);
      if (colleague.stays) giveSigns(world, colleague, random);
    }
  for (const by of world.tenants) planChanges(world, colleaguesOf(all, by), random);
  return {
    all,
    insteadOf: (asked) => askedInSession(world, asked, { all: colleaguesOf(all, asked.by), random }),
    audits: new Map(),
    lookAtAudit: () => {
      for (const by of world.tenants) readAudit(world, colleaguesOf(all, by)[0] as Colleague);
    },
  };
}

const colleaguesOf = (all: readonly Colleague[], by: Tenant): Colleague[] => all.filter((each) => each.by === by);

async function signIn(
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
  await createMember(account, { member, audit: newAuditEntry('signed_in', { member }, now) });
  const at = world.kernel.now();
  return { by, id, name: given.name, role, token, stays: isFirst || random.bool(0.7), startedAt: at, seenAt: at };
}

/** Undefined where the session may have ended, or not. */
function isLive({ stays, ...session }: Colleague, now: number): boolean | undefined {
  const [first, ...others] = isLiveAt(session, now);
  // Signs of life that got no answer may have been seen.
  return others.length > 0 || (stays && first === false) ? undefined : first;
}

type Choice = { all: readonly Colleague[]; random: Random };

function askedInSession(world: World, asked: Asked, { all, random }: Choice): Asked | undefined {
  if (asked.apiKey !== undefined || !random.bool(BY_SESSION)) return undefined;
  const colleague = random.pick(all);
  const live = isLive(colleague, world.kernel.now());
  if (live === undefined || (!live && random.bool(0.8))) return undefined;
  const { id: member, token } = colleague;
  const isRead = methodOf(asked.operation) === 'GET';
  const odd = random.bool(0.4) ? ('with a key' as const) : isRead ? undefined : ('elsewhere' as const);
  const how = random.bool(ODD) && live ? odd : undefined;
  world.note(live ? 'request of a member' : 'request with a session that has ended');
  return { ...asked, session: { member, token, hasEnded: !live, how } };
}

const ALL_ROUTES = [...ROUTES, ...CONSOLE_ROUTES];
const methodOf = (operation: string): string => ALL_ROUTES.find((each) => each.operation === operation)?.method ?? '';

type InSession = Pick<Required<Asked>, 'operation' | 'session'> & { call: Call; key: string };

/** What the browser of a member sends. */
export function eventInSession({ operation, call, session, key }: InSession) {
  const [, resource = ''] = routeOf({ operation, call }).split(' ');
  const { token, how } = session;
  const own = {
    cookie: `__Host-session=${token}`,
    'x-console': '1',
    'sec-fetch-site': how === 'elsewhere' ? 'cross-site' : 'same-origin',
    ...(how === 'with a key' && { 'x-api-key': key }),
  };
  return anApiEvent({ ...call, resource, headers: { ...call.headers, ...own } });
}

/** As the gateway knows it. */
export function routeOf({ operation, call }: Pick<Asked, 'operation' | 'call'>): string {
  const { method = '', path = '' } =
    ALL_ROUTES.find((each) => each.operation === operation && isCalled(each.method, call)) ?? {};
  return `${method} ${path}`;
}

const isCalled = (method: string, call: Call): boolean => method === (call.method ?? 'GET');

// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
type Body = { data: any; meta?: { nextCursor: string | null } };

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
function giveSigns(world: World, colleague: Colleague, random: Random): void {
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
function planChanges(world: World, [admin, ...others]: readonly Colleague[], random: Random): void {
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

function readAudit(world: World, reader: Colleague): void {
  const { audits } = world.members as Members;
  const readFrom = (before: readonly unknown[], query: Record<string, string>): void => {
    ask(world, reader, { operation: 'console-audit', call: { query } }, ({ data, meta }) => {
      const known = [...before, ...data];
      if (meta?.nextCursor) readFrom(known, { cursor: meta.nextCursor });
      else audits.set(reader.by.account.id, known);
    });
  };
  if (isLive(reader, world.kernel.now())) readFrom([], {});
}
