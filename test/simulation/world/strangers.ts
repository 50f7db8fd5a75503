/** In some worlds strangers knock: at routes that do not exist, with keys, links and signatures that are not theirs, and with bodies that are no requests. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import { isErased } from '#test/simulation/invariants/stored.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent, type Call } from '#test/support/api-event.ts';
import type { Tenant } from './tenants.ts';
import { signedHeaders } from './webhooks.ts';
import type { World } from './world.ts';

export const STRANGERS = { name: 'strangers', share: 0.2 };

const HOUR = 60 * 60_000;
const VISITS = { min: 2, max: 10 };

/** `code`: of the error; a page for people has none. */
type Knock = {
  functionName: FunctionName;
  call: Call;
  parameters?: Record<string, string>;
  status: number;
  code?: string;
  allow?: readonly string[];
  /** The page names the merchant to everybody who has its link. */
  isNamed?: true;
};

export function planStrangers(world: World, without: ReadonlySet<string>): void {
  const random = randomFrom(world.seed, STRANGERS.name);
  if (without.has(STRANGERS.name) || !random.bool(STRANGERS.share)) return;
  const visits = random.between(VISITS.min, VISITS.max);
  for (let visit = 0; visit < visits; visit += 1)
    world.kernel.after(random.between(0, 24 * HOUR), () => knock(world, knockBy(world, random)));
}

function knock(world: World, asked: Knock): void {
  const { functionName, call, parameters, status: right, code, allow = [] } = asked;
  const event = { ...anApiEvent(call), ...(parameters && { pathParameters: parameters }) };
  const may503 = !world.isCalm && world.kernel.now() <= world.healedAt;
  const about = `a stranger's ${call.method ?? 'GET'} ${call.resource}`;
  world.lambda.invoke(functionName, event, (ending) => {
    if (ending.kind === 'threw') world.violate(9, `${about} threw ${String(ending.error)}`);
    if (ending.kind !== 'returned') return;
    const { statusCode, body, headers = {} } = ending.value as APIGatewayProxyResult;
    world.note(`stranger answered ${statusCode}`);
    if (statusCode === 503 && may503) return;
    if (statusCode !== right) world.violate(14, `${about}: ${statusCode} instead of ${right}`);
    else if (code !== undefined && codeOf(body) !== code)
      world.violate(14, `${about}: ${codeOf(body)} instead of ${code}`);
    const named = String(headers['allow'] ?? '').split(', ');
    for (const each of allow) if (!named.includes(each)) world.violate(14, `${about}: ${each} is not named as allowed`);
    if (headers['x-request-id'] === undefined) world.violate(14, `${about}: no x-request-id`);
    if (!asked.isNamed && world.tenants.some(({ mark }) => body.includes(mark)))
      world.violate(8, `${about}: a name of a business`);
  });
}

function codeOf(text: string): string | undefined {
  const body = JSON.parse(text) as { status: string; code?: string };
  return body.status === 'error' ? body.code : undefined;
}

function knockBy(world: World, random: Random): Knock {
  const by = random.pick(world.tenants);
  const key = random.bool(0.5) ? { key: by.apiKey } : {};
  return random.pick(KNOCKS)(world, { by, random, key });
}

type Setting = { by: Tenant; random: Random; key: Pick<Call, 'key'> };

const unknownRoute = (_: World, { random, key }: Setting): Knock => ({
  functionName: 'not-found',
  call: { ...key, method: random.pick(['GET', 'POST', 'OPTIONS']), resource: random.pick(['/', '/public', '/admin']) },
  status: 404,
  code: 'route_not_found',
});

const wrongMethod = (_: World, { random, key }: Setting): Knock => ({
  functionName: 'not-found',
  call: { ...key, method: random.pick(['DELETE', 'PUT']), resource: '/public/collections' },
  status: 405,
  code: 'method_not_allowed',
  allow: ['GET', 'POST', 'OPTIONS'],
});

