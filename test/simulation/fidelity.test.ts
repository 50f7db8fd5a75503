/** The simulated table answers as DynamoDB does: the same commands to both, one after the other, and the same answers of both. */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { useTable } from '#test/support/dynamodb.ts';
import { anyCommand, KEYS } from './fidelity/any-command.ts';
import { type Command, execute } from './table/execute.ts';
import { createTable } from './table/table.ts';

const { documents, tableName } = useTable();

/** After the last item DynamoDB may or may not say that there could be more. */
const INCIDENTAL = ['$metadata', 'ConsumedCapacity', 'ScannedCount', 'LastEvaluatedKey'];

type Refusal = Error & { Item?: unknown; CancellationReasons?: { Code: string; Item?: unknown }[] };

/** Results whole; of errors their names, the items they show, and the reasons. */
async function answered(send: () => Promise<object>): Promise<object> {
  try {
    const answer = { ...(await send()) } as Record<string, unknown>;
    for (const name of INCIDENTAL) delete answer[name];
    return withoutOrder(answer);
  } catch (error) {
    const { name, Item, CancellationReasons } = error as Refusal;
    return { name, Item, reasons: CancellationReasons?.map(({ Code, Item: old }) => [Code, old]) };
  }
}

/** A batch comes in any order. */
function withoutOrder(answer: Record<string, unknown>): Record<string, unknown> {
  const [items] = Object.values((answer['Responses'] ?? {}) as Record<string, { pk: string; sk: string }[]>);
  items?.sort((a, b) => (`${a.pk}${a.sk}` < `${b.pk}${b.sk}` ? -1 : 1));
  return answer;
}

async function empty(): Promise<void> {
  for (const Key of KEYS) await documents.send(new DeleteCommand({ TableName: tableName, Key }));
}

it('answers every command as DynamoDB does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 40 }), async (commands) => {
      await empty();
      const table = createTable();
      for (const make of commands) {
        const command = make(tableName) as Command;
        const simulated = await answered(async () => execute(table, command));
        const real = await answered(() => documents.send(command as never));
        expect(simulated, `${command.constructor.name} ${JSON.stringify(command.input)}`).toEqual(real);
      }
    }),
    { seed: Number(process.env['FIDELITY_SEED'] ?? 1), numRuns: Number(process.env['FIDELITY_RUNS'] ?? 100) },
  );
}, 120_000);
