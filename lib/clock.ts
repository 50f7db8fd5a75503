/** The only code in `functions/` and `lib/` that reads the machine's clock: docs/explanation/architecture.md. */

export const clock = {
  now: (): Date => new Date(),
  sleep: (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Real time, which no replaced clock changes: receivers of webhooks compare the time of a signature with their own clock. */
export const wallClock = { now: (): Date => new Date() };
