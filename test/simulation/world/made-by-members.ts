/** In some worlds members make a part of the callers' requests with their sessions, where a program would send its key. */
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import type { Asked } from './callers.ts';
import { type Colleague, giveSigns, isLive, planChanges, readAudit, signIn } from './colleagues.ts';
import { methodOf } from './in-session.ts';
import { hasTeam } from './members.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export const MADE_BY_MEMBERS = { name: 'made-by-members', share: 0.15 };

/** The share of requests that a member makes. */
const BY_SESSION = 0.4;
const ODD = 0.06;
/** The first is an administrator, whom nobody changes. */
const COLLEAGUES = 4;

export type Members = {
  all: readonly Colleague[];
  /** The request as a member makes it; undefined if a program makes it. */
  insteadOf: (asked: Asked) => Asked | undefined;
  /** The first administrator of each account reads its audit log, if the session goes on. */
  lookAtAudit: () => void;
  /** What each account's audit log has said at the end, newest first; undefined if nobody could read it. */
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
  audits: Map<string, readonly any[]>;
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
  const audits: Members['audits'] = new Map();
  return {
    all,
    insteadOf: (asked) => askedInSession(world, asked, { all: colleaguesOf(all, asked.by), random }),
    audits,
    lookAtAudit: () => {
      for (const by of world.tenants)
        readAudit(world, colleaguesOf(all, by)[0] as Colleague, (entries) => audits.set(by.account.id, entries));
    },
  };
}

const colleaguesOf = (all: readonly Colleague[], by: Tenant): Colleague[] => all.filter((each) => each.by === by);

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
