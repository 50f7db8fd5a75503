/** Invocations that crash in the middle of their writes. */
import { type Command, interceptSend } from '#test/store/intercept-send.ts';

/** `killed` stops the invocation without running any error handler; `thrown` throws an error from the write. */
export type Death = 'killed' | 'thrown';

type Interruption = { when: 'before' | 'after'; death: Death };

/** How a write is interrupted: before and after it, and by both kinds of death. */
export const INTERRUPTIONS: readonly Interruption[] = [
  { when: 'before', death: 'thrown' },
  { when: 'after', death: 'killed' },
];

const WRITES = new Set(['PutCommand', 'UpdateCommand', 'TransactWriteCommand']);
const isWrite = (command: Command) => WRITES.has(command.constructor.name);

/** Runs an invocation that crashes right before or right after its write number `at`, from 1. Returns the number of writes it began. */
export async function die(
  invoke: () => Promise<unknown>,
  { at, when, death }: Interruption & { at: number },
): Promise<number> {
  let writes = 0;
  let alive = true;
  const dead = Promise.withResolvers<void>();
  interceptSend(async (command, send) => {
    if (!alive || !isWrite(command)) return send();
    writes += 1;
    if (writes !== at) return send();
    if (when === 'after') await send();
    alive = false;
    dead.resolve();
    if (death === 'thrown') throw new Error('the invocation failed');
    return new Promise(() => {});
  });
  const invoked = invoke();
  await (death === 'killed' ? Promise.race([dead.promise, invoked]) : invoked);
  return writes;
}
