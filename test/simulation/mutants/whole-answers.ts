/** Mutants of what answers say and how long things are kept: of odd requests, of an operator's settings, and of items that are spoilt. */
import type { Seams } from '#test/simulation/world/seams.ts';
import { changing, type Input, isNamed, isUpdate, type Mutant, without } from './mutant.ts';

type Handler = (event: Input, context: object) => Promise<Input>;

/** Changes what functions answer. */
const answering =
  (names: readonly string[], change: (reply: Input) => Input): Seams['functions'] =>
  (real) => {
    const handlers = real as unknown as Record<string, Handler>;
    const changed = names.map((name) => {
      const handler = handlers[name] as Handler;
      return [name, async (event: Input, context: object) => change(await handler(event, context))];
    });
    return { ...real, ...Object.fromEntries(changed) };
  };

const withBody = (reply: Input, change: (body: Input) => Input): Input => ({
  ...reply,
  body: JSON.stringify(change(JSON.parse(reply.body))),
});

const puts = (sk: RegExp) => (command: Parameters<Seams['table']>[0]) =>
  isNamed('PutCommand')(command) && sk.test(String(command.input.Item.sk));

const withItem = (change: (item: Input) => Input) => (input: Input) => ({ ...input, Item: change(input.Item) });

const DAY = 86_400;

export const WHOLE_ANSWERS: readonly Mutant[] = [
  {
    name: 'message known for a month',
    mistake: 'Which message an id belongs to is kept for half the time, so that a late receipt finds nothing.',
    breaks: [15],
    within: 20,
    seams: {
      table: changing(
        puts(/^MESSAGE$/),
        withItem((item) => ({ ...item, ttl: item.ttl - 30 * DAY })),
      ),
    },
  },
  {
    name: 'last message kept for good',
    mistake: 'What was last sent to a phone has no time to live.',
    breaks: [15],
    within: 20,
    seams: {
      table: changing(
        puts(/^LASTMESSAGE$/),
        withItem(({ ttl: _, ...item }) => item),
      ),
    },
  },
  {
    name: 'answer that others may keep',
    mistake: 'The answer with a collection may be kept by what lies between caller and service.',
    breaks: [9],
    within: 20,
    seams: {
      functions: answering(['get-collection'], (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'cache-control': 'max-age=60' },
      })),
    },
  },
  {
    name: 'text of another refusal',
    mistake: 'A refused change of a status says that the collection is not there.',
    breaks: [9],
    within: 50,
    seams: {
      functions: answering(['update-collection-status'], (reply) =>
        reply.statusCode === 409 ? withBody(reply, (body) => ({ ...body, message: 'Collection not found' })) : reply,
      ),
    },
  },
  {
    name: 'foreign taken for missing',
    mistake: 'Some routes answer 404 for what another account has, in place of 403.',
    breaks: [14],
    within: 300,
    seams: {
      functions: answering(['list-payments', 'pause-follow-ups', 'send-follow-up', 'preview-reminder'], (reply) =>
        reply.statusCode === 403
          ? { ...withBody(reply, (body) => ({ ...body, code: 'collection_not_found' })), statusCode: 404 }
          : reply,
      ),
    },
  },
  {
    name: 'first fault only',
    mistake: 'Of several faults of a request the first alone is told.',
    breaks: [14],
    within: 300,
    seams: {
      functions: answering(['send-follow-up'], (reply) =>
        reply.statusCode === 400
          ? withBody(reply, ({ errors = [], ...body }) => ({ ...body, errors: errors.slice(0, 1) }))
          : reply,
      ),
    },
  },
  {
    name: 'contact that stays',
    mistake: 'A way to reach the merchant that an operator takes away stays.',
    breaks: [14],
    within: 300,
    seams: {
      table: (command, send) => (isUpdate(' REMOVE support')(command) ? Promise.resolve({}) : send(command)),
    },
  },
  {
    name: 'revoked anew',
    mistake: 'A key that is revoked again is said to be revoked since then.',
    breaks: [14],
    within: 500,
    seams: {
      table: changing(isUpdate('SET revokedAt'), (input) => ({ ...input, UpdateExpression: 'SET revokedAt = :now' })),
    },
  },
  {
    name: 'spoilt and shown without',
    mistake: 'A collection that is spoilt is taken for one that does not exist.',
    breaks: [9],
    within: 300,
    seams: {
      functions: answering(['get-collection'], (reply) =>
        reply.statusCode === 500
          ? {
              ...withBody(reply, (body) => ({
                ...body,
                code: 'collection_not_found',
                message: 'Collection not found',
              })),
              statusCode: 404,
            }
          : reply,
      ),
    },
  },
  {
    name: 'spoilt where',
    mistake: 'The log says that an item is spoilt, and not which attribute.',
    breaks: [9],
    within: 300,
    seams: {
      log: (line) => (line.includes('"item_malformed"') ? line.replace(/"attribute":"[^"]*"/, '"attribute":""') : line),
    },
  },
  {
    name: 'deleted with all others',
    mistake: 'To delete one webhook endpoint deletes all of the account’s.',
    breaks: [14],
    within: 500,
    seams: {
      table: (command, send, by) =>
        send(
          by?.functionName === 'delete-webhook-endpoint' && puts(/^WEBHOOKS$/)(command)
            ? {
                constructor: command.constructor,
                input: withItem((item) => ({ ...item, endpoints: [] }))(command.input),
              }
            : command,
        ),
    },
  },
  {
    name: 'last on its page',
    mistake: 'A page by status takes no look at what comes after it, and says that it is the last.',
    breaks: [14],
    within: 100,
    seams: {
      table: changing(
        (command) => isNamed('QueryCommand')(command) && command.input.IndexName === 'status',
        (input) => ({ ...input, Limit: Math.max(1, input.Limit - 1) }),
      ),
    },
  },
  {
    name: 'any number of providers',
    mistake: 'An account may have more providers than its item holds.',
    breaks: [14],
    within: 500,
    seams: {
      table: changing(isUpdate('SET providers.#slug = :provider'), (input) =>
        without(input, ' AND size(providers) < :limit'),
      ),
    },
  },
  {
    name: 'enabled without a ping',
    mistake: 'An endpoint that is gone can be enabled at once.',
    breaks: [14],
    within: 500,
    seams: {
      table: changing(
        puts(/^WEBHOOKS$/),
        withItem((item) => ({
          ...item,
          endpoints: item.endpoints.map((each: Input) =>
            each.status === 'disabled' ? { ...each, pingedAt: '2099-01-01T00:00:00.000Z' } : each,
          ),
        })),
      ),
    },
  },
  {
    name: 'feed of every type',
    mistake: 'The feed that is asked for one type of events shows all of them.',
    breaks: [14],
    within: 500,
    seams: {
      table: changing(
        (command) => isNamed('QueryCommand')(command) && command.input.FilterExpression !== undefined,
        ({ FilterExpression: _, ExpressionAttributeNames: __, ...input }) => {
          const { ':type': ___, ...values } = input.ExpressionAttributeValues;
          return { ...input, ExpressionAttributeValues: values };
        },
      ),
    },
  },
];
