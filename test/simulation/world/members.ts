/** In some worlds each business has members, who sign in to the console, work by their roles, and change who works there. */

import type { APIGatewayProxyResult } from 'aws-lambda';
import { checksumKeys } from '#lib/checksum-keys.ts';
import { clock } from '#lib/clock.ts';
import { CONSOLE_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { random as source } from '#lib/random.ts';
import { site } from '#lib/site.ts';
import { createMember, listMembers } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { addMember } from '#lib/use-cases/manage-members.ts';
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import {
  type Answer,
  type Asked,
  learnIds,
  type Outcome,
  outcomesOf,
  type Person,
  ROLES,
  ROUTE_OF,
  signedOut,
  type Team,
} from '#test/simulation/model/members.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export const MEMBERS = { name: 'members', share: 0.15 };

const MINUTE = 60_000;
const STEPS = { min: 10, max: 40 };
/** What an invocation that got no answer has begun is over by then. */
const AGAIN_AFTER = 2 * MINUTE;
/** The share of calls that are made at the same time as another. */
const BESIDE = 0.15;
const ODD = 0.08;
/** Some answers are needed to know which team is left. */
const MAX_TEAMS = 64;

/** Whether the members of a world change who works there. */
export const hasTeam = ({ seed }: World, without: ReadonlySet<string>): boolean =>
  !without.has(MEMBERS.name) && randomFrom(seed, MEMBERS.name).bool(MEMBERS.share);

/** Before the world begins: an operator adds the first administrator. */
export async function planMembers(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, MEMBERS.name);
  if (!random.bool(MEMBERS.share) || !hasTeam(world, without)) return;
  for (const by of world.tenants) {
    const given = { name: `${by.mark} First`, role: 'admin' } as const;
    const links = { checksumKey: checksumKeys.known[0] ?? '', randomBytes: source.bytes, baseUrl: site.baseUrl };
    const asked = { ...given, account: by.account.id, links };
    const { member, link } = await addMember(storeOf(table, { listMembers, createMember }), asked, {
      now: clock.now(),
    });
    const first = { ...given, id: member.id, sessions: [], isGone: false };
    const team: Team = {
      people: [{ ...first, link: { token: tokenIn(link), madeAt: world.kernel.now() } }],
      audit: [{ what: 'member_added', member: given.name, detail: 'admin' }],
    };
    work(world, by, { random, teams: [team] });
  }
}

const tokenIn = (link: string): string => link.split('#/enter/')[1] ?? '';

type Work = { random: Random; teams: Team[] };

