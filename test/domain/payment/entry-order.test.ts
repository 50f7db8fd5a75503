/** The orders of a ledger's entries. */
import { expect, it } from 'vitest';
import { byHappening, byRecording } from '#lib/domain/payment/entry-order.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { anEntry } from '#test/support/a-payment.ts';

const at = (recorded: number, paid: number) =>
  anEntry({ recordedAt: minutesLater(recorded).toISOString(), at: minutesLater(paid).toISOString() });

it('payments are in the order in which they were recorded, and in the order of their own time where that is the same', () => {
  const ordered = [at(1, 9), at(2, 1), at(2, 2), at(3, 0)];
  expect(
    [ordered[3], ordered[2], ordered[0], ordered[1]].map((each) => each ?? anEntry()).toSorted(byRecording),
  ).toEqual(ordered);
  const first = at(1, 1);
  expect([at(1, 1), at(1, 2), at(1, 0)].map((other) => byRecording(first, other))).toEqual([0, -1, 1]);
});

it('or in the order in which they happened, and in that of their record where that is the same', () => {
  const ordered = [at(9, 1), at(1, 2), at(2, 2), at(0, 3)];
  expect(ordered.toReversed().toSorted(byHappening)).toEqual(ordered);
  expect(byHappening(at(1, 1), at(1, 1))).toBe(0);
});
