/** The seams at which a mutant can change behaviour without editing the code: all between the code and its dependencies. */
import type { CreateScheduleCommandInput } from '@aws-sdk/client-scheduler';
import type { Provider, ProviderRequest, Reply } from '#test/simulation/aws/provider-http.ts';
import type { QueuedEntry } from '#test/simulation/aws/queues.ts';
import type { SentWebhook } from '#test/simulation/aws/receivers.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import type { Functions, REAL_FUNCTIONS } from './functions.ts';

type Send = (command: Command) => Promise<object>;

export type Seams = {
  /** Sends a command to the table. */
  table: (command: Command, send: Send, by: Invocation | undefined) => Promise<object>;
  schedule: (input: CreateScheduleCommandInput) => CreateScheduleCommandInput;
  /** The runs of one request to the queue. */
  queue: (entries: readonly QueuedEntry[]) => readonly QueuedEntry[];
  /** Sends a message through the client of a channel. */
  channel: (send: () => Promise<object>) => Promise<object>;
  /** A reminder as its channel gets it. */
  message: (text: string) => string;
  /** A request to the payment provider. */
  provider: (request: ProviderRequest, serve: Provider) => Reply;
  /** A webhook to a merchant. */
  receiver: (webhook: SentWebhook) => SentWebhook;
  /** A line of the log; undefined if none is written. */
  log: (line: string) => string | undefined;
  functions: (real: typeof REAL_FUNCTIONS) => Functions;
  /** Whether the sweeper runs. */
  sweeps: boolean;
};

export const NO_SEAMS: Seams = {
  table: (command, send) => send(command),
  schedule: (input) => input,
  queue: (entries) => entries,
  channel: (send) => send(),
  message: (text) => text,
  provider: (request, serve) => serve(request),
  receiver: (webhook) => webhook,
  log: (line) => line,
  functions: (real) => real,
  sweeps: true,
};
