/** One invocation of a function in one of its execution environments. */

/** An execution environment of Lambda with a clock error. */
export type Environment = { name: string; skew: number };

export type Invocation = {
  number: number;
  functionName: string;
  environment: Environment;
  startedAt: number;
  /** False after it has ended or was killed: none of its code runs any more. */
  alive: boolean;
  /** Ends it like a crash: its pending promises never resolve. */
  kill: () => void;
  /** The number of requests it has begun. */
  calls: number;
  /** How it ended, once it has. `failed`: it returned, and says that its message was not handled. */
  ended?: 'returned' | 'failed' | 'threw' | 'died';
};
