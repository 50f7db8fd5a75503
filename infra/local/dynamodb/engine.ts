/** The types of a running DynamoDB, and of an engine that can be launched. */

export type DynamoDb = {
  endpoint: string;
  engine: 'external' | 'dynamodb-local' | 'emulator';
  /** Ends the engine, by force if needed; does nothing to an external one. Safe to call again. */
  stop(): Promise<void>;
  /** Resolves when the engine's process has ended, by `stop()` or by itself; never for an external one. */
  exited: Promise<{ code: number | null }>;
};

export type Launch = {
  engine: 'dynamodb-local' | 'emulator';
  /** Its name in messages. */
  title: string;
  command: string;
  /** Without a `store` the data is held in memory. */
  commandArguments(port: number, store?: string): string[];
  /** The name of this engine's own store inside the data folder. */
  storeName: string;
};

export type Log = (line: string) => void;
export type Environment = Record<string, string | undefined>;

/** How to launch an engine, or in one phrase why this machine cannot. */
export type Found = { launch: Launch } | { reason: string };

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
