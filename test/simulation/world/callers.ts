/** The programs of the businesses: they call the API, and repeat a call that gets no answer or a 503. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { anEventOf, type Call } from '#test/support/api-event.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export type Asked = {
  by: Tenant;
  operation: FunctionName;
  call: Omit<Call, 'key'>;
  /** The call names a resource of another account. */
  foreign?: true;
  /** Replaces the caller's own key. */
  apiKey?: string;
  idempotencyKey?: string | undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: invariants read the JSON of every answer.
type Body = any;

export type Answer = {
  asked: Asked;
  invocation: Invocation;
  status: number;
  text: string;
  body: Body;
  headers: Record<string, unknown>;
  answeredAt: number;
};

export type Callers = {
  /** `patience` is the number of retries after no answer or a 503. */
  ask: (asked: Asked, patience?: number) => void;
};

const WRITES = new Set<FunctionName>([
  'create-collection',
  'update-collection-status',
  'update-collection',
  'promise-payment',
  'withdraw-promise',
]);
const LOOK_AGAIN = 0.2;

const AGAIN_AFTER = { min: 500, max: 20_000 };
const AT_EXPIRY = { before: 2_000, after: 3_000 };

export function createCallers(world: World): Callers {
  const { kernel, faults, network, lambda } = world;
  const habits = randomFrom(world.seed, 'habits');
  let requests = 0;

  /** Some callers read what they have just written. */
  function lookAgain({ asked: { by, operation }, status, body }: Answer): void {
    if (status > 201 || !WRITES.has(operation) || !habits.bool(LOOK_AGAIN)) return;
    if (habits.bool(0.5)) ask({ by, operation: 'get-collection', call: { id: body.data.id } }, 0);
    else ask({ by, operation: 'list-collections', call: { query: { page: '1', limit: '10' } } }, 0);
  }

  /** Some callers ask at the expiry of a collection, before a run has recorded it. */
  function askAtExpiry({ asked: { by, operation }, status, body }: Answer): void {
    if (operation !== 'create-collection' || status !== 201 || !faults.strikes('asked-at-expiry')) return;
    const random = faults.random('asked-at-expiry');
    const { id, createdAt, expiresIn } = body.data;
    const at = Date.parse(createdAt) + expiresIn * 60_000 + random.between(-AT_EXPIRY.before, AT_EXPIRY.after);
    const change = { method: 'PATCH', id, body: { status: random.pick(['completed', 'cancelled', 'overdue']) } };
    const asked = random.bool(0.5)
      ? { by, operation: 'get-collection' as const, call: { id } }
      : { by, operation: 'update-collection-status' as const, call: change };
    kernel.after(at - kernel.now(), () => ask(asked, 0));
  }

  function ask(asked: Asked, patience = 2): void {
    requests += 1;
    const event = eventOf(asked, `request-${requests}`);
    const askAgain = () => {
      if (patience === 0) return;
      world.note('caller asked again');
      kernel.after(network.between(AGAIN_AFTER.min, AGAIN_AFTER.max), () => ask(asked, patience - 1));
    };
    kernel.trace.say(`${asked.by.mark} asks ${asked.operation} ${asked.call.id ?? ''} ${event.body ?? ''}`);
    const { number } = lambda.invoke(asked.operation, event, (ending, invocation) => {
      if (ending.kind === 'died') return askAgain();
      if (ending.kind === 'threw') return world.violate(9, `${asked.operation} threw ${String(ending.error)}`);
      const answered = answerOf(asked, invocation, ending.value as APIGatewayProxyResult);
      const answer = { ...answered, answeredAt: kernel.now() };
      world.oracle.answered(answer);
      kernel.trace.say(`${asked.by.mark} is answered ${answer.status} ${answer.body.code ?? ''}`);
      kernel.trace.mix(answer.text);
      lookAgain(answer);
      askAtExpiry(answer);
      if (answer.status === 503 || faults.strikes('lost-answer')) askAgain();
    });
    world.asked.set(number, asked);
  }

  return { ask };
}

function eventOf({ by, operation, call, apiKey, idempotencyKey }: Asked, requestId: string) {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  return anEventOf(operation, { ...call, key: apiKey ?? by.apiKey, requestId, headers });
}

function answerOf(asked: Asked, invocation: Invocation, result: APIGatewayProxyResult) {
  const { statusCode: status, body: text, headers = {} } = result;
  return { asked, invocation, status, text, body: jsonOf(text), headers };
}

function jsonOf(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
