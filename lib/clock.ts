/** The only reader of the machine's clock in `functions/` and `lib/`; the local run, tests and the simulator replace it. */

export const clock = {
  now: (): Date => new Date(),
  sleep: (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
