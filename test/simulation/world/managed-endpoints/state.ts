/** The endpoints that a business should have, and how it asks for them. */
import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { World } from '#test/simulation/world/world.ts';
import { anApiEvent, type Call } from '#test/support/api-event.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** More than two clocks differ. */
export const CLOCKS = 12 * SECOND;
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

// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
type Answer = { status: number; body: any };

export async function ask(
  { world, key }: State,
  operation: FunctionName,
  call: Omit<Call, 'key'> = {},
): Promise<Answer> {
  const answers: Answer[] = [];
  world.lambda.invoke(operation, anApiEvent({ ...call, key }), (ending) => {
    if (ending.kind !== 'returned') return world.violate(9, `${operation} ${ending.kind}`);
    const { statusCode: status, body } = ending.value as APIGatewayProxyResult;
    answers.push({ status, body: { ...NOTHING, ...JSON.parse(body) } });
  });
  while (answers.length === 0 && !world.kernel.isStopped() && !world.kernel.isEndless())
    await world.kernel.runUntil(world.kernel.now() + SECOND);
  return answers[0] ?? { status: 0, body: NOTHING };
}

export function same({ world }: State, what: string, found: unknown, right: unknown): void {
  if (!isDeepStrictEqual(found, right))
    world.violate(14, `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(right)}`);
}

export const isNow = ({ world }: State, at: string): boolean => Math.abs(Date.parse(at) - world.kernel.now()) < CLOCKS;

export const urlFor = (state: State): string => {
  state.names += 1;
  return `https://managed-${state.names}.example/hooks?of=${state.names}`;
};
