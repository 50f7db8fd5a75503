/** In some worlds a mail program opens the links of a message before its reader does: nothing may come of that. */
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import type { World } from './world.ts';

export const SCANNERS = { name: 'scanners', share: 0.2 };

const SOON = 10_000;

export type Scanners = { got: (message: Message) => void };

export function createScanners(world: World, without: ReadonlySet<string>): Scanners {
  const random = randomFrom(world.seed, SCANNERS.name);
  if (without.has(SCANNERS.name) || !random.bool(SCANNERS.share)) return { got: () => {} };
  return {
    got({ text }) {
      const token = /\/u\/([0-9a-z]+)/.exec(text)?.[1];
      if (token !== undefined) world.kernel.after(random.between(1, SOON), () => open(world, token));
    },
  };
}

/** The page asks, in its one form; that nobody has opted out is judged with the opt-outs. */
function open(world: World, token: string): void {
  const event = { ...anApiEvent({ resource: '/u/{token}' }), pathParameters: { token } };
  world.lambda.invoke('unsubscribe', event, (ending) => {
    if (ending.kind !== 'returned') return;
    const { statusCode, body } = ending.value as { statusCode: number; body: string };
    if (statusCode === 503 && !world.isCalm) return;
    world.note('a mail program opened an opt-out link');
    if (statusCode !== 200 || !body.includes('<form method="post">'))
      world.violate(14, `an opt-out link that was only opened answered ${statusCode}, and asks nothing`);
  });
}
