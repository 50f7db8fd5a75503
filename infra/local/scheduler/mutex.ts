/** One at a time: what moves time and what lives by it take turns, in the order in which they came. */
export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
