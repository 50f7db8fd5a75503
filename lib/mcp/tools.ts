/** The tools that an agent is offered, one row each. Those that are one call of the API take and answer what the call does. */
import type { CallArguments, Collections, Route, Routes } from '../client/client.ts';
import { recordPayment } from './record-payment.ts';
import { ROUTES } from './routes.ts';
import { withNotesMarked } from './words.ts';

type Known = keyof typeof ROUTES & Route;
type Field = { type: string | readonly string[]; description?: string; enum?: readonly unknown[] };
type ObjectSchema = {
  type: 'object';
  properties: Readonly<Record<string, object>>;
  required?: readonly string[];
  additionalProperties?: false;
};
export type InputSchema = ObjectSchema & { properties: Readonly<Record<string, Field>>; required: readonly string[] };

/** What a tool works with. A seal proves to this server that the agent was shown just this. */
export type Desk = { client: Collections; sealOf(shown: unknown): string };
/** `repeat`: it writes, and twice is as once. */
type Effect = 'read' | 'write' | 'repeat';
export type Tool = {
  title: string;
  description: string;
  effect: Effect;
  input: InputSchema;
  output: ObjectSchema;
  run(given: object, desk: Desk): Promise<object>;
};

/** The fields of a call, of its path, its query and its body. */
type Given<R extends Known> = (Routes[R] extends { path: infer Path } ? Path : unknown) &
  (Routes[R] extends { query: infer Query } ? Query : unknown) &
  (Routes[R] extends { body: infer Body } ? Body : unknown);

const inputOf = (properties: Readonly<Record<string, Field>>, required: readonly string[] = []): InputSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const takes = (route: Known): InputSchema => inputOf(ROUTES[route].takes, ROUTES[route].needs);
const data = (route: Known): ObjectSchema => ROUTES[route].data as ObjectSchema;
const text = (description: string): Field => ({ type: 'string', description });
const object = (properties: ObjectSchema['properties'], required = Object.keys(properties)): ObjectSchema => ({
  type: 'object',
  properties,
  required,
});

/** One call, with its fields where they belong. */
function ask<R extends Known>({ client }: Desk, route: R, given: Given<R>): Promise<Routes[R]['answer']> {
  const isInPath = ([name]: [string, unknown]) => route.includes(`{${name}}`);
  const fields = Object.entries(given as object);
  const parts = {
    path: Object.fromEntries(fields.filter(isInPath)),
    [route.startsWith('GET') ? 'query' : 'body']: Object.fromEntries(fields.filter((one) => !isInPath(one))),
  };
  return client.call(route, ...([parts] as unknown as CallArguments<R>));
}

/** A tool that is one call: its answer is the call's, or the data in it. */
const listOf = <R extends Known>(route: R) => ({
  input: takes(route),
  output: object({ data: ROUTES[route].data, ...('meta' in ROUTES[route] && { meta: ROUTES[route].meta }) }),
  run: (given: Given<R>, desk: Desk) => ask(desk, route, given),
});
const callOf = <R extends Known>(route: R) => ({
  input: takes(route),
  output: data(route),
  run: async (given: Given<R>, desk: Desk) => ((await ask(desk, route, given)) as { data: object }).data,
});

const INSIGHTS = {
  book: 'GET /public/insights/book',
  flow: 'GET /public/insights/flow',
  recovery: 'GET /public/insights/recovery',
  experiment: 'GET /public/insights/experiment',
} as const satisfies Record<string, Known>;

type Report = keyof typeof INSIGHTS;

const PREVIEW = 'POST /public/collections/{id}/follow-ups/send/preview';
const SEND = 'POST /public/collections/{id}/follow-ups/send';
const PAYMENT = ROUTES['POST /public/collections/{id}/payments'];
const COLLECTION = 'GET /public/collections/{id}';

async function previewOf({ id, channel, tone }: Given<typeof PREVIEW>, desk: Desk) {
  const preview = await callOf(PREVIEW).run({ id, ...(channel && { channel }), ...(tone && { tone }) }, desk);
  return { preview, seal: desk.sealOf([id, channel, tone, preview]) };
}

