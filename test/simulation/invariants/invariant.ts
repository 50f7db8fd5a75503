/** What must be true of every world: checked at every change and every answer where that is cheap, and at the end. */
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import type { World } from '#test/simulation/world/world.ts';

/** Each calls `violate` with what it has seen. `number` is the design's. */
export type Invariant = {
  number: number;
  name: string;
  /** What it remembers of one world. */
  watch: (world: World, violate: (what: string) => void) => Watch;
};

export type Watch = {
  changed?: (change: Change) => void;
  answered?: (answer: Answer) => void;
  sent?: (message: Message) => void;
  logged?: (line: string) => void;
  /** When all is quiet. */
  ended?: () => void;
};
