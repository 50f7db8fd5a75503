/** An invariant of every world. It is checked at every change and answer where that is cheap, and at the end. */
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { SentWebhook } from '#test/simulation/aws/receivers.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import type { World } from '#test/simulation/world/world.ts';

/** `number` is that of the table in docs/explanation/reliability.md. `watch` calls `violate` with a description of each violation. */
export type Invariant = {
  number: number;
  name: string;
  /** Begins to watch one world. */
  watch: (world: World, violate: (what: string) => void) => Watch;
};

export type Watch = {
  changed?: (change: Change) => void;
  answered?: (answer: Answer) => void;
  sent?: (message: Message) => void;
  /** A webhook is about to be sent. */
  posted?: (webhook: SentWebhook) => void;
  logged?: (line: string) => void;
  /** Called when nothing is left to do. */
  ended?: () => void;
};
