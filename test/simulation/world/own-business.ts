/** What the worlds with a business of their own share: how it is opened, how it asks and waits for the answers, and how they are compared. */
import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { createAccount } from '#infra/cli/commands/accounts.ts';
import { createKey } from '#infra/cli/commands/keys.ts';
import { checksumKeys } from '#lib/checksum-keys.ts';
import { accountOfApiKey } from '#lib/domain/api-key.ts';
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { accountOfId } from '#test/simulation/model/ids.ts';
import { anApiEvent, type Call } from '#test/support/api-event.ts';
import type { World } from './world.ts';

const SECOND = 1_000;
/** More than two clocks differ. */
export const CLOCKS = 12 * SECOND;

/** A test account in Nigeria. Answers its API key. */
export async function openBusiness(name: string): Promise<string> {
  const { id } = (await createAccount({ name, country: 'NG', test: true })).data as { id: string };
  return ((await createKey({ account: id })).data as { apiKey: string }).apiKey;
}

/** Of whom a key is. */
export const accountOf = (key: string): string => accountOfApiKey(key, checksumKeys.known) ?? '';

/** The customers of the others answer no more; what comes from this account is heard only here. */
export function answersOnlyHere(world: World, account: string, got: (message: Message) => void): void {
  const { customers, scanners, oddInbound, oracle } = world;
  const { sent } = oracle;
  Object.assign(world, { customers: { ...customers, got: () => {} }, scanners: { ...scanners, got: () => {} } });
  Object.assign(world, { oddInbound: { ...oddInbound, got: () => {} } });
  oracle.sent = (message) => (accountOfId(message.collectionId) === account ? got(message) : sent(message));
}

export type Asked = Call & { operation: FunctionName };
// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
export type Answer = { status: number; body: any };

/** All at once, when nothing is broken: each gets an answer, unless the world stops. */
export async function askAll(world: World, asked: readonly Asked[]): Promise<(Answer | undefined)[]> {
  const { lambda } = world;
  const answers: (Answer | undefined)[] = asked.map(() => undefined);
  for (const [index, { operation, ...call }] of asked.entries())
    lambda.invoke(operation, anApiEvent(call), (ending) => {
      if (ending.kind !== 'returned') return world.violate(9, `${operation} ${ending.kind}`);
      const { statusCode: status, body } = ending.value as APIGatewayProxyResult;
      answers[index] = { status, body: JSON.parse(body) };
    });
  await untilAnswered(world, () => !answers.includes(undefined));
  return answers;
}

/** The token of the payment page that an answer, or a part of it, leads to; empty if it leads to none. */
export const pageTokenOf = (shown: object = {}): string => /\/pay\/([0-9a-z]+)/.exec(JSON.stringify(shown))?.[1] ?? '';

/** Or until the world stops. */
export async function untilAnswered({ kernel }: World, isAnswered: () => boolean): Promise<void> {
  while (!isAnswered() && !kernel.isStopped() && !kernel.isEndless()) await kernel.runUntil(kernel.now() + SECOND);
}

export function judgeSame(world: World, what: string, found: unknown, right: unknown): void {
  if (!isDeepStrictEqual(found, right))
    world.violate(14, `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(right)}`);
}
