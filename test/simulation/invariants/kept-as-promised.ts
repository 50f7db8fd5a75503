/** Invariant 15: what is kept for a time is kept that long and no longer, and what is kept for good has no end (docs/operations/privacy.md). */
import { TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Invariant } from './invariant.ts';

const DAY = 86_400_000;
/** Longer than an invocation that has looked at its clock may take, with a clock that is off. DynamoDB itself is hours late. */
const SLACK = 15 * 60_000;

/** `days` from the instant of the write, or from the one that the item names. The feed's are read by whole days. */
type Kept = { days: number; more?: number; from?: string };

/** By the beginning of the partition key without its account, or of the sort key. */
const PROMISES: readonly { pk?: RegExp; sk?: RegExp; kept: Kept }[] = [
  { pk: /^ACCOUNT#[^#]+#AUDIT$/, kept: { days: 400, from: 'at' } },
  { pk: /^ACCOUNT#[^#]+#PERSON#/, kept: { days: 400 } },
  { pk: /^ACCOUNT#[^#]+#EVENTS#/, kept: { days: 30, more: 1 } },
  { pk: /^ACCOUNT#[^#]+#DELIVERIES#/, kept: { days: 30, from: 'createdAt' } },
  { sk: /^WAITING#/, kept: { days: 30, from: 'recordedAt' } },
  { pk: /^MESSAGE#/, kept: { days: 60 } },
  { pk: /^LASTMESSAGE#/, kept: { days: 60, from: 'at' } },
  { pk: /^HELP#/, kept: { days: 2, from: 'answeredAt' } },
];
/** A strike counts for so long. */
const STRIKE_DAYS = 30;

export const keptAsPromised: Invariant = {
  number: 15,
  name: 'what is kept for a time is kept that long, and no longer',
  watch: (world, violate) => ({
    changed({ key, before, after }) {
      // A merge brings what another table has kept since then.
      if (after === undefined || world.otherTables.size > 0) return;
      if (before !== undefined && before[TTL_ATTRIBUTE] === after[TTL_ATTRIBUTE]) return;
      const fault = keyFault(key, after, world.kernel.now());
      if (fault !== undefined) violate(`${key.pk} ${key.sk}: ${fault}`);
    },
  }),
};

function keyFault({ pk, sk }: { pk: string; sk: string }, item: Item, now: number): string | undefined {
  const ttl = item[TTL_ATTRIBUTE];
  const end = ttl === undefined ? Number.POSITIVE_INFINITY : Number(ttl) * 1_000;
  if (pk.startsWith('UNREACHABLE#')) return blockFault(item, end, now);
  const promise = PROMISES.find((each) => (each.pk?.test(pk) ?? true) && (each.sk?.test(sk) ?? true));
  if (promise === undefined) return ttl === undefined ? undefined : `it ends at ${at(end)}, and is to stay`;
  const { days, more = 0, from } = promise.kept;
  const since = from === undefined ? now : Date.parse(String(item[from]));
  const [first, last] = [since + days * DAY - SLACK, since + (days + more) * DAY + SLACK];
  return end >= first && end <= last ? undefined : `it ends at ${at(end)}, and is to be kept ${days} days`;
}

/** As long as the failure says, or a strike counts. */
function blockFault({ until = '' }: Item, end: number, now: number): string | undefined {
  if (String(until).startsWith('9999')) return end === Number.POSITIVE_INFINITY ? undefined : `it ends at ${at(end)}`;
  const blocked = until === '' ? 0 : Date.parse(String(until));
  const isLongEnough = end >= Math.max(blocked, now) && end <= Math.max(blocked, now + STRIKE_DAYS * DAY) + SLACK;
  return isLongEnough ? undefined : `it ends at ${at(end)}, and is blocked until ${until}`;
}

const at = (end: number): string => (Number.isFinite(end) ? new Date(end).toISOString() : 'no time');
