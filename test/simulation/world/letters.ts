/** In some worlds a business with an odd name and odd customers really writes to them: each letter of its messages, who they are from, and what each answer to them does. */
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { got, lookBack } from './letters/came.ts';
import { readPlans } from './letters/plans.ts';
import { aText, LIFE, openWriter, write } from './letters/writer.ts';
import { answersOnlyHere } from './own-business.ts';
import { replyOf, stamped } from './replies.ts';
import type { World } from './world.ts';

export const LETTERS = { name: 'letters', share: 0.1 };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The last of all: its customers answer only here. */
export async function writeLetters(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, LETTERS.name);
  if (without.has(LETTERS.name) || !random.bool(LETTERS.share)) return;
  const writer = await openWriter(world, random);
  answersOnlyHere(world, writer.account.id, (message) => {
    if (writer.written.has(message.collectionId)) got(writer, message);
    else writer.early.push(message);
  });
  await readPlans(writer, () => aText(random));
  await write(writer);
  for (const message of writer.early.splice(0)) got(writer, message);
  for (const person of ['+2349090909090', '+221770909090']) answerNothing(world, person);
  await world.kernel.runUntil(world.kernel.now() + LIFE * MINUTE + HOUR);
  for (const each of writer.written.values()) await lookBack(writer, each);
  world.note('letters written');
}

/** Who has got nothing from us cannot answer anything: it is logged, and that is all. */
function answerNothing({ lambda, kernel }: World, to: string): void {
  const reply = replyOf({ channel: 'sms', to, id: 'a message of nobody' }, 'Who is this?');
  lambda.invokeLater('receive-reply', stamped(reply, kernel.now()));
}
