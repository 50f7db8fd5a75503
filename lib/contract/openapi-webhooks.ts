/** Every event that is told, as the API's description lists it. */
import { ToldEventBody } from './event.ts';
import { EVENT_TYPES } from './event-types.ts';
import { content, type Json, schemaOf } from './openapi-schemas.ts';

export const webhooks = (): Json =>
  Object.fromEntries(Object.entries(EVENT_TYPES).map(([type, what]) => [type, { post: describe(type, what) }]));

const describe = (type: string, what: string): Json => ({
  operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
  tags: ['Events'],
  summary: what,
  security: [],
  requestBody: {
    required: true,
    content: content({ allOf: [schemaOf(ToldEventBody, 'output'), { properties: { type: { const: type } } }] }),
  },
  responses: { '2XX': { description: 'Taken' } },
});
