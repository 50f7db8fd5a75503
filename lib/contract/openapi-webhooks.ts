/** Every event that is told, as the API's description lists it. */
import type * as z from 'zod/mini';
import { PING } from '#lib/domain/webhook/ping.ts';
import { ToldEventBody } from './event.ts';
import { EVENT_TYPES } from './event-types.ts';
import { content, type Json, schemaOf } from './openapi-schemas.ts';
import { PingBody } from './webhook-delivery.ts';

export const webhooks = (): Json =>
  Object.fromEntries([
    ...Object.entries(EVENT_TYPES).map(([type, what]) => [type, { post: describe(type, what, ToldEventBody) }]),
    [PING, { post: describe(PING, 'Tries out a webhook endpoint; it is about no collection.', PingBody) }],
  ]);

const describe = (type: string, what: string, body: z.ZodMiniType): Json => ({
  operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
  tags: ['Events'],
  summary: what,
  security: [],
  requestBody: {
    required: true,
    content: content({ allOf: [schemaOf(body, 'output'), { properties: { type: { const: type } } }] }),
  },
  responses: { '2XX': { description: 'Taken' } },
});
