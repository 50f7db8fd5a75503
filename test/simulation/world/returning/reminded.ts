/** The reminder of who returns, and what its channel tells of it. */
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Past } from '#test/simulation/model/past.ts';
import { type AccountFacts, type Channel, DAY, HOUR, MINUTE } from '#test/simulation/model/wire.ts';
import type { Till } from '#test/simulation/world/paid-by-page/till.ts';
import { receiptOf } from '#test/simulation/world/receipts.ts';
import type { World } from '#test/simulation/world/world.ts';

export type Returning = {
  world: World;
  random: Random;
  key: string;
  till: Till;
  account: AccountFacts;
  favourite: Channel;
  came: Message[];
};

/** The rules for people let a message wait for some days at most. */
const MAX_WAIT = 8 * DAY;

export async function remindedOnce({ world, came }: Returning, id: string): Promise<Message | undefined> {
  const { kernel } = world;
  const until = kernel.now() + MAX_WAIT;
  const found = () => came.find(({ collectionId }) => collectionId === id);
  while (found() === undefined && kernel.now() < until && !kernel.isStopped())
    await kernel.runUntil(kernel.now() + HOUR);
  if (found() === undefined && !kernel.isStopped()) world.violate(14, `${id}: who returns is not reminded`);
  return found();
}

type Told = { at: number | undefined; unread: Past['unread'] };

/** What is read was delivered, whether that is told or not. SMS tells no reading. */
export async function confirmed({ world, random }: Returning, message: Message, { unread }: Past): Promise<Told> {
  const { kernel, lambda } = world;
  const ways: ('delivered' | 'read')[][] = [['delivered'], ['delivered'], ['delivered', 'read'], ['read'], []];
  const words = random.pick(ways.filter((way) => message.channel !== 'sms' || !way.includes('read')));
  const told: Told = { at: undefined, unread };
  for (const word of words) {
    await kernel.runUntil(kernel.now() + random.between(1, 5) * MINUTE);
    const now = kernel.now();
    const said = receiptOf({ ...message, failure: undefined, isTagged: true }, word, `${message.id} ${word}`, now);
    lambda.invokeLater('record-receipt', said as object);
    const at = Math.floor(now / 1000) * 1000;
    told.at ??= at;
    if (message.channel === 'whatsapp')
      told.unread = word === 'read' ? undefined : { count: (told.unread?.count ?? 0) + 1, at };
  }
  return told;
}
