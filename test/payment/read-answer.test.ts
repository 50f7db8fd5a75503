/** What is read of a provider's answer where a part may be missing: its faults are left out, ours are not. */
import { expect, it } from 'vitest';
import { ProviderFailure } from '#lib/payment/port.ts';
import { ifReadable } from '#lib/payment/read-answer.ts';

it('what a provider has written wrongly is left out, and a fault of our own is thrown', () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  expect(ifReadable(() => 'read')).toBe('read');
  expect(ifReadable(failing(new ProviderFailure('malformed_answer')))).toBeUndefined();
  expect(() => ifReadable(failing(new TypeError('ours')))).toThrow('ours');
});