export const TOOLS: Readonly<Record<string, Tool>> = {
  find_collections: {
    title: 'Find collections',
    description: 'Find collections, newest first. Without a filter: the newest, page by page.',
    effect: 'read',
    ...listOf('GET /public/collections'),
  },
  find_customers: {
    title: 'Find customers',
    description:
      'Find customers by name, phone or email, or list them: who owes most is `outstanding` with a currency.',
    effect: 'read',
    ...listOf('GET /public/customers'),
  },
  get_collection: {
    title: 'Read a collection',
    description: 'Read one collection with its payments and events.',
    effect: 'read',
    input: takes(COLLECTION),
    output: object({ collection: data(COLLECTION), payments: ROUTES['GET /public/collections/{id}/payments'].data }),
    async run({ id }: Given<typeof COLLECTION>, { client }) {
      const [collection, payments] = await Promise.all([client.collections.get(id), client.collections.payments(id)]);
      return { collection, payments: withNotesMarked(collection, payments) };
    },
  },
  explain_plan: {
    title: 'Explain the reminders',
    description: 'Every reminder of a collection, past and to come, with its text and why it is as it is.',
    effect: 'read',
    ...callOf('GET /public/collections/{id}/follow-ups'),
  },
  get_insights: {
    title: 'Figures',
    description:
      'Figures over all collections: what is owed (book), how money came and went (flow), what followed reminders (recovery), what they bring (experiment). Each takes its own arguments, and refuses those of others.',
    effect: 'read',
    input: inputOf(
      {
        ...Object.assign({}, ...Object.values(INSIGHTS).map((route) => ROUTES[route].takes)),
        by: text(
          'Of `flow`: day, week or month; of `recovery`: channel, tone, attempt, hour, weekday, weekdayHour, country or amountBand; of `book`: customer.',
        ),
        report: { ...text('Which figures.'), enum: Object.keys(INSIGHTS) },
      },
      ['report'],
    ),
    output: object({ data: { type: 'object' } }),
    run: ({ report, ...query }: { report: Report }, desk) => ask(desk, INSIGHTS[report], query),
  },
  what_needs_a_person: {
    title: 'What needs a person',
    description:
      'What customers wrote, claimed, disputed or asked for, and what went wrong, oldest first: nobody has settled it yet.',
    effect: 'read',
    ...listOf('GET /public/attention'),
  },
  preview_reminder: {
    title: 'Preview a reminder',
    description: 'See the reminder that would be sent now, and get the seal that send_reminder needs. Sends nothing.',
    effect: 'read',
    input: takes(PREVIEW),
    output: object({ preview: data(PREVIEW), seal: text('Pass it to send_reminder.') }),
    run: previewOf,
  },
  send_reminder: {
    title: 'Send a reminder',
    description:
      'Send the reminder that preview_reminder showed, with the same channel and tone and the seal that it answered.',
    effect: 'write',
    input: inputOf({ ...ROUTES[SEND].takes, seal: text('What preview_reminder answered.') }, ['id', 'seal']),
    output: data(SEND),
    async run({ seal, ...asked }: Given<typeof SEND> & { seal: string }, desk) {
      if (seal !== (await previewOf(asked, desk)).seal)
        throw new Error('Not what was previewed, or it has changed: preview it again.');
      return callOf(SEND).run(asked, desk);
    },
  },
  record_payment: {
    title: 'Record a payment',
    description:
      'Record money that came elsewhere. One transaction is recorded once, however often this is called. More than is left is recorded only with the seal that the first call answers.',
    effect: 'repeat',
    input: inputOf(
      {
        id: PAYMENT.takes.id,
        value: { type: 'number', description: 'How much came, such as 45000.5.' },
        currency: text('Such as NGN.'),
        method: PAYMENT.takes.method,
        transaction: text(
          'What tells this payment from others: the number on the receipt or the bank statement. Ask for it; where there is none, the day and the sum.',
        ),
        note: text('At most 400 characters.'),
        seal: text('What an earlier call answered, once the person you work for has confirmed the sum.'),
      },
      ['id', 'value', 'currency', 'method', 'transaction'],
    ),
    output: object(
      { ...PAYMENT.data.properties, recorded: { type: 'boolean' }, why: { type: 'string' }, seal: { type: 'string' } },
      [],
    ),
    run: (asked: Parameters<typeof recordPayment>[1], { client, sealOf }) => recordPayment(client, asked, sealOf),
  },
  record_promise: {
    title: 'Record a promise',
    description: 'Record that the customer promised to pay by an instant.',
    effect: 'repeat',
    ...callOf('POST /public/collections/{id}/promise'),
  },
  withdraw_promise: {
    title: 'Withdraw a promise',
    description: 'Take back a promise that was recorded: the reminders go on.',
    effect: 'repeat',
    ...callOf('DELETE /public/collections/{id}/promise'),
  },
};
