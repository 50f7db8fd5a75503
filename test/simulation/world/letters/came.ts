/** What came of the letters: each as its plan shows it, and what its answers did. */
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { expectCreate } from '#test/simulation/model/expected.ts';
import { nextOpening } from '#test/simulation/model/hours.ts';
import { messageFaults } from '#test/simulation/model/message.ts';
import { readMessage } from '#test/simulation/model/message-reader.ts';
import { askAll, CLOCKS, judgeSame } from '#test/simulation/world/own-business.ts';
import { receiptOf } from '#test/simulation/world/receipts.ts';
import { replyOf, stamped } from '#test/simulation/world/replies.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Writer, Written } from './writer.ts';

const MINUTE = 60_000;
const WITHIN = 20 * MINUTE;

export function got(writer: Writer, message: Message): void {
  const { world, account, written } = writer;
  const letter = written.get(message.collectionId) as Written;
  const { known, hours } = expectCreate(letter.body, account, letter.createdAt);
  const slot = letter.slots.find((each) => each.slot === message.slot);
  const about = `letter ${message.slot} to ${letter.body.contact.firstName} by ${message.channel}`;
  if (slot === undefined) {
    world.violate(14, `${about}: of no slot`);
    return;
  }
  const [zone = 'UTC'] = hours.zones;
  const expected = {
    account,
    collection: known,
    channels: letter.body.followUp?.channels ?? [],
    tone: slot.tone,
    zone,
    smsOneWay: true,
  };
  for (const fault of messageFaults(message, expected)) world.violate(14, `${about}: ${fault}`);
  letter.came.push({ slot: message.slot, channel: message.channel, at: world.kernel.now() });
  if (letter.isLost && message.channel === 'whatsapp') tellLost(world, message);
  if (message.channel !== letter.channel) return;
  const { words = slot.text } = readMessage(message.channel, message.text);
  judgeSame(world, `${about}, and as the plan shows it`, words, slot.text);
  if (letter.hasAnswered) return;
  letter.hasAnswered = true;
  for (const [index, { text }] of letter.said.entries())
    world.kernel.after((index + 1) * 5 * MINUTE, () =>
      world.lambda.invokeLater('receive-reply', stamped(replyOf(message, text), world.kernel.now())),
    );
}

function tellLost({ lambda, kernel }: World, message: Message): void {
  const lost = { ...message, failure: 'not_on_whatsapp', isTagged: true } as const;
  kernel.after(MINUTE, () => lambda.invokeLater('record-receipt', receiptOf(lost, 'failed', '', kernel.now())));
}

/** All that were planned, unless an answer has stopped or paused what was to come after it. */
function judgeCame({ world }: Writer, { id, slots, said, isRefused, came }: Written): void {
  const planned = isRefused ? [] : slots.map(({ slot }) => slot);
  const right = said.length > 0 ? planned.slice(0, 1) : planned;
  const found = [...new Set(came.map(({ slot }) => slot))].slice(0, said.length > 0 ? 1 : undefined);
  judgeSame(world, `the letters of ${id} that came`, found, right);
}

type Happened = { type: string; timestamp?: string; data?: { slot?: number } };

/** One event for each letter: who has opted out at the network gets one that fails, and no other. */
function judgeHistory(
  { world }: Writer,
  { id, createdAt, slots, said, isRefused, isLost }: Written,
  events: readonly Happened[],
) {
  if (isLost || said.length > 0) return;
  const own = events.filter(({ type }) => type.startsWith('followup.'));
  // A plan that was read after the refusal shows no slots to come.
  const count = isRefused ? Math.max(slots.length, own.length) : slots.length;
  const right = Array.from({ length: count }, (_, index) => [
    isRefused ? (index === 0 ? 'followup.failed' : 'followup.skipped') : 'followup.sent',
    slots[index]?.slot ?? index + 1,
  ]);
  judgeSame(
    world,
    `what is told of the letters of ${id}`,
    own.map(({ type, data }) => [type, data?.slot]),
    right,
  );
  for (const { type, timestamp = '' } of own)
    if (!(Date.parse(timestamp) >= createdAt - CLOCKS)) world.violate(14, `${id}: ${type} at ${timestamp}`);
}

/** At once by SMS, and later never by WhatsApp again; at night it may be too late. */
function judgeLost({ world, account }: Writer, { id, body, createdAt, slots, came }: Written): void {
  const [first] = came;
  if (first === undefined) {
    judgeSame(world, `the slots of ${id}, of which nothing came`, slots, []);
    return;
  }
  const { hours } = expectCreate(body, account, createdAt);
  const isDay =
    nextOpening(first.at, hours) === first.at && nextOpening(first.at + WITHIN, hours) === first.at + WITHIN;
  const again = came.find(({ slot, channel }) => slot === first.slot && channel === 'sms');
  if (isDay && !(again !== undefined && again.at - first.at < WITHIN))
    world.violate(14, `${id}: lost by WhatsApp at ${new Date(first.at).toISOString()}, and not sent by SMS`);
  const last = came.at(-1)?.channel;
  if (came.length > 1 && last !== 'sms') world.violate(14, `${id}: by ${last}, which does not know the phone`);
}

/** Who stopped got nothing more; any other answer is kept as it was said. */
export async function lookBack(writer: Writer, letter: Written): Promise<void> {
  const { world, key } = writer;
  const { id, channel, said, hasAnswered = false, slots, isRefused, isLost } = letter;
  if (isLost) judgeLost(writer, letter);
  else judgeCame(writer, letter);
  const [shown, plan] = await askAll(world, [
    { operation: 'get-collection', key, id },
    { operation: 'get-follow-ups', key, id },
  ]);
  const events = (shown?.body.data?.events ?? []) as Happened[];
  const told = events.filter(({ type }) => type.startsWith('contact.')).map(({ type, data }) => [type, data]);
  const refused: [string, object][] = [['contact.opted_out', { by: 'provider', channel }]];
  const answered = isRefused ? refused : hasAnswered ? said.flatMap((each) => each.told(channel)) : [];
  const words = said.map(({ text }) => text).join();
  judgeSame(world, `the answers ${words} to ${id}`, told, answered);
  judgeHistory(writer, letter, events);
  const statuses = ((plan?.body.data?.slots ?? []) as { status: string; skipReason?: string }[]).map(
    ({ status, skipReason = status }) => skipReason,
  );
  const last = answered.findLast(([type]) => type !== 'contact.replied')?.[0];
  // An answer that is none of the words pauses what is to come.
  const isPaused = answered.some(([type]) => type === 'contact.replied');
  if ((isRefused || hasAnswered) && slots.length > 1 && !isPaused)
    judgeSame(world, `what came after ${words} to ${id}`, statuses.includes('opted_out'), last === 'contact.opted_out');
}
