/** Judges at the end of a world whether all that was due was done in time. */
import { unmetObligations } from '#test/simulation/model/ledger-ends.ts';
import { MINUTE } from '#test/simulation/model/wire.ts';
import type { World } from '#test/simulation/world/world.ts';
import { optOutsDuring, type Records } from './records.ts';

/** By then, work that was interrupted when the faults stopped is done. */
const QUIET = 20 * MINUTE;

export function judgeEnd({ healedAt, messages }: World, records: Records): string[] {
  const faults: string[] = [];
  const ended = records.claimants.filter((run) => run.ended === 'returned' && run.offers === 0);
  const silent = new Set(ended.map(({ number }) => number));
  const always = { from: 0, to: Number.MAX_SAFE_INTEGER };
  for (const { entries } of records.ledgers.values())
    for (const entry of entries.values()) {
      const hasOptedOut = optOutsDuring(records, entry, always).some((channels) => channels.length > 0);
      const own = messages.filter(({ collectionId }) => collectionId === entry.known.id);
      const sentSlots = new Set(own.map(({ slot }) => slot));
      const ending = { settledFrom: healedAt + QUIET, healedAt, hasOptedOut, sentSlots, silent };
      faults.push(...unmetObligations(entry, ending));
    }
  return faults;
}
