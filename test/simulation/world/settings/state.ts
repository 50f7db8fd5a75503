/** What an operator has set, as the model of it keeps it, and how a command and a route are asked. */
import type { Run, Values } from '#infra/cli/command.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { type Answer, askAll, judgeSame } from '#test/simulation/world/own-business.ts';
import type { World } from '#test/simulation/world/world.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export type Key = {
  id: string;
  secret: string;
  hint: string;
  mode: string;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
};
export type Provider = { id: string; name: string; slug: string; kind?: string; enabled: boolean; sealed?: string };
export type Opened = {
  id: string;
  name: string;
  mode: string;
  createdAt: string;
  support: { supportPhone: string | null; supportEmail: string | null };
  keys: Key[];
  providers: Provider[];
  preset?: string;
};
export type State = { world: World; random: Random; opened: Opened[]; optedOut: Map<string, string>; names: number };
export type Step = (state: State, of: Opened) => Promise<void>;

export const isoNow = ({ world }: State): string => new Date(world.kernel.now()).toISOString();

export const same = ({ world }: State, what: string, found: unknown, right: unknown): void =>
  judgeSame(world, what, found, right);

// biome-ignore lint/suspicious/noExplicitAny: the JSON that a command answers.
export const answerOf = async (run: Run, values: Values): Promise<any> =>
  JSON.parse(JSON.stringify((await run(values)).data));

/** What a command says when it refuses; undefined if it does not. */
export const refusalOf = (run: Run, values: Values): Promise<string | undefined> =>
  run(values).then(
    () => undefined,
    (error: Error) => error.message,
  );

type Call = { operation: 'create-provider' | 'list-providers'; key: string; body?: object };

/** By the API. */
export async function ask({ world }: State, { body, ...call }: Call): Promise<Answer | undefined> {
  const { kernel } = world;
  const until = kernel.now() + MINUTE;
  const method = body ? 'POST' : 'GET';
  const [answer] = await askAll(world, [{ ...call, method, resource: '/public/providers', ...(body && { body }) }]);
  await kernel.runUntil(until);
  return answer;
}