const preflight = (): Knock => ({
  functionName: 'not-found',
  call: { method: 'OPTIONS', resource: '/public/collections/{id}' },
  status: 204,
  allow: ['GET', 'PATCH', 'OPTIONS'],
});

const openapi = (_: World, { key }: Setting): Knock => ({
  functionName: 'get-openapi',
  call: { ...key, resource: '/openapi.json' },
  status: 200,
});

/** A link of ours with another end, or one that was made for another purpose. */
function foreignLink(world: World, { random }: Setting): Knock {
  const links = linksIn(world);
  const found = links.length === 0 ? { kind: 'u', token: 'x'.repeat(60) } : random.pick(links);
  const last = found.token.at(-1) === 'a' ? 'b' : 'a';
  const isSwapped = random.bool(0.3);
  const kind = isSwapped ? { pay: 'u', u: 'pay' }[found.kind] : found.kind;
  const token = isSwapped ? found.token : `${found.token.slice(0, -1)}${last}`;
  return {
    functionName: kind === 'pay' ? 'payment-page' : 'unsubscribe',
    call: { method: random.pick(['GET', 'POST']), resource: `/${kind}/{token}` },
    parameters: { token },
    status: 404,
  };
}

type Link = { kind: string; token: string };

/** Those of an erased collection are unknown. */
const linksIn = (world: World): Link[] =>
  [
    ...world.messages
      .filter(({ collectionId }) => !isErased(world, collectionId))
      .map(({ text }) => text)
      .join(' ')
      .matchAll(/\/(pay|u)\/([0-9a-z]+)/g),
  ].map(([, kind = '', token = '']) => ({ kind, token }));

/** An app that shows what is behind the links of a message opens them, and asks for nothing. */
function linkPreview(world: World, setting: Setting): Knock {
  const links = linksIn(world).filter(({ kind }) => kind === 'u');
  if (links.length === 0) return foreignLink(world, setting);
  const { token } = setting.random.pick(links);
  return {
    functionName: 'unsubscribe',
    call: { resource: '/u/{token}' },
    parameters: { token },
    status: 200,
    isNamed: true,
  };
}

/** To a provider that does not exist, without a signature, or signed and no event that we know. */
function forgedWebhook(world: World, { by, random }: Setting): Knock {
  const body = random.pick(['{}', '{"event":"payout.sent","data":{}}', 'no JSON']);
  const how = random.pick(['unknown', 'unsigned', 'signed'] as const);
  const headers = how === 'signed' ? signedHeaders(world, body, by.sandboxKey) : {};
  const nobody = `${by.sandboxId.slice(0, -1)}${by.sandboxId.endsWith('a') ? 'b' : 'a'}`;
  const isJson = body !== 'no JSON';
  const right = {
    unknown: { status: 404, code: 'provider_not_found' },
    unsigned: { status: 401, code: 'invalid_signature' },
    signed: isJson ? { status: 200 } : { status: 400, code: 'malformed_json' },
  }[how];
  return {
    functionName: 'receive-payment',
    call: { method: 'POST', resource: '/webhooks/{providerId}', body, headers },
    parameters: { providerId: how === 'unknown' ? nobody : by.sandboxId },
    ...right,
  };
}

/** With a key that is good. */
function noRequest(_: World, { by, random }: Setting): Knock {
  const [body, status, code] = random.pick([
    ['{', 400, 'malformed_json'],
    ['[]', 400, 'validation_failed'],
    ['{"reference":"no more"}', 400, 'validation_failed'],
    ['', 400, 'malformed_json'],
    [`{"reference":"${'x'.repeat(300_000)}"}`, 413, 'payload_too_large'],
  ] as const);
  const call = { method: 'POST', resource: '/public/collections', key: by.apiKey, body };
  return { functionName: 'create-collection', call, status, code };
}

const KNOCKS = [unknownRoute, wrongMethod, preflight, openapi, foreignLink, linkPreview, forgedWebhook, noRequest];
