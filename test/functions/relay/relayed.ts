/** What a test writes is relayed, as the table's stream does it. */
import { expect } from 'vitest';
import type { TestTable } from '#test/support/dynamodb.ts';
import { recordsIn, relaying } from './follow-stream.ts';

/** Answers what `work` answers, once all that it has written is relayed. */
export function relayedIn(table: TestTable): <T>(work: () => Promise<T>) => Promise<T> {
  const recordsOf = recordsIn(table);
  const run = relaying();
  return async <T>(work: () => Promise<T>): Promise<T> => {
    let answer: T | undefined;
    const Records = await recordsOf(async () => {
      answer = await work();
    });
    expect(await run({ Records })).toEqual({ batchItemFailures: [] });
    return answer as T;
  };
}
