/**
 * What members of an account may do in the console, and what they are answered: docs/decisions/0045-console.md.
 *
 * An answer that was lost leaves two teams possible: the one before the call and the one after it. Each answer says which are left.
 */

const MINUTE = 60_000;
const LINK = 10 * MINUTE;
const IDLE = 12 * 60 * MINUTE;
const SESSION = 7 * 24 * 60 * MINUTE;
const SESSIONS = 10;
const RENEWED_AFTER = 5 * MINUTE;
/** Clocks differ, and an answer takes its time: so near to an end either answer is right. */
const NEAR = 40_000;

export const ROLES = ['viewer', 'agent', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** `token` is known to who got the answer. Instants are in milliseconds. */
type Session = { token?: string | undefined; startedAt: number; seenAt: number };
type Link = { token?: string | undefined; madeAt: number };
export type Person = {
  id?: string | undefined;
  name: string;
  role: Role;
  link?: Link | undefined;
  sessions: readonly Session[];
  isGone: boolean;
};
/** Persons of the audit log by name: here no two ever have the same. */
type Entry = { what: string; member: string; by?: string | undefined; detail?: string | undefined };
export type Team = { people: readonly Person[]; audit: readonly Entry[] };

/** `elsewhere`: another page sends it with the cookie. `with a key`: the caller sends its API key too. */
export type Asked = { how?: 'elsewhere' | 'with a key' } & Call;

type Call = { kind: 'sign in'; token: string } | { kind: 'sign out'; session: string } | BySession;

type BySession =
  | { kind: 'keep' | 'list' | 'audit'; session: string }
  | { kind: 'add'; session: string; name: string; role: Role }
  | { kind: 'change'; session: string; id: string; name?: string | undefined; role?: Role | undefined }
  | { kind: 'remove' | 'link' | 'end sessions'; session: string; id: string }
  /** A call of the API; `status` is right for a role that may make it. `route` is its method and resource. */
  | { kind: 'use'; session: string; needs: Role; route: string; status: number };

/** `token` is that of the link or of the cookie. */
// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
export type Answer = { status: number; code?: string; data?: any; token?: string | undefined };

/** One way in which a call may go: its team afterwards, and what is wrong with an answer if it went so. */
export type Outcome = { team: Team; learn?: (answer: Answer) => Team; wrong: (answer: Answer) => string | undefined };

export const ROUTE_OF: Readonly<Record<Asked['kind'], string>> = {
  'sign in': 'POST /console/session',
  keep: 'PUT /console/session',
  'sign out': 'DELETE /console/session',
  list: 'GET /console/members',
  add: 'POST /console/members',
  change: 'PATCH /console/members/{id}',
  remove: 'DELETE /console/members/{id}',
  link: 'POST /console/members/{id}/link',
  'end sessions': 'DELETE /console/members/{id}/sessions',
  audit: 'GET /console/audit',
  use: '',
};
const NEEDS: Readonly<Record<Exclude<Asked['kind'], 'sign in' | 'sign out' | 'use'>, Role>> = {
  keep: 'viewer',
  list: 'viewer',
  'end sessions': 'viewer',
  add: 'admin',
  change: 'admin',
  remove: 'admin',
  link: 'admin',
  audit: 'admin',
};

export const covers = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
const endOf = ({ startedAt, seenAt }: Session): number => Math.min(startedAt + SESSION, seenAt + IDLE);

/** Whether a session is valid: both if its end is near. */
export const isLiveAt = (session: Session, now: number): boolean[] => isBefore(now, endOf(session));

/** Whether something that ends then is valid now; both if it is near. */
const isBefore = (now: number, end: number): boolean[] => (Math.abs(end - now) < NEAR ? [true, false] : [now < end]);

const says = (status: number, code?: string) => (answer: Answer) =>
  answer.status === status && answer.code === code
    ? undefined
    : `${answer.status} ${answer.code ?? ''} instead of ${status} ${code ?? ''}`;

const refused = (team: Team, status: number, code: string): Outcome => ({ team, wrong: says(status, code) });
const noSession = (team: Team) => refused(team, 401, 'invalid_session');

const withPerson = ({ people, audit }: Team, person: Person, next: Person | undefined, ...entries: Entry[]): Team => ({
  people: people.flatMap((other) => (other === person ? (next ?? []) : other)),
  audit: [...audit, ...entries],
});
const logged = (team: Team, entry: Entry): Team => ({ ...team, audit: [...team.audit, entry] });

/**
 * All ways in which the call may go; `now` is when it was made. `seen`: as which the team may be read while another call is
 * under way: who calls, and what is answered, may be of before it and of after it.
 */
export function outcomesOf(team: Team, asked: Asked, now: number, seen: readonly Team[] = [team]): Outcome[] {
  if (asked.how !== undefined) return [{ team, wrong: isRefusedAs(asked.how) }];
  if (asked.kind === 'sign in') return signIn(team, asked.token, now);
  if (asked.kind === 'sign out') return signOut(team, callerIn(team, asked.session), now);
  return [team, ...seen].flatMap((read) => {
    const by = callerIn(read, asked.session);
    if (by === undefined) return [noSession(team)];
    return isBefore(now, endOf(by.session)).flatMap((isLive) =>
      isLive ? bySession(team, { ...by, asked, now }) : [noSession(team)],
    );
  });
}

/** A session that was refused before is refused as such. */
const isRefusedAs = (how: 'elsewhere' | 'with a key') => (answer: Answer) =>
  how === 'with a key'
    ? says(400, 'validation_failed')(answer)
    : says(403, 'request_refused')(answer) && says(401, 'invalid_session')(answer);

type Caller = { person: Person; session: Session };

function callerIn({ people }: Team, token: string): Caller | undefined {
  for (const person of people) {
    const session = person.sessions.find((known) => known.token === token);
    if (session !== undefined) return { person, session };
  }
  return undefined;
}

type InSession = Caller & { asked: BySession; now: number };

function bySession(team: Team, { person, session, asked, now }: InSession): Outcome[] {
  const route = asked.kind === 'use' ? asked.route : ROUTE_OF[asked.kind];
  const needs = asked.kind === 'use' ? asked.needs : NEEDS[asked.kind];
  const denied = { what: 'denied', member: person.name, detail: route };
  const deny = { team: logged(team, denied), wrong: says(403, 'forbidden') };
  if (!covers(person.role, needs)) return [deny];
  switch (asked.kind) {
    case 'use':
      return [
        { team, wrong: ({ status }) => (status === asked.status ? undefined : `${status}, not ${asked.status}`) },
      ];
    case 'keep':
      return keep(team, person, session, now);
    case 'list':
      return [{ team, wrong: (answer) => says(200)(answer) ?? listFault(team, person, answer, now) }];
    case 'audit':
      return [{ team, wrong: (answer) => says(200)(answer) ?? auditFault(team, answer) }];
    case 'add':
      return [add(team, person, asked, now)];
    case 'change':
    case 'remove':
    case 'link':
    case 'end sessions': {
      const isOwn = asked.id === person.id;
      if (asked.kind === 'end sessions' && !isOwn && !covers(person.role, 'admin')) return [deny];
      const target = team.people.find(({ id, isGone }) => id === asked.id && !isGone);
      if (target === undefined) return [refused(team, 404, 'member_not_found')];
      const by = isOwn ? undefined : person.name;
      if (asked.kind === 'link') return [link(team, target, by, now)];
      if (asked.kind === 'end sessions')
        return endSessions(team, target, { by, except: isOwn ? session : undefined, now });
      return [asked.kind === 'remove' ? remove(team, target, by) : change(team, target, { ...asked, by })];
    }
  }
}

function signIn(team: Team, token: string, now: number): Outcome[] {
  const person = team.people.find(({ link: open, isGone }) => open?.token === token && !isGone);
  const bad = refused(team, 401, 'invalid_link');
  if (person?.link === undefined) return [bad];
  return isBefore(now, person.link.madeAt + LINK).flatMap((isOpen) => {
    if (!isOpen) return [bad];
    const live = person.sessions.filter((session) => endOf(session) > now).slice(-(SESSIONS - 1));
    const after = (started?: string): Team => {
      const session = { token: started, startedAt: now, seenAt: now };
      const next = { ...person, link: undefined, sessions: [...live, session] };
      return withPerson(team, person, next, { what: 'signed_in', member: person.name });
    };
    const wrong = (answer: Answer) => says(200)(answer) ?? (answer.token ? signInFault(person, answer) : 'no cookie');
    return [{ team: after(), learn: (answer) => after(answer.token), wrong }];
  });
}

const signInFault = ({ id, name, role }: Person, { data }: Answer): string | undefined =>
  data.member.id === id && data.member.name === name && data.member.role === role ? undefined : 'another member';

function signOut(team: Team, caller: Caller | undefined, now: number): Outcome[] {
  const wrong = says(200);
  if (caller === undefined) return [{ team, wrong }];
  const { person, session } = caller;
  const next = { ...person, sessions: person.sessions.filter((other) => other !== session) };
  const ended = { team: withPerson(team, person, next, { what: 'signed_out', member: person.name }), wrong };
  // To sign out of a session that has ended may be on record, or not.
  return isBefore(now, endOf(session)).every(Boolean)
    ? [ended]
    : [ended, { team: withPerson(team, person, next), wrong }, { team, wrong }];
}

function keep(team: Team, person: Person, session: Session, now: number): Outcome[] {
  const wrong = (answer: Answer) => says(200)(answer) ?? signInFault(person, answer);
  const sessions = person.sessions.map((other) => (other === session ? { ...session, seenAt: now } : other));
  const renewed = { team: withPerson(team, person, { ...person, sessions }), wrong };
  return isBefore(now, session.seenAt + RENEWED_AFTER).map((isNew) => (isNew ? { team, wrong } : renewed));
}

function add(team: Team, by: Person, { name, role }: { name: string; role: Role }, now: number): Outcome {
  const after = (id?: string, token?: string): Team =>
    logged(
      {
        ...team,
        people: [...team.people, { id, name, role, link: { token, madeAt: now }, sessions: [], isGone: false }],
      },
      { what: 'member_added', member: name, by: by.name, detail: role },
    );
  const wrong = (answer: Answer) =>
    says(201)(answer) ??
    (answer.token && answer.data.member.name === name && answer.data.member.role === role
      ? undefined
      : 'another member');
  return { team: after(), learn: ({ data, token }) => after(data.member.id, token), wrong };
}

const isLastAdmin = ({ people }: Team, person: Person): boolean =>
  person.role === 'admin' && !people.some((other) => other !== person && other.role === 'admin' && !other.isGone);

type Change = { name?: string | undefined; role?: Role | undefined; by: string | undefined };

function change(team: Team, target: Person, { name = target.name, role = target.role, by }: Change): Outcome {
  if (role !== 'admin' && isLastAdmin(team, target)) return refused(team, 409, 'last_admin');
  const details = [
    ...(name === target.name ? [] : [`${target.name} → ${name}`]),
    ...(role === target.role ? [] : [`${target.role} → ${role}`]),
  ];
  const wrong = (answer: Answer) =>
    says(200)(answer) ?? (answer.data.name === name && answer.data.role === role ? undefined : 'not what was asked');
  if (details.length === 0) return { team, wrong };
  const entry = { what: 'member_changed', member: name, by, detail: details.join(', ') };
  return { team: withPerson(team, target, { ...target, name, role }, entry), wrong };
}

function remove(team: Team, target: Person, by: string | undefined): Outcome {
  if (isLastAdmin(team, target)) return refused(team, 409, 'last_admin');
  const next = { ...target, sessions: [], link: undefined, isGone: true };
  return {
    team: withPerson(team, target, next, { what: 'member_removed', member: target.name, by }),
    wrong: says(200),
  };
}

function link(team: Team, target: Person, by: string | undefined, now: number): Outcome {
  const after = (token?: string): Team => {
    const next = { ...target, link: { token, madeAt: now } };
    return withPerson(team, target, next, { what: 'link_made', member: target.name, by });
  };
  return {
    team: after(),
    learn: ({ token }) => after(token),
    wrong: (answer) => says(201)(answer) ?? (answer.token ? undefined : 'no link'),
  };
}

type Ending = { by: string | undefined; except: Session | undefined; now: number };

function endSessions(team: Team, target: Person, { by, except, now }: Ending): Outcome[] {
  const wrong = says(200);
  const ended = target.sessions.filter((session) => session !== except);
  const next = { ...target, sessions: target.sessions.filter((session) => session === except) };
  const written = { team: withPerson(team, target, next, { what: 'sessions_ended', member: target.name, by }), wrong };
  const nothing = { team: withPerson(team, target, next), wrong };
  if (ended.some((session) => isBefore(now, endOf(session)).every(Boolean))) return [written];
  return ended.length === 0 ? [nothing] : [written, nothing];
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
type Shown = any;

function listFault({ people }: Team, reader: Person, { data }: Answer, now: number): string | undefined {
  const present = people.filter(({ isGone }) => !isGone);
  const faults = present.flatMap((person) => {
    const shown = data.find(({ name }: Shown) => name === person.name);
    if (shown === undefined) return [`${person.name} is missing`];
    if (shown.role !== person.role || (person.id ?? shown.id) !== shown.id) return [`${person.name} is shown wrongly`];
    return covers(reader.role, 'admin')
      ? openFaults(person, shown, now)
      : shown.sessions || shown.link
        ? ['too much']
        : [];
  });
  return data.length === present.length ? faults[0] : `${data.length} members instead of ${present.length}`;
}

function openFaults({ name, link: open, sessions }: Person, shown: Shown, now: number): string[] {
  const sure = sessions.filter((session) => isBefore(now, endOf(session)).every(Boolean)).length;
  const most = sessions.filter((session) => isBefore(now, endOf(session)).some(Boolean)).length;
  if (shown.sessions === undefined) return ['too little'];
  const isOpen = open === undefined ? [false] : isBefore(now, open.madeAt + LINK);
  return [
    ...(shown.sessions.length < sure || shown.sessions.length > most
      ? [`${name} has ${shown.sessions.length} sessions instead of ${sure}`]
      : []),
    ...(isOpen.includes(shown.link !== undefined) ? [] : [`the link of ${name}`]),
  ];
}

function auditFault({ audit }: Team, { data }: Answer): string | undefined {
  const right = audit.map(lineOf).toSorted();
  const shown = (data as Shown[])
    .map(({ what, member, by, detail }) => lineOf({ what, member: member.name, by: by?.name, detail }))
    .toSorted();
  const at = right.findIndex((line, index) => line !== shown[index]);
  if (at === -1 && right.length === shown.length) return undefined;
  return `the audit log has ${shown.length} entries instead of ${right.length}: ${shown[at] ?? 'more'} instead of ${right[at] ?? 'none'}`;
}

const lineOf = ({ what, member, by, detail }: Entry): string => [what, member, by ?? '', detail ?? ''].join(' | ');

/** The member's id once a list has shown it. */
export const learnIds = (team: Team, { data = [] }: Answer): Team => ({
  ...team,
  people: team.people.map((person) => ({
    ...person,
    id: person.id ?? data.find(({ name }: Shown) => name === person.name)?.id,
  })),
});

/** A restored table has no session and no link. */
export const signedOut = ({ people, audit }: Team): Team => ({
  people: people.map((person) => ({ ...person, sessions: [], link: undefined })),
  audit,
});
