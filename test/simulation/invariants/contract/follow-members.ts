/** Follows members through a world: who has made a change, what they may ask for by then, and what the audit log must have. */
import { isDeepStrictEqual } from 'node:util';
import { AUDIT_PREFIX, MEMBER_PREFIX } from '#lib/store/account/keys.ts';
import { admission, type Member, type Standing } from '#test/simulation/model/made-by.ts';
import { during, latest } from '#test/simulation/model/timeline.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import { routeOf } from '#test/simulation/world/in-session.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Made } from './change-made.ts';
import type { Question } from './question.ts';
import type { Records } from './records.ts';

type Time = { from: number; to: number };

/** What a member is, at each moment of a period. */
const standingsIn = ({ standings }: Records, id: string, time: Time): Standing[] =>
  during(standings.get(id) ?? [], time);

/** Who of the merchant's people has made a change. With more than one name in its time, it is the one that was written. */
export function whoMade(
  world: World,
  records: Records,
  { commit, before, after }: Pick<Made, 'commit' | 'before' | 'after'>,
) {
  const { session } = world.asked.get(commit.by) ?? {};
  if (session === undefined) return undefined;
  const [newest, ...others] = standingsIn(records, session.member, { from: commit.from, to: commit.at }).map(nameOf);
  const isWritten = ({ name }: Member) => count(after, name) > count(before, name);
  return others.length === 0 ? newest : ([newest as Member, ...others].find(isWritten) ?? newest);
}

const nameOf = ({ id, name }: Standing): Member => ({ id, name });

const count = (item: Item | undefined, name: string): number => JSON.stringify(item ?? {}).split(`"${name}"`).length;

/** The refusals of a request that a member makes, and whether it may be answered as with the key. */
export function admitted(records: Records, { asked, time }: Question) {
  const { operation, call, session } = asked;
  if (session === undefined) return { refusals: [], mayPass: true };
  return admission({ operation, body: call.body, ...session }, standingsIn(records, session.member, time));
}

export const isOfMembers = ({ sk }: Made['key']): boolean =>
  sk.startsWith(MEMBER_PREFIX) || sk.startsWith(AUDIT_PREFIX);

/** Only where members make requests: the members of other worlds are judged from outside. */
export function followMember(made: Made): string[] {
  const { world, key } = made;
  if (world.members === undefined) return [];
  return key.sk.startsWith(MEMBER_PREFIX) ? followStanding(made) : followAudit(made);
}

/** A change of name or role, or a removal, by the request of an administrator. Other writes are of sessions. */
function followStanding({ world, records, account, key, commit }: Made): string[] {
  const asked = world.asked.get(commit.by);
  const { id = '', body } = asked?.call ?? {};
  const standing = records.standings.get(id);
  if (asked?.operation !== 'console-member' || standing === undefined || !key.sk.endsWith(id)) return [];
  const was = latest(standing);
  const { name, role } = { ...was, ...(body as Partial<Standing> | undefined) };
  const is = { id, name, role: body === undefined ? undefined : role };
  standing.push({ at: commit.at, value: is });
  const changes = [name === was.name ? [] : `${was.name} → ${name}`, role === was.role ? [] : `${was.role} → ${role}`];
  const change =
    is.role === undefined ? { what: 'member_removed' } : { what: 'member_changed', detail: changes.flat().join(', ') };
  records.audited.push({ account, line: lineOf({ ...change, member: is, by: commit.member }) });
  return [];
}

/** The row of what a role did not allow; the others are written with the change that they tell. */
function followAudit({ world, records, account, before, after, commit }: Made): string[] {
  const asked = world.asked.get(commit.by);
  // The SDK repeats a write whose answer was lost.
  if (asked?.operation === 'console-member' || isDeepStrictEqual(before, after)) return [];
  const { refusals } = asked?.session ? admitted(records, { asked, ...timeOf(commit) } as Question) : { refusals: [] };
  const isDenied = refusals.some(({ body }) => 'code' in body && body.code === 'forbidden');
  if (asked === undefined || commit.member === undefined || !isDenied || records.denied.has(commit.by))
    return [`${account}: ${after['what']} is on record, and nothing was denied`];
  records.denied.add(commit.by);
  records.audited.push({ account, line: lineOf({ what: 'denied', member: commit.member, detail: routeOf(asked) }) });
  return [];
}

const timeOf = ({ from, at }: Made['commit']) => ({ time: { from, to: at } });

/** What is denied is on record before it is answered. */
export const deniedFaults = ({ denied }: Records, { asked, invocation, body }: Answer): string[] =>
  asked.session !== undefined && body.code === 'forbidden' && !denied.has(invocation.number)
    ? ['403 forbidden, and that is not on record']
    : [];

type Entry = { what: string; member: { name: string }; by?: { name: string } | undefined; detail?: string | undefined };

export const lineOf = ({ what, member, by, detail }: Entry): string =>
  [what, member.name, by?.name ?? '', detail ?? ''].join(' | ');

/** At the end, by what an administrator reads: all that had to be on record, and nothing else. */
export function auditFaults({ members }: World, { audited }: Records): string[] {
  return [...(members?.audits ?? [])].flatMap(([account, entries]) => {
    const shown = entries.map(lineOf);
    const isNewestFirst = entries.every(({ at }, n) => n === 0 || at <= entries[n - 1].at);
    const right = audited.filter((each) => each.account === account).map(({ line }) => line);
    const missing = without(right, shown).map((line) => `${account}: its audit log does not have ${line}`);
    return [
      ...missing,
      ...without(shown, right).map((line) => `${account}: its audit log has ${line}`),
      ...(isNewestFirst ? [] : [`${account}: its audit log is not newest first`]),
    ];
  });
}

/** The lines that the first list has more often than the second. */
function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...some];
  return all.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
