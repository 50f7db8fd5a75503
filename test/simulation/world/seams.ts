/** The places where a mutant can change what happens without touching the code: all between our code and what it depends on. */
import type { CreateScheduleCommandInput } from '@aws-sdk/client-scheduler';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import type { Functions, REAL_FUNCTIONS } from './functions.ts';

type Send = (command: Command) => Promise<object>;

export type Seams = {
  /** How a command reaches the table. */
  table: (command: Command, send: Send, by: Invocation | undefined) => Promise<object>;
  schedule: (input: CreateScheduleCommandInput) => CreateScheduleCommandInput;
  /** How a channel's client sends. */
  channel: (send: () => Promise<object>) => Promise<object>;
  functions: (real: typeof REAL_FUNCTIONS) => Functions;
  /** Whether the sweeper is at work. */
  sweeps: boolean;
};

export const NO_SEAMS: Seams = {
  table: (command, send) => send(command),
  schedule: (input) => input,
  channel: (send) => send(),
  functions: (real) => real,
  sweeps: true,
};
