/** In some worlds programs with mistakes ask every route in odd ways, and each gets the one right answer. Some write right requests in odd ways. */
import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { ODDITIES } from './odd-requests/oddities.ts';
import type { Odd } from './odd-requests/oddity.ts';
import { ODD_ROUTES, type Route, usualCall } from './odd-requests/routes.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export const ODD_REQUESTS = { name: 'odd-requests', share: 0.25 };

const HOUR = 60 * 60_000;
const REQUESTS = { min: 20, max: 50 };
/** Of the requests of the usual callers. */
const SPELT = 0.3;

export type OddRequests = {
  /** The same request, as another program would write it. */
  spelt: (event: APIGatewayProxyEvent) => APIGatewayProxyEvent;
};

export function planOddRequests(world: World, without: ReadonlySet<string>): OddRequests {
  const random = randomFrom(world.seed, ODD_REQUESTS.name);
  if (without.has(ODD_REQUESTS.name) || !random.bool(ODD_REQUESTS.share)) return { spelt: (event) => event };
  for (let left = random.between(REQUESTS.min, REQUESTS.max); left > 0; left -= 1)
    world.kernel.after(random.between(0, 24 * HOUR), () => ask(world, random));
  const habits = randomFrom(world.seed, 'spelling');
  return { spelt: (event) => (habits.bool(SPELT) ? spelt(event, habits) : event) };
}

function ask(world: World, random: Random): void {
  const by = random.pick(world.tenants);
  const other = world.tenants.find((tenant) => tenant !== by) as Tenant;
  const route = random.pick(ODD_ROUTES);
  const usual = usualCall(route, by, random);
  const odd = random.pick(ODDITIES)({ world, by, other, random, route, usual });
  if (odd !== undefined) judge(world, route, odd);
}

function judge(world: World, { operation }: Route, { call, right, bytes }: Odd): void {
  const made = anApiEvent(call);
  const event = bytes === undefined ? made : { ...made, body: bytes.toString('base64'), isBase64Encoded: true };
  const may503 = !world.isCalm && world.kernel.now() <= world.healedAt;
  const about = `${operation} ${JSON.stringify({ ...call, body: String(event.body).slice(0, 80) })}`;
  world.lambda.invoke(operation, event, (ending) => {
    if (ending.kind === 'threw') world.violate(9, `${about} threw ${String(ending.error)}`);
    if (ending.kind !== 'returned') return;
    const { statusCode: status, body } = ending.value as APIGatewayProxyResult;
    if (status === 503 && may503) return;
    world.note(`odd request answered ${status}`);
    const { code, errors } = JSON.parse(body) as { code?: string; errors?: object[] };
    if (!isDeepStrictEqual({ status, code, errors }, { errors: undefined, ...right }))
      world.violate(14, `${about}: ${JSON.stringify({ status, code, errors })} instead of ${JSON.stringify(right)}`);
  });
}

/** Names of headers in any case, other types of JSON, and a body that the gateway took for bytes. */
function spelt(event: APIGatewayProxyEvent, random: Random): APIGatewayProxyEvent {
  const change = random.pick([(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()]);
  const type = random.pick([
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json ;charset=utf-8',
    'application/vnd.api+json',
    'application/x.y-z+json',
  ]);
  const headers = Object.entries(event.headers).map(([name, value]) => [
    change(name),
    name.toLowerCase() === 'content-type' ? type : value,
  ]);
  const isBytes = typeof event.body === 'string' && random.bool(0.5);
  return {
    ...event,
    headers: Object.fromEntries(headers),
    ...(isBytes && { body: Buffer.from(event.body ?? '').toString('base64'), isBase64Encoded: true }),
  };
}
