/** Numbers of a request that are stored as numbers: none that DynamoDB would keep as 0 without saying so. */
import { expect, it } from 'vitest';
import { readSetExperiment } from '#lib/contract/insights.ts';
import { faultsOf } from '#test/support/faults.ts';

const pathsOf = (holdOut: number) => faultsOf(() => readSetExperiment({ holdOut })).map(({ path }) => path);

it.each([0, 1e-130, 0.1, 0.5])('%d is taken', (holdOut) => {
  expect(pathsOf(holdOut)).toEqual([]);
});

it.each([9e-131, 5e-324, -1e-130, 0.51])('%d is refused', (holdOut) => {
  expect(pathsOf(holdOut)).toEqual(['holdOut']);
});
