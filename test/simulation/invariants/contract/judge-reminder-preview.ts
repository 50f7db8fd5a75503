/** Judges the preview of a reminder: what would be sent now, if it were asked for. */
import type { Known } from '#test/simulation/model/collection.ts';
import { fewest } from '#test/simulation/model/compare.ts';
import type { Closed } from '#test/simulation/model/expected.ts';
import type { Entry } from '#test/simulation/model/ledger.ts';
import { readPhone } from '#test/simulation/model/people.ts';
import { isCountedApart } from '#test/simulation/model/person-claims.ts';
import { slotsOf, textFaults } from '#test/simulation/model/shown-plan.ts';
import { type Channel, iso, type Tone } from '#test/simulation/model/wire.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import { asIfSent, outcomes } from './expected-revisions.ts';
import type { Question } from './question.ts';
import { closedTo, type Records } from './records.ts';

type Shown = { channel: Channel; tone: Tone; to: string; text: string; dueAt: string };

export function judgeReminderPreview(records: Records, question: Question, { body }: Answer): string[] {
  const { ledger, time, asked } = question;
  const entry = ledger.entries.get(asked.call.id ?? '');
  if (entry === undefined) return ['200 for what is not on record'];
  const left = outcomes(records, asIfSent(question), entry).flatMap(({ known, outcome }) =>
    'known' in outcome
      ? closedTo(records, entry, known, time).map((closed) => ({ before: known, known: outcome.known, closed }))
      : [],
  );
  const faults = left.map((each) => previewFaults(body.data as Shown, entry, each));
  return fewest(faults) ?? ['200 for what should be refused'];
}

/** What asking would leave, and what was there before. */
type Left = { before: Known; known: Known; closed: Closed };

function previewFaults(shown: Shown, entry: Entry, { before, known, closed }: Left): string[] {
  const expected = { ...entry, known };
  const slot = slotsOf(expected, known, closed).find((each) => each.slot === known.nextSlot);
  if (slot === undefined) return ['a preview of no slot'];
  const { contact, account } = known;
  const address = shown.channel === 'email' ? contact.email : readPhone(contact.phone, account.country).shown;
  const channels = isCountedApart(known) ? slot.channels : slot.channels.slice(0, 1);
  // One that waits already may have to wait for the rules for people.
  const isInTime = before === known ? shown.dueAt >= iso(slot.dueAt) : shown.dueAt === iso(slot.dueAt);
  return [
    ...(channels.includes(shown.channel) ? [] : [`goes by ${shown.channel} instead of ${channels.join(' or ')}`]),
    ...(shown.tone === slot.tone ? [] : [`is ${shown.tone} instead of ${slot.tone}`]),
    ...(isInTime ? [] : [`is due at ${shown.dueAt} instead of ${iso(slot.dueAt)}`]),
    ...(shown.to === address ? [] : [`goes to ${shown.to} instead of ${address}`]),
    ...textFaults(shown, expected),
  ];
}