/** One call after the other, or two at once. */
function work(world: World, by: Tenant, { random, teams: first }: Work): void {
  const { kernel } = world;
  let teams = first;
  let left = random.between(STEPS.min, STEPS.max);
  let names = 0;
  let signedOutAt = Number.NEGATIVE_INFINITY;

  const next = (wait: number) => kernel.after(wait, step);
  const pause = () => {
    const long = random.fraction();
    return long < 0.7 ? random.between(1, 9) * MINUTE : random.between(10, long < 0.93 ? 120 : 800) * MINUTE;
  };

  function step(): void {
    left -= 1;
    if (left < 0) return;
    const [team] = teams;
    if (team === undefined) return;
    const asked = teams.length > 1 ? lookBy(team) : choose(team);
    if (asked === undefined) return;
    const [beside] = asked.length === 1 && random.bool(BESIDE) ? (choose(team) ?? []) : [];
    askAll(beside === undefined ? asked : [...asked, beside]);
  }

  /** Two calls at once may be made in either order. */
  function askAll(all: readonly Asked[]): void {
    const at = kernel.now();
    const answers: (Answer | undefined)[] = [];
    let open = all.length;
    for (const [index, asked] of all.entries())
      ask(world, by, asked, (answer) => {
        answers[index] = answer;
        open -= 1;
        if (open === 0)
          judge(
            all.map((each, nth) => ({ asked: each, answer: answers[nth] })),
            at,
          );
      });
  }

  function judge(all: readonly Answered[], at: number): void {
    const wrong: string[] = [];
    const possible = teams.flatMap((team) =>
      orders(all).flatMap((order) => teamsAfter([team], order, { seen: seenFrom(team, all, at), at, wrong })),
    );
    const isSure = all.every(({ answer }) => answer !== undefined);
    world.note(isSure ? 'member answered' : 'member not answered');
    const found = unique(possible).slice(0, MAX_TEAMS);
    if (found.length === 0) {
      const calls = all.map(({ asked }) => JSON.stringify(asked)).join(' and ');
      world.violate(14, `${by.mark}: ${calls}: ${[...new Set(wrong)].join('; ')}`);
      return;
    }
    teams = at > signedOutAt ? found : unique([...found, ...found.map(signedOut)]);
    next(isSure ? pause() : AGAIN_AFTER);
  }

  /** Undefined if nobody can sign in any more. */
  function choose(team: Team): Asked[] | undefined {
    const present = team.people.filter(({ isGone }) => !isGone);
    const open = present.flatMap(({ link }) => (link?.token ? [link.token] : []));
    const sessions = team.people.flatMap((person) => tokensOf(person).map((session) => ({ person, session })));
    const admins = sessions.filter(({ person }) => person.role === 'admin' && !person.isGone);
    if (open.length > 0 && (admins.length === 0 || random.bool(0.5)))
      return [{ kind: 'sign in', token: random.pick(open) }];
    if (admins.length === 0)
      return sessions.length > 0 ? [{ kind: 'keep', session: random.pick(sessions).session }] : undefined;
    if (random.bool(0.15)) return lookBy(team);
    const { session } = random.pick(random.bool(0.6) ? admins : sessions);
    const id = random.bool(0.05) ? strangerTo(by) : (random.pick(present).id ?? strangerTo(by));
    return [howBy(callBy(session, id))];
  }

  function callBy(session: string, id: string): Asked {
    const role = random.pick(ROLES);
    const calls: (() => Asked)[] = [
      () => ({ kind: 'keep', session }),
      () => ({ kind: 'keep', session }),
      () => ({ kind: 'list', session }),
      () => ({ kind: 'audit', session }),
      () => ({ kind: 'sign out', session }),
      () => ({ kind: 'add', session, name: newName(), role }),
      () => ({ kind: 'add', session, name: newName(), role }),
      () => ({ kind: 'change', session, id, role }),
      () => ({ kind: 'change', session, id, name: newName() }),
      () => ({ kind: 'remove', session, id }),
      () => ({ kind: 'link', session, id }),
      () => ({ kind: 'link', session, id }),
      () => ({ kind: 'end sessions', session, id }),
      () => ({ kind: 'sign in', token: spentOr(session) }),
      ...USES.map((use) => (): Asked => ({ kind: 'use', session, ...use })),
    ];
    return random.pick(calls)();
  }

  function howBy(asked: Asked): Asked {
    if (!random.bool(ODD)) return asked;
    const isEndpoint = asked.kind !== 'sign in' && asked.kind !== 'sign out';
    if (isEndpoint && random.bool(0.3)) return { ...asked, how: 'with a key' };
    return isRead(asked) ? asked : { ...asked, how: 'elsewhere' };
  }

  const spentOr = (session: string): string => (random.bool(0.5) ? session : `${session.slice(0, -1)}x`);

  const newName = (): string => {
    names += 1;
    return `${by.mark} Member ${names}`;
  };

  // What is under way may have been served before.
  world.signOut.push(() => {
    signedOutAt = kernel.now();
    teams = unique([...teams, ...teams.map(signedOut)]);
  });
  next(random.between(1, 8) * MINUTE);
}

type Answered = { asked: Asked; answer: Answer | undefined };

const orders = (all: readonly Answered[]): Answered[][] => {
  const [first, second] = all;
  return first && second
    ? [
        [first, second],
        [second, first],
      ]
    : [[...all]];
};

/** Before both calls, and after either. */
const seenFrom = (team: Team, all: readonly Answered[], at: number): Team[] =>
  all.length === 1 ? [] : [team, ...all.flatMap(({ asked }) => outcomesOf(team, asked, at).map((way) => way.team))];

type Judging = { seen: readonly Team[]; at: number; wrong: string[] };

/** With no answer, the call may have been made or not. `wrong` gets what is wrong with each way that is not possible. */
function teamsAfter(teams: readonly Team[], [first, ...rest]: readonly Answered[], judging: Judging): Team[] {
  if (first === undefined) return [...teams];
  const { asked, answer } = first;
  const { seen, at, wrong } = judging;
  const after = teams.flatMap((team) => {
    const ways = outcomesOf(team, asked, at, seen);
    if (answer === undefined) return [team, ...ways.map((way) => way.team)];
    const known = ways.flatMap((way) => teamIf(way, answer, wrong));
    return asked.kind === 'list' ? known.map((each) => learnIds(each, answer)) : known;
  });
  return teamsAfter(after, rest, judging);
}

function teamIf({ team, learn, wrong: judge }: Outcome, answer: Answer, wrong: string[]): Team[] {
  const fault = judge(answer);
  if (fault === undefined) return [learn?.(answer) ?? team];
  wrong.push(fault);
  return [];
}

