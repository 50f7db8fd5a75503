/** A collection that two tables have: the state that cannot be taken back, each count as far as in either, the sums of the rows. */
import { isDeepStrictEqual } from 'node:util';
import { type Stored, type StoredItem, textIn, type Values, without } from './merged-items.ts';

/** No status takes back one that comes after it. */
const RANK = ['pending', 'overdue', 'expired', 'cancelled', 'completed'];
const rankOf = (item: Stored): number => RANK.indexOf(textIn(item, 'status'));
const isPayable = (item: Stored): boolean => rankOf(item) < 2;

/** What is set when the item is written, and not by what it says; and what the order of runs says, which is judged by itself. */
export const OF_THE_RUN = ['updatedAt', 'runNumber', 'nextRunAt', 'due', 'startSegment', 'plan', 'nextSlot'];

const LATER_OF_BOTH = ['skippedSlot', 'postponedSlot'];

type Pair = { old: StoredItem | undefined; own: StoredItem | undefined };

const maxIn = (items: readonly Stored[], name: string): number | undefined => {
  const numbers = items.flatMap((item) => (item[name] === undefined ? [] : [Number(item[name])]));
  return numbers.length === 0 ? undefined : Math.max(...numbers);
};

/** What was rewritten later holds, or by the one that has run more. */
function laterOf(old: StoredItem, own: StoredItem): [StoredItem, StoredItem] {
  const [first, second] = [textIn(old, 'updatedAt'), textIn(own, 'updatedAt')];
  const isOwn = second > first || (second === first && Number(own['runNumber']) > Number(old['runNumber']));
  return isOwn ? [own, old] : [old, own];
}

const nameOf = ({ type, timestamp, about }: Stored): string => [type, timestamp, about].join(' ');

function eventsOf(old: Stored, own: Stored): Stored[] {
  const [before, after] = [old['events'] as Stored[], own['events'] as Stored[]];
  const known = new Set(before.map(nameOf));
  const missing = after.filter((event) => !known.has(nameOf(event)));
  return missing.length === 0 ? before : [...before, ...missing].toSorted(byTime);
}

const byTime = ({ timestamp: one }: Stored, { timestamp: other }: Stored): number =>
  String(one) < String(other) ? -1 : Number(String(one) > String(other));

function sumsOf(rows: readonly StoredItem[]): Values {
  const entries = rows.filter(({ sk }) => sk.startsWith('PAYMENT#'));
  if (entries.length === 0) return {};
  const received = entries.reduce((sum, { counts, credited }) => sum + (counts === true ? Number(credited) : 0), 0);
  return { entryCount: entries.length, received };
}

const amountOf = (item: Stored): number =>
  (JSON.parse(textIn(item, 'terms')) as { amount: { minor: number } }).amount.minor;

/** Without what `judgeRun` says; where the rows complete it, the end is judged there too. */
export function mergedCollection({ old, own }: Pair, rows: readonly StoredItem[]): StoredItem | undefined {
  const [base, other] = [old ?? own, own ?? old] as [StoredItem, StoredItem];
  const [later, earlier] = laterOf(base, other);
  const ranked = rankOf(earlier) > rankOf(later) ? earlier : later;
  const sessions = [later, earlier].map((item) => (item['sessions'] ?? []) as Stored[]);
  const [mine = [], others = []] = sessions;
  const [longer, shorter] = others.length > mine.length ? [others, mine] : [mine, others];
  const highest = Object.fromEntries(
    LATER_OF_BOTH.flatMap((name) => {
      const most = maxIn([later, earlier], name);
      return most === undefined ? [] : [[name, most]];
    }),
  );
  const joined: Values = {
    ...without(later, [...OF_THE_RUN, 'completedAt', 'entryCount', 'received', 'nonce']),
    status: ranked['status'],
    byStatus: ranked['byStatus'],
    ...(ranked['completedAt'] !== undefined && { completedAt: ranked['completedAt'] }),
    events: eventsOf(base, other),
    ...((later['options'] ?? earlier['options']) !== undefined && { options: later['options'] ?? earlier['options'] }),
    ...(longer.length > 0 && { sessions: longer.map((session, index) => ({ ...shorter[index], ...session })) }),
    ...([later, earlier].some(({ referenceEnded }) => referenceEnded === true) && { referenceEnded: true }),
    ...highest,
    ...sumsOf(rows),
    nonce: other['nonce'],
  };
  const isPaid = rankOf(joined) < RANK.length - 1 && Number(joined['received'] ?? 0) >= amountOf(joined);
  return (isPaid ? without(joined, ['status', 'byStatus', 'completedAt', 'events']) : joined) as StoredItem;
}

/** What is wrong with its slots and its runs. */
export function judgeRun({ old, own }: Pair, found: StoredItem, rows: readonly StoredItem[]): string[] {
  const both = [old, own].flatMap((item) => item ?? []);
  const faults: string[] = [];
  const slot = maxIn(both, 'nextSlot') ?? 0;
  const claimed = isPayable(found)
    ? (maxIn(
        rows.filter(({ sk }) => sk.startsWith('ATTEMPT#')),
        'slot',
      ) ?? 0)
    : 0;
  if (found['nextSlot'] !== Math.max(slot, claimed + 1)) faults.push(`its next slot is ${found['nextSlot']}`);
  const number = maxIn(both, 'runNumber') ?? 0;
  const isSame = both.some((item) => item['nextRunAt'] === found['nextRunAt'] && item['runNumber'] === number);
  const isTaken = Number(found['runNumber']) < number || (found['runNumber'] === number && !isSame);
  // A schedule may have that name; what runs no more needs none.
  if (isTaken && found['nextRunAt'] !== undefined)
    faults.push(`its run has the number ${found['runNumber']}, and ${number} is taken`);
  const isCompleted = found['status'] === 'completed' && both.every(({ status }) => status !== 'completed');
  if (isCompleted && Number(found['received'] ?? 0) < amountOf(found)) faults.push('it is completed, and not paid');
  const paid = Number(found['received'] ?? 0) >= amountOf(found) && both.some(isPayable);
  if (paid && isPayable(found)) faults.push('it is paid, and can still be paid');
  const [first] = both.flatMap((item) => (isPayable(item) ? textIn(item, 'nextRunAt') : [])).toSorted();
  const at = textIn(found, 'nextRunAt');
  if (isPayable(found) && (at === '' || found['due'] === undefined || (first !== undefined && at < first)))
    faults.push(`its next run is at ${at}, and not before ${first}`);
  // Where what holds is the new table's, so is its run.
  const isOwn = own !== undefined && isDeepStrictEqual(without(found, OF_THE_RUN), without(own, OF_THE_RUN));
  if (isPayable(found) && !isOwn && Number(found['runNumber']) > number && at !== first)
    faults.push(`its next run is at ${at}, and not at ${first}`);
  const updatedAt = textIn(found, 'updatedAt');
  if (both.some((item) => textIn(item, 'updatedAt') > updatedAt)) faults.push(`it was changed at ${updatedAt}`);
  return faults;
}
