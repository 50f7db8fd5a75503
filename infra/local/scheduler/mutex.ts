/** A mutex for what moves the clock and what runs by it: one at a time, in the order of the calls. */
export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
