/** Compares the simulated table with DynamoDB Local: both get the same commands and must give the same answers. */
import { DeleteCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { useTable } from '#test/support/dynamodb.ts';
import { anyCommand, KEYS } from './fidelity/any-command.ts';
import { type Command, execute } from './table/execute.ts';
import { createTable } from './table/table.ts';

const { documents, tableName } = useTable();

const INCIDENTAL = ['$metadata', 'ConsumedCapacity'];

type Found = { pk: string; sk: string; nextRunAt?: unknown };

type Refusal = Error & { Item?: unknown; CancellationReasons?: { Code: string; Item?: unknown }[] };

/** The whole result, or the name, the items and the reasons of an error. */
async function answered(send: () => Promise<object>): Promise<object> {
  try {
    const answer = { ...(await send()) } as Record<string, unknown>;
    for (const name of INCIDENTAL) delete answer[name];
    return withoutOrder(answer);
  } catch (error) {
    const { name, Item, CancellationReasons } = error as Refusal;
    return { name, Item: plain(Item), reasons: CancellationReasons?.map(({ Code, Item: old }) => [Code, plain(old)]) };
  }
}

/** An error holds items in DynamoDB's JSON, and DynamoDB Local writes a sum as `1.0`. */
const plain = (item: unknown): unknown =>
  item && JSON.parse(JSON.stringify(item), (name, value) => (name === 'N' ? Number(value) : value));

const byKey = (a: Found, b: Found) => (`${a.pk}${a.sk}` < `${b.pk}${b.sk}` ? -1 : 1);

/** Sorts the items of a batch, which DynamoDB returns in any order. */
function withoutOrder(answer: Record<string, unknown>): Record<string, unknown> {
  const [items] = Object.values((answer['Responses'] ?? {}) as Record<string, Found[]>);
  items?.sort(byKey);
  return answer;
}

type Send = (command: Command) => Promise<object>;
type Page = { Items: Found[]; Count: number; LastEvaluatedKey?: QueryCommandInput['ExclusiveStartKey'] };

/** Reads a query to its last page, because an empty last page is optional. Items with the same index key have no fixed order. */
async function whole(command: Command, send: Send): Promise<object> {
  if (!(command instanceof QueryCommand)) return send(command);
  const pages: Page[] = [];
  for (let ExclusiveStartKey: Page['LastEvaluatedKey']; ; ) {
    const page = (await send(new QueryCommand({ ...command.input, ExclusiveStartKey }))) as Page;
    if (page.Items.length > 0) pages.push(page);
    ExclusiveStartKey = page.LastEvaluatedKey;
    if (ExclusiveStartKey === undefined) break;
  }
  const counts = pages.map(({ Count }) => Count);
  const items = pages.flatMap(({ Items }) => Items);
  if (command.input.IndexName === undefined) return { counts, items };
  return { counts, refs: items.map(({ nextRunAt }) => nextRunAt), items: items.toSorted(byKey) };
}

async function empty(): Promise<void> {
  for (const Key of KEYS) await documents.send(new DeleteCommand({ TableName: tableName, Key }));
}

it('the simulated table answers every command as DynamoDB Local does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 40, size: 'max' }), async (commands) => {
      await empty();
      const table = createTable();
      const sent: string[] = [];
      for (const make of commands) {
        const command = make(tableName) as Command;
        const simulated = await answered(() => whole(command, async (each) => execute(table, each)));
        const real = await answered(() => whole(command, (each) => documents.send(each as never)));
        sent.push(`${command.constructor.name} ${JSON.stringify(command.input)}`);
        expect(simulated, sent.join('\n')).toEqual(real);
      }
    }),
    {
      seed: Number(process.env['FIDELITY_SEED'] ?? 1),
      numRuns: Number(process.env['FIDELITY_RUNS'] ?? 50),
    },
  );
});
