/** The only code in `functions/` and `lib/` that reads the machine's clock. */

export type Clock = {
  now: () => Date;
  sleep: (milliseconds: number) => Promise<void>;
};

export const realTime = (): Date => new Date();

export const clock: Clock = {
  now: realTime,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
