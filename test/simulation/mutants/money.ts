/** Mutants of money that goes back, of the balance, of the merchant's own transaction, and of what is asked and closed. */
import { COLLECTION_SORT_KEY, PAYMENT_PREFIX } from '#lib/store/collection/keys.ts';
import type { Reply } from '#test/simulation/aws/provider-http.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Seams } from '#test/simulation/world/seams.ts';
import {
  changing,
  eachWrite,
  type Input,
  isTransactionOf,
  isUpdate,
  type Mutant,
  without,
  withoutPart,
} from './mutant.ts';

/** Changes the update of a collection inside a transaction. */
const onUpdate = (start: string, change: (input: Input) => Input): Seams['table'] =>
  changing(
    isTransactionOf(start),
    eachWrite((input) => (input.UpdateExpression?.startsWith(start) ? change(input) : input)),
  );

const onBooking = (change: (input: Input) => Input) => onUpdate('SET entryCount', change);

/** What the provider answers about a transaction, changed. */
const reported =
  (change: (report: Record<string, Item[]>) => object): Seams['provider'] =>
  (request, serve) => {
    const reply = serve(request);
    if (!request.path.startsWith('/v1/transactions?') || reply.status !== 200) return reply;
    return { ...reply, json: change(structuredClone(reply.json) as Record<string, Item[]>) };
  };

const UNKNOWN: Reply = { status: 404, json: { error: { code: 'not_found', message: 'not_found' } } };
const OUR_REFERENCE = /reference=pay-/;

/** What the follow-up function reads of a collection, without some attributes. */
const unread =
  (...names: string[]): Seams['table'] =>
  async (command, send, by) => {
    const answer = (await send(command)) as { Items?: Item[] };
    if (by?.functionName !== 'follow-up' || answer.Items === undefined) return answer;
    const seen = (item: Item) =>
      item['sk'] === COLLECTION_SORT_KEY
        ? Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)))
        : item;
    return { ...answer, Items: answer.Items.map(seen) };
  };

/** What the function that records payments reads of the ledger, without an attribute of its entries. */
const forgotten =
  (name: string): Seams['table'] =>
  async (command, send, by) => {
    const answer = (await send(command)) as { Items?: Item[] };
    if (by?.functionName !== 'record-payment' || answer.Items === undefined) return answer;
    const isEntry = ({ sk }: Item) => String(sk).startsWith(PAYMENT_PREFIX);
    const seen = (item: Item) => (isEntry(item) && name in item ? { ...item, [name]: 'another' } : item);
    return { ...answer, Items: answer.Items.map(seen) };
  };

const CHECKS = ', nextRunAt = :nextRunAt, due = :due, runNumber = runNumber + :one';

const unchecked = (update: Input): Input => {
  if (!update.UpdateExpression.includes(CHECKS)) return update;
  const left = withoutPart(update, CHECKS);
  return { ...left, UpdateExpression: `${left.UpdateExpression.trimEnd()} REMOVE nextRunAt, due` };
};

export const MONEY: readonly Mutant[] = [
  {
    name: 'balance left as it was',
    mistake: 'An entry is written, and the balance is not.',
    breaks: [5, 12, 14],
    within: 20,
    seams: { table: onBooking((update) => withoutPart(update, ', received = :received')) },
  },
  {
    name: 'refund overlooked',
    mistake: 'Refunds are not read.',
    breaks: [12],
    within: 100,
    seams: { provider: reported((report) => ({ ...report, refunds: [] })) },
  },
  {
    name: 'failed refund kept',
    mistake: 'A refund that failed afterwards stays deducted.',
    breaks: [12],
    within: 200,
    seams: {
      provider: reported((report) => ({
        ...report,
        refunds: (report['refunds'] ?? []).map(({ failedAt: _failed, ...refund }) => ({ ...refund, status: 'done' })),
      })),
    },
  },
  {
    name: 'refund deducted by report',
    mistake: 'A refund is deducted once for each report of it.',
    breaks: [12, 14],
    within: 100,
    seams: {
      provider: reported((report) => ({
        ...report,
        refunds: (report['refunds'] ?? []).map((refund) => ({ ...refund, id: `${refund['id']}-${Math.random()}` })),
      })),
    },
  },
  {
    name: 'lost dispute overlooked',
    mistake: 'Money that a lost dispute took stays in the balance.',
    breaks: [12],
    within: 200,
    seams: { provider: reported((report) => ({ ...report, disputes: [] })) },
  },
  {
    name: 'refund of any size',
    mistake: 'A refund deducts the whole payment.',
    breaks: [12, 14],
    within: 200,
    seams: {
      provider: reported((report) => ({
        ...report,
        refunds: (report['refunds'] ?? []).map((refund) => {
          const paid = report['payments']?.find(({ transaction }) => transaction === refund['transaction']);
          return { ...refund, amount: paid?.['amount'] ?? refund['amount'] };
        }),
      })),
    },
  },
  {
    name: 'own transaction unknown',
    mistake: 'The provider is asked about our sessions only, never about the merchant’s own transaction.',
    breaks: [5],
    within: 200,
    seams: {
      provider: (request, serve) =>
        request.path.startsWith('/v1/transactions?') && !OUR_REFERENCE.test(request.path) ? UNKNOWN : serve(request),
    },
  },
  {
    name: 'lost webhook never missed',
    mistake: 'Runs do not ask the provider about sessions, so what a lost webhook would have told is not found.',
    breaks: [5],
    within: 300,
    seams: { table: unread('sessions') },
  },
  {
    name: 'session left open',
    mistake: 'Nothing is closed at the provider when a collection ends.',
    breaks: [12],
    within: 200,
    seams: {
      provider: (request, serve) =>
        request.path.endsWith('/close')
          ? serve({ ...request, method: 'GET', path: request.path.replace('/close', '') })
          : serve(request),
    },
  },
  {
    name: 'ended and never checked',
    mistake: 'The runs of a collection end with it, although sessions are open.',
    breaks: [5, 12],
    within: 200,
    seams: {
      table: (command, send) =>
        isUpdate('SET #status = :to')(command)
          ? send({ constructor: command.constructor, input: unchecked(command.input) })
          : (onBooking(unchecked)(command, send, undefined) as Promise<object>),
    },
  },
  {
    name: 'repeated recording not known again',
    mistake: 'A request is not recognised by its Idempotency-Key.',
    breaks: [9, 14],
    within: 300,
    seams: { table: forgotten('requestKey') },
  },
  {
    name: 'transaction recorded twice',
    mistake: 'A merchant can record one transaction again.',
    breaks: [14],
    within: 300,
    seams: { table: forgotten('transaction') },
  },
  {
    name: 'reminder of the whole amount',
    mistake: 'A reminder asks for the whole amount after a part was paid.',
    breaks: [14],
    within: 200,
    seams: { table: unread('received') },
  },
  {
    name: 'no pause after a part payment',
    mistake: 'The reminder after a part payment is not left out.',
    breaks: [14],
    within: 200,
    seams: { table: onBooking((update) => withoutPart(update, ', skippedSlot = nextSlot')) },
  },
  {
    name: 'claim beside a payment',
    mistake: 'A slot is claimed although a part was paid since the amount was read.',
    breaks: [14],
    within: 2000,
    from: 1501,
    seams: {
      table: onUpdate('SET nextSlot', (update) =>
        without(update, / AND (entryCount = :entryCount|attribute_not_exists\(entryCount\))/),
      ),
    },
  },
];
