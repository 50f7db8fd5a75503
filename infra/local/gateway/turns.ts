/**
 * Lambda gives each invocation a machine; the local run's share one, and each has its time limit. So they start in the
 * order of their coming, a few at once, and those that change the same thing one after another: more at once would only make
 * all of them slower, and some too late.
 */

type Waiting = { thing: string | undefined; start: () => void };

/** One that lasts longer than `longMs` waits for somebody else: it gives its place away. */
export function takingTurns({ max, longMs }: { max: number; longMs: number }) {
  const waiting: Waiting[] = [];
  const changing = new Set<string | undefined>();
  let free = max;

  function startNext(): void {
    const index = waiting.findIndex(({ thing }) => thing === undefined || !changing.has(thing));
    const [next] = free > 0 && index >= 0 ? waiting.splice(index, 1) : [];
    if (next === undefined) return;
    free -= 1;
    changing.add(next.thing);
    next.start();
    startNext();
  }

  /** `thing`: what the work changes, if it is known. */
  return async <Result>(thing: string | undefined, work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((start) => {
      waiting.push({ thing, start });
      startNext();
    });
    const giveBack = () => {
      free += 1;
      changing.delete(thing);
      startNext();
    };
    const working = work();
    const { promise: isLong, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, longMs);
    void Promise.race([isLong, working.catch(() => {})]).then(giveBack);
    return working.finally(() => clearTimeout(timer));
  };
}
