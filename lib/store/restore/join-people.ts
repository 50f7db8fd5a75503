/** A person that both tables have: what the old table knows, with what the new one has sent and been paid since. */
import { isDeepStrictEqual } from 'node:util';
import { MAX_COUNTED_EARLIER, type Person, withPayment, withSend } from '#lib/domain/person/person.ts';
import { TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import type { Join } from './join-items.ts';

/**
 * A message that no channel took is missing in the old table, and must not come back: so only what may be the new table's own,
 * which counts at the time at which it was due. One too many holds a reminder back; one too few would break a rule for people.
 */
export const joinPeople: Join = (old, own, { restoredTo, usedSince }) => {
  const [before, after] = [old as unknown as Person, own as unknown as Person];
  let person: Person = { version: before.version, sends: before.sends, payments: before.payments };
  const ownSince = Math.max(Date.parse(restoredTo), Date.parse(usedSince) - MAX_COUNTED_EARLIER);
  for (const send of after.sends.filter(({ at }) => Date.parse(at) >= ownSince)) {
    const isKnown = before.sends.some((known) => isDeepStrictEqual(known, send));
    if (!isKnown) person = withSend(person, { ...send, at: Date.parse(send.at) });
  }
  for (const payment of after.payments) person = withPayment(person, payment) ?? person;
  // What has been written more often has seen the other: each write, and each merge, counts.
  const { unread } = after.version > before.version ? after : before;
  const ends = Math.max(Number(old[TTL_ATTRIBUTE]), Number(own[TTL_ATTRIBUTE]));
  const joined = { ...old, sends: person.sends, payments: person.payments, [TTL_ATTRIBUTE]: ends };
  const counted = unread === undefined ? withoutUnread(joined) : { ...joined, unread };
  if (isDeepStrictEqual(contentOf(counted), contentOf(own))) return own;
  return { ...counted, version: Math.max(before.version, after.version) + 1 };
};

const withoutUnread = ({ unread: _read, ...item }: Parameters<Join>[0]) => item;

/** Without what every write counts. */
const contentOf = ({ version: _count, ...content }: Parameters<Join>[0]) => content;
