/** Judges at the end of a world whether all that was due was done in time. */
import { foldPhone } from '#lib/domain/match-key.ts';
import { messageKey } from '#lib/store/message/keys.ts';
import { PROMPT, RECOVERED, SCHEDULED } from '#test/simulation/model/bounds.ts';
import type { Known } from '#test/simulation/model/collection.ts';
import { accountOfId } from '#test/simulation/model/ids.ts';
import { unmetObligations } from '#test/simulation/model/ledger-ends.ts';
import { readPhone } from '#test/simulation/model/people.ts';
import { during, latest } from '#test/simulation/model/timeline.ts';
import { type Channel, iso, MINUTE } from '#test/simulation/model/wire.ts';
import type { Start, Stop } from '#test/simulation/world/customers.ts';
import type { Receipt } from '#test/simulation/world/receipts.ts';
import type { World } from '#test/simulation/world/world.ts';
import { memoryLapses } from './follow-closed.ts';
import { auditFaults } from './follow-members.ts';
import { toldFaults } from './judge-told.ts';
import { addressOf, closedOf, entryOf, optOutOf, type Records } from './records.ts';
import { rescued } from './rescues.ts';

/** By then, work that was interrupted when the faults stopped is done. */
const QUIET = 20 * MINUTE;

export function judgeEnd(world: World, records: Records): string[] {
  const { healedAt, isCalm, messages, customers } = world;
  const faults: string[] = [];
  const ended = records.claimants.filter((run) => run.ended === 'returned');
  const bounds = isCalm
    ? { settledFrom: 0, healedAt: 0, maxDelay: SCHEDULED }
    : { settledFrom: healedAt + QUIET, healedAt, maxDelay: RECOVERED };
  const silent = new Set(ended.filter(({ offers }) => offers === 0).map(({ number }) => number));
  const finished = new Set(ended.map(({ number }) => number));
  for (const { entries } of records.ledgers.values())
    for (const entry of entries.values()) {
      const own = messages.filter(({ collectionId }) => collectionId === entry.known.id);
      const sentSlots = new Set(own.map(({ slot }) => slot));
      const closed = (known: Known) => closedOf(records, { known, reachable: entry.reachable });
      faults.push(...unmetObligations(entry, { ...bounds, sentSlots, silent, finished, closed }));
      const lost = latest(entry.versions).attempts.filter(({ isDone }) => !isDone);
      faults.push(...lost.flatMap(() => rescued(world, 'an attempt without a result, shown as unknown')));
    }
  const due = ({ at }: { at: number }) => at > bounds.settledFrom && at + PROMPT < world.kernel.now();
  return [
    ...faults,
    ...auditFaults(world, records),
    ...toldFaults(world, records),
    ...[...customers.receipts.values()].filter(due).flatMap((receipt) => receiptFaults(world, records, receipt)),
    ...customers.stops.filter(due).flatMap((stop) => stopFaults(records, stop)),
    ...customers.starts.filter(due).flatMap((start) => startFaults(world, records, start)),
  ];
}

/**
 * A receipt of a message whose send was recorded before is applied within a minute. WhatsApp's repeat no tags: nothing
 * leads from them to a message whose sender died between the two records of its send.
 */
function receiptFaults(world: World, records: Records, receipt: Receipt): string[] {
  const { messageId, channel, collectionId, slot, at, appliedAt, status } = receipt;
  const entry = entryOf(records, accountOfId(collectionId), collectionId);
  const attempt = entry && latest(entry.versions).attempts.find((each) => each.slot.slot === slot);
  const isKnown = (attempt?.at.sent ?? Number.POSITIVE_INFINITY) < at;
  if (!isKnown || (channel === 'whatsapp' && world.table.items.get(messageKey(channel, messageId)) === undefined))
    return [];
  const lapses = memoryLapses(world, records, receipt, PROMPT);
  if ((appliedAt ?? Number.POSITIVE_INFINITY) <= at + PROMPT) return lapses;
  return [...lapses, `${collectionId} slot ${slot}: the receipt ${status} of ${iso(at)} was not applied in time`];
}

/**
 * A person who says stop is opted out within a minute, by an email's link from every channel. If the details of the
 * collection were corrected before, its link speaks only for the address that its message went to.
 */
function stopFaults(records: Records, stop: Stop): string[] {
  const { by, slot, how, at } = stop;
  const entry = entryOf(records, accountOfId(by), by);
  if (entry === undefined) return [];
  const time = { from: at, to: at + PROMPT };
  const { events, attempts } = latest(entry.versions);
  const sent = attempts.find((each) => each.slot.slot === slot)?.at.sent;
  // WhatsApp's replies do not name the message that they answer.
  const isTraced = how === 'link' || (how === 'sms' && sent !== undefined && sent < at);
  const isTold = events.some(({ type }) => type === 'contact.opted_out');
  const cases = during(entry.versions, time).map((known) => {
    const meant = meantBy(stop, known);
    const isLate = ({ channel, address = addressOf({ ...entry, known }, channel) }: Meant) =>
      address !== undefined && !during(optOutOf(records, channel, address), time).includes(true);
    const isOwn = meant.some(({ address }) => address === undefined);
    return { late: meant.filter(isLate).map(({ channel }) => channel), isOwn };
  });
  const { late, isOwn } = cases.toSorted((a, b) => a.late.length - b.late.length)[0] ?? { late: [], isOwn: false };
  return [
    ...late.map((channel) => `${by}: ${how} opted out of ${channel} at ${iso(at)}, and that was not recorded in time`),
    ...(isTraced && isOwn && !isTold ? [`${by}: does not tell that its customer opted out at ${iso(at)}`] : []),
  ];
}

/** Without an address: that of the collection's contact. */
type Meant = { channel: Channel; address?: string };

function meantBy({ how, channels, to }: Stop, { contact, account }: Known): Meant[] {
  if (how !== 'link') return channels.map((channel) => ({ channel, address: to }));
  const email = contact.email.toLowerCase();
  const phone = readPhone(contact.phone, account.country);
  const isOwn = to.includes('@')
    ? to.toLowerCase() === email
    : phone.reachable && foldPhone(to) === foldPhone(phone.lookup);
  if (isOwn) return channels.map((channel) => ({ channel }));
  return to.includes('@')
    ? [{ channel: 'email', address: to.toLowerCase() }]
    : [
        { channel: 'sms', address: to },
        { channel: 'whatsapp', address: to },
      ];
}

/** START ends both opt-outs of the phone within a minute, if it is the last word. */
function startFaults({ customers }: World, records: Records, { by, to, at }: Start): string[] {
  const entry = entryOf(records, accountOfId(by), by);
  // The link of an email opts out the phone too.
  const isOther = customers.stops.some(
    (stop) => stop.at > at - QUIET && (stop.how === 'link' || foldPhone(stop.to) === foldPhone(to)),
  );
  if (entry === undefined || isOther) return [];
  const isOut = (channel: 'sms' | 'whatsapp') =>
    during(optOutOf(records, channel, to), { from: at + PROMPT, to: at + PROMPT })[0] === true;
  return isOut('sms') || isOut('whatsapp') ? [`${by}: START at ${iso(at)} did not end the opt-outs in time`] : [];
}