const unique = (teams: readonly Team[]): Team[] => [
  ...new Map(teams.map((team) => [JSON.stringify(team), team])).values(),
];

const tokensOf = ({ sessions }: Person): string[] => sessions.flatMap(({ token }) => token ?? []);

/** What shows which team is left: two reads by an administrator. */
function lookBy({ people }: Team): Asked[] | undefined {
  const [session] = people
    .filter(({ role, isGone }) => role === 'admin' && !isGone)
    .flatMap(tokensOf)
    .toReversed();
  return session === undefined
    ? undefined
    : [
        { kind: 'list', session },
        { kind: 'audit', session },
      ];
}

const isRead = (asked: Asked): boolean => routeOf(asked).startsWith('GET ');
const routeOf = (asked: Asked): string => (asked.kind === 'use' ? asked.route : ROUTE_OF[asked.kind]);

const strangerTo = ({ account }: Tenant): string => `mbr_${account.id}${'0'.repeat(25)}`;

/** Nothing that they name exists, so nothing comes of them. */
const USES = [
  { needs: 'viewer', route: 'GET /public/collections', status: 200 },
  { needs: 'agent', route: 'POST /public/collections/{id}/follow-ups/resume', status: 404 },
  { needs: 'admin', route: 'POST /public/webhook-endpoints/{id}/ping', status: 404 },
] as const;
/** As the gateway knows it. */
const functionOf = (route: string): FunctionName =>
  [...ROUTES, ...CONSOLE_ROUTES].find(({ method, path }) => `${method} ${path}` === route)?.operation as FunctionName;

type Done = (answer: Answer | undefined) => void;

/** Gives no answer if there was none, or a 503 that may be. */
function ask(world: World, by: Tenant, asked: Asked, done: Done): void {
  const route = routeOf(asked);
  const read = (query: Record<string, string>, before: readonly unknown[]) => {
    world.kernel.trace.say(`${by.mark}: ${JSON.stringify(asked)}`);
    world.lambda.invoke(functionOf(route), eventOf(asked, { route, query, key: by.apiKey }), (ending) => {
      const may503 = !world.isCalm && world.kernel.now() <= world.healedAt + MINUTE;
      if (ending.kind === 'threw') world.violate(9, `${route} threw ${String(ending.error)}`);
      if (ending.kind !== 'returned') return done(undefined);
      const { answer, cursor } = readAnswer(world, by, ending.value as APIGatewayProxyResult);
      if (answer.status === 503 && may503) return done(undefined);
      const data = Array.isArray(answer.data) ? [...before, ...answer.data] : answer.data;
      if (cursor && asked.kind === 'audit') return read({ cursor }, data);
      done({ ...answer, data });
    });
  };
  read({}, []);
}

function eventOf(asked: Asked, { route, query, key }: { route: string; query: Record<string, string>; key: string }) {
  const [method = '', resource = ''] = route.split(' ');
  const id = 'id' in asked ? asked.id : resource.includes('{id}') ? 'nobody' : undefined;
  const session = 'session' in asked ? { cookie: `__Host-session=${asked.session}` } : {};
  const own = asked.how === 'elsewhere' ? { 'sec-fetch-site': 'cross-site' } : { 'sec-fetch-site': 'same-origin' };
  const headers = { ...session, 'x-console': '1', ...own, ...(asked.how === 'with a key' && { 'x-api-key': key }) };
  return anApiEvent({ method, resource, headers, query, ...(id !== undefined && { id }), ...bodyOf(asked) });
}

function bodyOf(asked: Asked): { body?: object } {
  if (asked.kind === 'sign in') return { body: { token: asked.token } };
  if (asked.kind === 'add') return { body: { name: asked.name, role: asked.role } };
  if (asked.kind === 'change') return { body: { name: asked.name, role: asked.role } };
  return {};
}

function readAnswer(world: World, by: Tenant, { statusCode: status, body, headers = {} }: APIGatewayProxyResult) {
  const { code, data, meta } = JSON.parse(body);
  const cookie = /^__Host-session=([^;]*);/.exec(String(headers['set-cookie'] ?? ''))?.[1];
  const token = data?.link === undefined || data.link.expiresAt ? cookie : tokenIn(data.link);
  if (headers['x-request-id'] === undefined) world.violate(9, `${by.mark} is answered without x-request-id`);
  for (const { mark } of world.tenants)
    if (mark !== by.mark && body.includes(mark))
      world.violate(8, `members of ${by.mark} are shown something of ${mark}`);
  world.kernel.trace.say(`${by.mark} members are answered ${status} ${code ?? ''}`);
  world.kernel.trace.mix(body);
  return { answer: { status, code, data, token } as Answer, cursor: meta?.nextCursor as string | undefined };
}
