/** The only code in `functions/` and `lib/` that reads the machine's clock: docs/explanation/architecture.md. */

export type Clock = {
  now: () => Date;
  sleep: (milliseconds: number) => Promise<void>;
};

export const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Real time, which no replaced clock changes: receivers of webhooks compare the time of a signature with their own clock. */
export const wallClock = { now: (): Date => new Date() };
