/** The words of the metadata that describe a collection in a message. */
import { expect, it } from 'vitest';
import { descriptionOf } from '#lib/domain/message/values.ts';

it.each([
  [undefined, undefined],
  ['{"description":"Shoes","size":42}', 'Shoes'],
  ['[{"description":"Shoes"},{"description":"Socks"}]', 'Shoes'],
  ['[]', undefined],
  ['null', undefined],
  ['{"description":7}', undefined],
])('the description in the metadata %s is %s', (metadata, description) => {
  expect(descriptionOf(metadata)).toBe(description);
});
