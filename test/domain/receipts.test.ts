/** Which receipts of a channel move an attempt on. */
import { expect, it } from 'vitest';
import { ATTEMPT_STATUSES, movableTo, type ReceiptStatus } from '#lib/domain/attempt.ts';

it.each<[ReceiptStatus, readonly string[]]>([
  ['delivered', ['sending', 'unknown', 'sent']],
  ['read', ['sending', 'unknown', 'sent', 'delivered']],
  ['failed', ['sending', 'unknown', 'sent']],
])('a receipt that says %s moves on attempts that are %j, and no others', (status, movable) => {
  expect(movableTo(status)).toEqual(ATTEMPT_STATUSES.filter((each) => movable.includes(each)));
});
