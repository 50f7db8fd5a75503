/** The seams between the code and its dependencies, at which a test can change what is asked or answered. */
import type { CreateScheduleCommandInput } from '@aws-sdk/client-scheduler';
import type { Provider, ProviderRequest, Reply } from '#test/simulation/aws/provider-http.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import type { Functions, REAL_FUNCTIONS } from './functions.ts';

type Send = (command: Command) => Promise<object>;

export type Seams = {
  /** Sends a command to the table. */
  table: (command: Command, send: Send, by: Invocation | undefined) => Promise<object>;
  schedule: (input: CreateScheduleCommandInput) => CreateScheduleCommandInput;
  /** Sends a message through the client of a channel. */
  channel: (send: () => Promise<object>) => Promise<object>;
  /** A request to the payment provider. */
  provider: (request: ProviderRequest, serve: Provider) => Reply;
  functions: (real: typeof REAL_FUNCTIONS) => Functions;
};

export const NO_SEAMS: Seams = {
  table: (command, send) => send(command),
  schedule: (input) => input,
  channel: (send) => send(),
  provider: (request, serve) => serve(request),
  functions: (real) => real,
};
