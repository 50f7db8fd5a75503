/** Knows which requests are being worked on. */
export type InFlight = {
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when everything that is in flight now has ended, however it ended. */
  idle(): Promise<void>;
};

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      running.add(work);
      const ended = () => running.delete(work);
      work.then(ended, ended);
      return work;
    },
    idle: async () => {
      await Promise.allSettled([...running]);
    },
  };
}
