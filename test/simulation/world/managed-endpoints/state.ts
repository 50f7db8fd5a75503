/** The endpoints that a business should have, and how it asks for them. */
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { type Answer, askAll, CLOCKS, judgeSame } from '#test/simulation/world/own-business.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Call } from '#test/support/api-event.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** Of one account. */
export const MAX_ENDPOINTS = 10;

export type Endpoint = {
  id: string;
  url: string;
  events: string[];
  description?: string;
  notifyEmail?: string;
  status: string;
  statusReason?: string;
  oldSecretValidUntil?: string;
  createdAt: string;
  updatedAt: string;
};
export type State = {
  world: World;
  random: Random;
  key: string;
  known: Endpoint[];
  names: number;
  secrets: Map<string, string>;
};
export type Step = (state: State) => Promise<void>;

/** Of a refusal, and where the world has stopped. */
const NOTHING = { data: {}, meta: {} };

export const listIn = <T>(data: unknown): T[] => (Array.isArray(data) ? data : []);

export async function ask(
  { world, key }: State,
  operation: FunctionName,
  call: Omit<Call, 'key'> = {},
): Promise<Answer> {
  const [answer] = await askAll(world, [{ operation, key, ...call }]);
  return answer === undefined ? { status: 0, body: NOTHING } : { ...answer, body: { ...NOTHING, ...answer.body } };
}

export const same = ({ world }: State, what: string, found: unknown, right: unknown): void =>
  judgeSame(world, what, found, right);

export const isNow = ({ world }: State, at: string): boolean => Math.abs(Date.parse(at) - world.kernel.now()) < CLOCKS;

export const urlFor = (state: State): string => {
  state.names += 1;
  return `https://managed-${state.names}.example/hooks?of=${state.names}`;
};
