/** What a running DynamoDB is to whoever asked for it, and how one that we start ourselves is launched. */

export type DynamoDb = {
  endpoint: string;
  engine: 'external' | 'dynamodb-local' | 'emulator';
  /** Ends the engine, hard if it will not go by itself; leaves an external one alone. Safe to call again. */
  stop(): Promise<void>;
  /** Settles once the engine's process is gone, by `stop()` or on its own account; never for an external one. */
  exited: Promise<{ code: number | null }>;
};

export type Launch = {
  engine: 'dynamodb-local' | 'emulator';
  /** What people call it. */
  title: string;
  command: string;
  /** Command-line arguments; without a `store` the data is held in memory. */
  commandArguments(port: number, store?: string): string[];
  /** The name of this engine's own store inside the data folder. */
  storeName: string;
};

export type Log = (line: string) => void;
export type Environment = Record<string, string | undefined>;

/** Either the way to launch an engine, or the reason, in one phrase, why this machine cannot. */
export type Found = { launch: Launch } | { reason: string };

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
