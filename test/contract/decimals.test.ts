/** Numbers of a request that are stored as numbers: none that DynamoDB would keep as 0 without saying so. */
import { expect, it } from 'vitest';
import { readSetExperiment } from '#lib/contract/insights.ts';
import type { DomainError } from '#lib/domain/errors.ts';

const faultsOf = (holdOut: number) => {
  try {
    readSetExperiment({ holdOut });
    return [];
  } catch (error) {
    return (error as DomainError).details?.errors ?? error;
  }
};

it.each([0, 1e-130, 0.1, 0.5])('%d is taken', (holdOut) => {
  expect(faultsOf(holdOut)).toEqual([]);
});

it.each([9e-131, 5e-324, -1e-130, 0.51])('%d is refused', (holdOut) => {
  expect(faultsOf(holdOut)).not.toEqual([]);
});
