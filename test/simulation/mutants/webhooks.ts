/** Mutants of telling events to merchants' endpoints. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import type { Seams } from '#test/simulation/world/seams.ts';
import { changing, type Input, isNamed, type Mutant, unconditional } from './mutant.ts';

const isOf = (functionName: string, by: Invocation | undefined): boolean => by?.functionName === functionName;

/** The values that an update sets, by their names. */
const valuesOf = ({ input }: Command): Record<string, unknown> => input.ExpressionAttributeValues ?? {};

const isDeliveryUpdate = (command: Command): boolean =>
  isNamed('UpdateCommand')(command) && String(command.input.Key?.sk).startsWith('DELIVERY#');
const setsStatus = (status: string) => (command: Command) =>
  isDeliveryUpdate(command) && valuesOf(command)[':status'] === status;

const withValues = (values: Record<string, unknown>) => (input: Input) => ({
  ...input,
  ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ...values },
});

type Put = { Put: { Item: { sk: string; status?: string } } };

/** Changes which deliveries the publisher stores with an event. */
const storing =
  (isKept: (put: Put['Put']) => boolean): Seams['table'] =>
  (command, send, by) => {
    if (!isOf('publish-events', by) || !isNamed('TransactWriteCommand')(command)) return send(command);
    const items = command.input.TransactItems as Put[];
    const kept = items.filter(({ Put: put }) => !put.Item.sk.startsWith('DELIVERY#') || isKept(put));
    return send(new TransactWriteCommand({ TransactItems: kept as never }));
  };

const FAR_AHEAD = '2099-01-01T00:00:00.000Z';

const signedBy =
  (change: (signatures: string[]) => string[]): Seams['receiver'] =>
  ({ headers, ...webhook }) => {
    const signatures = (headers['webhook-signature'] ?? '').split(' ');
    return { ...webhook, headers: { ...headers, 'webhook-signature': change(signatures).join(' ') } };
  };

type Handler = (event: object, context: object) => Promise<{ body: string }>;

const onePage =
  (handler: Handler): Handler =>
  async (event, context) => {
    const answer = await handler(event, context);
    return { ...answer, body: answer.body.replace('"hasMore":true', '"hasMore":false') };
  };

const isDisabling = (command: Command): boolean =>
  isNamed('PutCommand')(command) &&
  JSON.stringify(command.input.Item.endpoints ?? []).includes('"statusReason":"gone"');

export const WEBHOOKS: readonly Mutant[] = [
  {
    name: 'event told to nobody',
    mistake: 'An event is stored without its deliveries.',
    breaks: [13],
    within: 40,
    seams: { table: storing(() => false) },
  },
  {
    name: 'nothing kept for a paused endpoint',
    mistake: 'No delivery is stored for an endpoint that is not enabled.',
    breaks: [13],
    within: 400,
    seams: { table: storing(({ Item }) => Item.status !== 'held') },
  },
  {
    name: 'webhook without a claim',
    mistake: 'An attempt is claimed without a look whether another message has claimed it.',
    breaks: [13],
    within: 400,
    seams: { table: changing(setsStatus('sending'), unconditional) },
  },
  {
    name: 'claim without an end',
    mistake: 'A claim ends so late that an interrupted attempt is never repeated.',
    breaks: [13],
    within: 400,
    seams: { table: changing(setsStatus('sending'), withValues({ ':nextRunAt': FAR_AHEAD })) },
  },
  {
    name: 'success forgotten',
    mistake: 'That a webhook was accepted is not stored.',
    breaks: [13],
    within: 40,
    seams: {
      table: (command, send) => (setsStatus('delivered')(command) ? Promise.resolve({}) : send(command)),
    },
  },
  {
    name: 'one attempt only',
    mistake: 'A webhook that was refused counts as failed for good.',
    breaks: [13],
    within: 80,
    seams: {
      table: (command, send, by) =>
        isOf('deliver', by) && setsStatus('waiting')(command) && ':attempts' in valuesOf(command)
          ? send({ constructor: command.constructor, input: withValues({ ':status': 'failed' })(command.input) })
          : send(command),
    },
  },
  {
    name: 'held and never released',
    mistake: 'An endpoint that is enabled again is not caught up.',
    breaks: [13],
    within: 400,
    seams: {
      table: (command, send, by) =>
        isOf('deliver', by) && setsStatus('waiting')(command) && !(':attempts' in valuesOf(command))
          ? Promise.resolve({})
          : send(command),
    },
  },
  {
    name: 'another body at each attempt',
    mistake: 'The body is rendered again for each attempt.',
    breaks: [13],
    within: 40,
    seams: { receiver: (webhook) => ({ ...webhook, body: JSON.stringify({ ...JSON.parse(webhook.body), again: 1 }) }) },
  },
  {
    name: 'another id at each attempt',
    mistake: 'Each attempt has an id of its own, so that a receiver cannot see that it knows the event.',
    breaks: [13],
    within: 40,
    seams: {
      receiver: (webhook) => ({ ...webhook, headers: { ...webhook.headers, 'webhook-id': 'evt_of_this_attempt' } }),
    },
  },
  {
    name: 'lost webhooks not looked for',
    mistake: 'Nothing finds a delivery whose message or schedule was lost.',
    breaks: [13],
    within: 400,
    seams: { functions: (real) => ({ ...real, 'sweep-webhooks': async () => ({ swept: 0 }) }) },
  },
  {
    name: 'signed by the new secret only',
    mistake: 'A new secret replaces the old one at once.',
    breaks: [13],
    within: 400,
    seams: { receiver: signedBy((signatures) => signatures.slice(0, 1)) },
  },
  {
    name: 'signed by the old secret only',
    mistake: 'A new secret is shown, and never used.',
    breaks: [13],
    within: 400,
    seams: { receiver: signedBy((signatures) => signatures.slice(-1)) },
  },
  {
    name: 'feed of one page',
    mistake: 'The feed says that it has no more after its first page.',
    breaks: [14],
    within: 400,
    seams: { functions: (real) => ({ ...real, 'list-events': onePage(real['list-events'] as Handler) }) },
  },
  {
    name: 'gone and not disabled',
    mistake: 'A receiver that answers 410 gives up its delivery, and its endpoint stays enabled.',
    breaks: [13],
    within: 400,
    seams: {
      table: changing(isDisabling, (input: Input) => ({
        ...input,
        Item: {
          ...input.Item,
          endpoints: input.Item.endpoints.map(({ statusReason, ...endpoint }: Input) =>
            statusReason === 'gone'
              ? { ...endpoint, status: 'enabled', statusSince: endpoint.createdAt }
              : { ...endpoint, ...(statusReason && { statusReason }) },
          ),
        },
      })),
    },
  },
];
