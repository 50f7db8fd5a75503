/** One run of one function, in one of its execution environments. */

/** A process of Lambda's, whose clock is a little off. */
export type Environment = { name: string; skew: number };

export type Invocation = {
  number: number;
  functionName: string;
  environment: Environment;
  startedAt: number;
  /** False once it has ended or was killed: nothing of it runs any more. */
  alive: boolean;
  /** Ends it as a crash does: whatever it waits for never comes. */
  kill: () => void;
  /** Requests it has begun. */
  calls: number;
  /** Messages it has offered to a channel, whatever came of them. */
  offers: number;
  /** How it ended, once it has. */
  ended?: 'returned' | 'threw' | 'died';
};
