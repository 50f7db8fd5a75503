/** Stands between the store and the SDK's client until the test ends: fakes what only a real, distributed DynamoDB does. */

import { onTestFinished, vi } from 'vitest';
import { table } from '#lib/store/table/live-table.ts';

/** A command of the SDK, as far as a fake looks into it. */
// biome-ignore lint/suspicious/noExplicitAny: a fake looks into the input of whichever command it expects.
export type Command = { constructor: { name: string }; input: any };

type Intercept = (command: Command, send: () => Promise<unknown>) => Promise<unknown>;

/** `intercept` sees every command and either sends it or answers in DynamoDB's place. Answers the commands seen so far. */
export function interceptSend(intercept: Intercept): Command[] {
  const { client } = table;
  const seen: Command[] = [];
  const original = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  const spy = vi.spyOn(client, 'send').mockImplementation(((command: Command) => {
    seen.push(command);
    return intercept(command, () => original(command));
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return seen;
}
