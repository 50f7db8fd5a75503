/** Judges a message: its slot was claimed, and address, time, channel, amount and text are as in the model. */
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { Fault } from '#test/simulation/kernel/faults.ts';
import { SCHEDULED } from '#test/simulation/model/bounds.ts';
import { termsOf } from '#test/simulation/model/expected.ts';
import { hoursFor, nextOpening } from '#test/simulation/model/hours.ts';
import { accountOfId } from '#test/simulation/model/ids.ts';
import type { Entry } from '#test/simulation/model/ledger.ts';
import { messageFaults } from '#test/simulation/model/message.ts';
import { iso, MINUTE } from '#test/simulation/model/wire.ts';
import { hasOddErrors } from '#test/simulation/world/odd-errors.ts';
import type { World } from '#test/simulation/world/world.ts';
import { entryOf, type Records } from './records.ts';

type Claim = Entry['claims']['made'][number];

/** A claim may be a minute early, a run goes on for a minute at most, and clocks are 5 s off. */
const SLACK = MINUTE + 5_000;

/** Without one of these faults every channel accepts each message. */
const REFUSALS: readonly Fault[] = [
  'channel-refuses',
  'channel-opted-out',
  'channel-throttles',
  'channel-unreachable',
  'throttle',
  'outage',
];

export function judgeMessage(world: World, records: Records, message: Message): string[] {
  const { collectionId: id, slot, by, at, channel } = message;
  const entry = entryOf(records, accountOfId(id), id);
  const claim = entry?.claims.made.findLast((each) => each.slot.slot === slot && each.by === by.number);
  const about = `${id} slot ${slot} by ${channel}`;
  if (entry === undefined || claim === undefined) return [`${about}: sent by one that has claimed nothing`];
  const { dueAt } = claim.slot;
  const waited = Math.max(retryTime(entry, claim), claim.heldUntil ?? 0, releasedAt(entry, slot));
  const promisedAt = Math.max(claim.dueAt, entry.known.createdAt, waited);
  const { expiresAt } = claim.known;
  const read = [claim.channels, ...claim.orElse];
  const channels =
    read.find(([first]) => first === channel) ?? read.find((each) => each.includes(channel)) ?? claim.channels;
  const isRefused = hasOddErrors(world) || REFUSALS.some((fault) => world.faults.counts.has(fault));
  const faults = [
    ...(at < dueAt - SLACK ? [`sent at ${iso(at)}, due at ${iso(dueAt)}`] : []),
    ...(at > claim.at + SLACK ? [`sent at ${iso(at)}, claimed at ${iso(claim.at)}`] : []),
    ...(world.isCalm && at > promisedAt + SCHEDULED
      ? [`sent at ${iso(at)}, due at ${iso(promisedAt)}, and nothing was broken`]
      : []),
    ...(at > expiresAt + SLACK ? [`sent at ${iso(at)}, expired at ${iso(expiresAt)}`] : []),
    ...(isRefused || channel === channels[0] ? [] : [`sent though nothing refused ${channels[0]}`]),
    ...messageFaults(message, expectedOf(entry, { ...claim, channels })),
  ];
  return faults.map((fault) => `${about}: ${fault}`);
}

/** A revision of the plan ends the deferral of a slot, which may then be due at once. */
function releasedAt({ versions }: Entry, slot: number): number {
  const ends = versions.filter(
    ({ value }, index) =>
      value.deferral === undefined && value.nextSlot === slot && versions[index - 1]?.value.deferral?.slot === slot,
  );
  return ends.at(-1)?.at ?? 0;
}

/** What failed for good in quiet hours waits for the opening. */
function retryTime(entry: Entry, { retryAt = 0, known, channels }: Claim): number {
  const hours = hoursFor(termsOf({ ...entry, known }).hours, channels);
  return retryAt === 0 ? 0 : (nextOpening(retryAt, hours) ?? retryAt);
}

function expectedOf(entry: Entry, { slot, channels, known }: Claim) {
  const { hours } = termsOf({ ...entry, known });
  const [zone = 'UTC'] = hours.zones;
  return {
    account: known.account,
    collection: known,
    channels,
    tone: slot.tone,
    zone,
    smsOneWay: true,
  };
}
