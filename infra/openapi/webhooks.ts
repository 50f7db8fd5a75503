/** Every event that is told, as the API's description lists it. */
import type * as z from 'zod/mini';
import { ToldEventBody } from '#lib/contract/event.ts';
import { ALL_EVENT_TYPES } from '#lib/contract/event-types.ts';
import { PingBody } from '#lib/contract/webhook-delivery.ts';
import { PING } from '#lib/domain/webhook/ping.ts';
import { EVENT_TYPES } from './event-types.ts';
import { refTo } from './named.ts';
import type { Tag } from './operation-contract.ts';
import type { Json } from './tidied.ts';
import { pinged, told } from './webhook-examples.ts';

/** Not that of the endpoints' operations: generators make one class of each tag, and one would replace the other. */
const TOLD = 'Webhook messages' satisfies Tag;

export const webhooks = (): Json =>
  Object.fromEntries([
    ...ALL_EVENT_TYPES.map((type) => [
      type,
      describe(type, { when: EVENT_TYPES[type].when, body: ToldEventBody, example: told(type) }),
    ]),
    [PING, describe(PING, { when: 'An endpoint is tried out.', body: PingBody, example: pinged })],
  ]);

type Webhook = { when: string; body: z.ZodMiniType; example: Json };

const describe = (type: string, { when, body, example }: Webhook): Json => ({
  post: {
    operationId: `on_${type}`.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [TOLD],
    summary: `Webhook \`${type}\``,
    description: when,
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: refTo(body), example } } },
    responses: { '2XX': { description: 'The receiver took it. Any other answer is tried again later.' } },
  },
});
