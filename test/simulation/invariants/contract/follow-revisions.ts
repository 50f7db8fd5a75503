/** Gives the model each revision of a plan; what it asks for comes from the caller's request or the customer's reply. */
import { recordReplyPause } from '#test/simulation/model/ledger-revisions.ts';
import { latest } from '#test/simulation/model/timeline.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { idOf, instant, type Made } from './change-made.ts';
import { entryOf, optOutsDuring } from './records.ts';

type Pause = { since: string; until?: string; reason: string };

/** Undefined where the plan was not revised. */
export function followRevision(made: Made, before: Item): string[] | undefined {
  followEndOfRetry(made, before);
  const [was, is] = [before, made.after].map(({ plan, pause, terms }) => JSON.stringify([plan, pause, terms]));
  if (was === is) return undefined;
  const { world, records, account, after, commit } = made;
  const id = idOf(made);
  const entry = entryOf(records, account, id);
  if (entry === undefined) return [`${id}: revised, and never recorded`];
  const optedOut = optOutsDuring(records, entry, { from: commit.from, to: commit.at });
  const revising = { ...commit, dated: instant(after, 'updatedAt'), optedOut };
  const pause = after['pause'] as unknown as Pause | undefined;
  if (world.asker?.functionName === 'receive-reply') {
    const replies = latest(entry.versions).events.filter(({ type }) => type === 'contact.replied');
    const until = Date.parse(pause?.until ?? '');
    return recordReplyPause(entry, { ...revising, replies: replies.map(({ at }) => at), until });
  }
  return [`${id}: revised by ${world.asker?.functionName}`];
}

/** A retry is set and ended together with the collection's next run. */
function followEndOfRetry(made: Made, before: Item): void {
  const { records, account, after, commit } = made;
  const entry = entryOf(records, account, idOf(made));
  if (entry === undefined || JSON.stringify(before['retry']) === JSON.stringify(after['retry'])) return;
  const { slot, at } = (after['retry'] ?? {}) as unknown as { slot?: number; at?: string };
  const retry = slot === undefined || at === undefined ? undefined : { slot, at: Date.parse(at) };
  entry.versions.push({ at: commit.at, value: { ...latest(entry.versions), retry } });
}
