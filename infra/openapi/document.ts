/** The API's description in OpenAPI 3.1, made from the schemas that validate requests and shape responses. */

import * as z from 'zod/mini';
import {
  A_CLAIM_ID,
  A_COLLECTION_ID,
  A_CONTACT,
  A_DISPUTE_ID,
  A_PROVIDER_ID,
  A_WEBHOOK_ENDPOINT_ID,
  AN_ATTENTION_ID,
} from '#lib/contract/described.ts';
import { EndpointEventBody, ToldEventBody } from '#lib/contract/event.ts';
import { ALL_EVENT_TYPES } from '#lib/contract/event-response.ts';
import { endpointEventTexts, eventTypeTexts } from '#lib/contract/event-texts.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import { PingBody } from '#lib/contract/webhook-delivery.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { TEXT_KINDS } from '#lib/domain/message/own-text.ts';
import { PING } from '#lib/domain/webhook/delivery.ts';
import { ENDPOINT_EVENT_TYPES } from '#lib/domain/webhook/health.ts';
import { LANGUAGE_CODES } from '#lib/words/language-codes.ts';
import { pinged, stopped, told } from './examples.ts';
import { type OperationContract, RECEIVED, TAGS, type Tag } from './operation-contract.ts';
import { OPERATIONS } from './operations.ts';
import { HEADERS, operationId, refusals, sharedRefusals, success } from './responses.ts';
import { type Json, namedSchemas, parametersOf, refTo } from './schemas.ts';

const DESCRIPTION = [
  'Record a request to collect a payment, give ways to pay, follow up until it is paid.',
  'Every answer is an envelope: `status`, `message`, `data` of a success, `code` of a refusal. All codes are listed at the schema ErrorCode, all types of events at EventType.',
  'A path that is not described here answers 404 `route_not_found`, a method that its path does not have 405 `method_not_allowed` with `Allow`. What answers GET answers HEAD, too, without the body.',
  'Answers to a key have `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds), where the stage limits the requests of an account.',
  'Answers can get new fields, codes and types of events: ignore what you do not know. Requests with unknown fields are refused.',
].join('\n\n');

/** Its only server is the local run; each deployment puts its own in the place of it. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const { path, method, operation } of ROUTES) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, path, OPERATIONS[operation]) };
  }
  const license = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };
  const contact = { name: 'The operator of the service at this address' };
  const apiKey = { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A key of the account.' };
  return {
    openapi: '3.1.0',
    info: { title: 'Collections', version, description: DESCRIPTION, contact, license },
    servers: [{ url: 'http://127.0.0.1:3000', description: 'The local run.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: { ApiKey: apiKey },
      schemas: namedSchemas(),
      responses: sharedRefusals(),
      headers: HEADERS,
    },
  };
}

function describe(operation: string, path: string, contract: OperationContract): Json {
  const { tag, summary, description, open, body, example, query, queryTexts = {}, idempotent, callbacks } = contract;
  const parameters = [
    ...pathParameters(path),
    ...(query ? parametersOf(query, queryTexts) : []),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: operationId(operation),
    tags: [tag],
    summary,
    description,
    security: open ? [] : [{ ApiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: !takesNothing(body), content: { 'application/json': { schema: refTo(body), example } } },
    }),
    ...(callbacks && { callbacks }),
    responses: { [contract.success.status]: success(contract, path), ...refusals(contract) },
  };
}

/** An empty body counts as an object without fields. */
const takesNothing = (body: z.ZodMiniType): boolean => z.safeParse(body, {}).success;

/** What a path of this kind names. */
const IDS: Readonly<Record<string, { of: string; example: string }>> = {
  collections: { of: 'collection', example: A_COLLECTION_ID },
  customers: { of: 'customer', example: A_CONTACT.id },
  providers: { of: 'provider', example: A_PROVIDER_ID },
  attention: { of: 'attention item', example: AN_ATTENTION_ID },
  'webhook-endpoints': { of: 'webhook endpoint', example: A_WEBHOOK_ENDPOINT_ID },
};

const PARTS: Readonly<Record<string, { of: string; example: string }>> = {
  claimId: { of: 'claim', example: A_CLAIM_ID },
  disputeId: { of: 'dispute', example: A_DISPUTE_ID },
};

const CHOICES: Readonly<Record<string, { description: string; values: readonly string[] }>> = {
  language: { description: 'The language of the customers who get it.', values: LANGUAGE_CODES },
  channel: { description: 'The channel by which it goes out.', values: CHANNELS },
  kind: { description: 'The tone, and of which payments.', values: TEXT_KINDS },
};

const choicesIn = (path: string): Json[] =>
  Object.entries(CHOICES)
    .filter(([name]) => path.includes(`{${name}}`))
    .map(([name, { description, values }]) => ({
      ...{ name, in: 'path', required: true, description, example: values[0] ?? '' },
      schema: { type: 'string', enum: [...values] },
    }));

function pathParameters(path: string): Json[] {
  if (!path.includes('{id}')) return choicesIn(path);
  const [, , kind = ''] = path.split('/');
  const { of, example } = IDS[kind] ?? { of: kind, example: undefined };
  const description = `The id of the ${of}.`;
  const [, part] = /\{(\w+)\}$/.exec(path.replace('{id}', '')) ?? [];
  const inside = part === undefined ? undefined : PARTS[part];
  const parameter = { in: 'path', required: true, schema: { type: 'string' } };
  return [
    { name: 'id', ...parameter, description, example },
    ...(inside === undefined
      ? []
      : [{ name: part, ...parameter, description: `The id of the ${inside.of}.`, example: inside.example }]),
  ];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat: the same key with the same body does nothing twice, with another body it is refused. 1 to 255 characters of your choice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '0d6f9a53-7e1c-4f0e-8a55-3a4a1a4f3f0b',
};

/** Not that of the endpoints' operations: generators make one class of each tag, and one would replace the other. */
const TOLD = 'Webhook messages' satisfies Tag;

const webhooks = (): Json =>
  Object.fromEntries([
    ...ALL_EVENT_TYPES.map((type) => [
      type,
      describeWebhook(type, { when: eventTypeTexts()[type].when, body: ToldEventBody, example: told(type) }),
    ]),
    ...ENDPOINT_EVENT_TYPES.map((type) => [
      type,
      describeWebhook(type, { when: endpointEventTexts[type], body: EndpointEventBody, example: stopped(type) }),
    ]),
    [PING, describeWebhook(PING, { when: 'An endpoint is tried out.', body: PingBody, example: pinged })],
  ]);

type Webhook = { when: string; body: z.ZodMiniType; example: Json };

const describeWebhook = (type: string, { when, body, example }: Webhook): Json => ({
  post: {
    operationId: `on_${type}`.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [TOLD],
    summary: `Webhook \`${type}\``,
    description: when,
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: refTo(body), example } } },
    responses: RECEIVED,
  },
});
