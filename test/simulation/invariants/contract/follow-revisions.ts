/** Gives the model each revision of a plan; what it asks for comes from the caller's request or the customer's reply. */
import { recordBroken, recordReplyPause, recordRevision } from '#test/simulation/model/ledger-revisions.ts';
import { gotDuring } from '#test/simulation/model/person-claims.ts';
import type { Revising } from '#test/simulation/model/revise.ts';
import { latest } from '#test/simulation/model/timeline.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Asked } from '#test/simulation/world/callers.ts';
import { idOf, instant, type Made } from './change-made.ts';
import { closedDuring, entryOf } from './records.ts';

type Pause = { since: string; until?: string; reason: string };

/** Undefined where the plan was not revised. */
export function followRevision(made: Made, before: Item): string[] | undefined {
  followEndOfRetry(made, before);
  const [was, is] = [before, made.after].map(({ plan, pause, promise, terms, metadata }) =>
    JSON.stringify([plan, pause, promise, terms, metadata]),
  );
  if (was === is) return undefined;
  const { world, records, account, after, commit } = made;
  const id = idOf(made);
  const entry = entryOf(records, account, id);
  if (entry === undefined) return [`${id}: revised, and never recorded`];
  const closed = closedDuring(records, entry, { from: commit.from, to: commit.at });
  const revising = {
    ...commit,
    dated: instantOfRevision(after, before),
    updatedAt: instant(after, 'updatedAt'),
    closed,
  };
  const pause = after['pause'] as unknown as Pause | undefined;
  if (world.asker?.functionName === 'receive-reply') {
    const replies = latest(entry.versions).events.filter(({ type }) => type === 'contact.replied');
    const until = Date.parse(pause?.until ?? '');
    return recordReplyPause(entry, { ...revising, replies: replies.map(({ at }) => at), until });
  }
  if (world.asker?.functionName === 'follow-up') return recordBroken(entry, revising);
  const asked = world.asked.get(commit.by);
  const ledger = records.ledgers.get(account);
  if (asked !== undefined && ledger !== undefined && isRevision(asked)) {
    const got = gotDuring(ledger, latest(entry.versions), { from: commit.from, to: commit.at });
    return recordRevision(entry, { ...revising, by: commit.by, asked: revisionOf(asked), got });
  }
  return [`${id}: revised by ${world.asker?.functionName}`];
}

type Instants = { since?: string; madeAt?: string; brokenAt?: string } | undefined;

/** A reminder that was asked for. */
type Reminding = { asked?: { at: string } } | undefined;

/** Of a revision that names its instant; of any other, the time of the change. */
function instantOfRevision(after: Item, before: Item): number {
  const [pause, promise] = [after['pause'], after['promise']] as unknown as [Instants, Instants];
  const isNew = (name: 'pause' | 'promise') => JSON.stringify(after[name]) !== JSON.stringify(before[name]);
  const [is, was] = [after, before].map((item) => (item['plan'] as unknown as Reminding)?.asked?.at);
  const reminded = is === was ? undefined : is;
  const promised = isNew('promise') ? (promise?.brokenAt ?? promise?.madeAt) : undefined;
  const paused = isNew('pause') ? pause?.since : undefined;
  const named = promised ?? paused ?? reminded;
  return named === undefined ? instant(after, 'updatedAt') : Date.parse(named);
}

const REVISIONS: readonly string[] = [
  'update-collection',
  'pause-follow-ups',
  'resume-follow-ups',
  'promise-payment',
  'send-follow-up',
] satisfies Revising['operation'][];

export const isRevision = ({ operation }: Asked): boolean => REVISIONS.includes(operation);

export const revisionOf = ({ operation, call }: Asked): Revising => ({ operation, body: call.body ?? {} }) as Revising;

/** A retry is set and ended together with the collection's next run. */
function followEndOfRetry(made: Made, before: Item): void {
  const { records, account, after, commit } = made;
  const entry = entryOf(records, account, idOf(made));
  if (entry === undefined || JSON.stringify(before['retry']) === JSON.stringify(after['retry'])) return;
  const { slot, at } = (after['retry'] ?? {}) as unknown as { slot?: number; at?: string };
  const retry = slot === undefined || at === undefined ? undefined : { slot, at: Date.parse(at) };
  entry.versions.push({ at: commit.at, value: { ...latest(entry.versions), retry } });
}
