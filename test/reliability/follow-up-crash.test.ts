/** A follow-up that crashes before or after any of its writes, on the real table: it sends at most one message, and the sweeper continues. */

import { describe, expect, it } from 'vitest';
import { clock as systemClock } from '#lib/clock.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { runCollection } from '#test/support/run-collection.ts';
import { aRequest, openBusiness } from './business.ts';
import { die, INTERRUPTIONS } from './dying.ts';
import { breakWire, FAULTS, type Fault } from './transport.ts';

useTable();
const channels = useChannels();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
systemClock.sleep = async () => {};

/** The last three are sent at the same time. */
const WRITES = ['claim', 'result', 'message', 'last message'];
const CRASHES = WRITES.flatMap((write, index) =>
  INTERRUPTIONS.map((interruption) => ({ write, at: index + 1, ...interruption })),
);

/** A collection whose first slot is due. */
async function aDue() {
  const business = await openBusiness('NG');
  const { body } = await business.create({ ...aRequest('INV-1'), followUp: { startAfter: 60, cadence: 'every_6h' } });
  const id: string = body.data.id;
  clock.advance(60);
  const historyOf = async () => {
    const history = await getHistory(table, parseCollectionId(id) ?? { account: '', hash: '' });
    if (history === undefined) throw new Error('it is there');
    return history;
  };
  return { id, historyOf };
}

describe.each(CRASHES)('a follow-up, $death $when the write of its $write', (crash) => {
  it(`a follow-up, ${crash.death} ${crash.when} the write of its ${crash.write}, sends its slot at most once, and the next run continues`, async () => {
    const { id, historyOf } = await aDue();
    await die(() => runCollection({ collection: id, run: 1 }).catch(() => {}), crash);
    for (const run of [1, 1]) await runCollection({ collection: id, run });
    await runCollection({ collection: id });
    const sentFirst = crash.write !== 'claim';
    const claimed = sentFirst || crash.when === 'after';
    expect(channels.messages()).toHaveLength(claimed && !sentFirst ? 0 : 1);
    const { collection, attempts } = await historyOf();
    expect([collection.nextSlot, attempts.length]).toEqual([2, 1]);
    const isBesideResult = crash.write === 'message' || crash.write === 'last message';
    const isRecorded = isBesideResult || (crash.write === 'result' && crash.when === 'after');
    const isUnrecorded = claimed && !isRecorded;
    expect(attempts[0]?.status).toBe(isUnrecorded ? 'sending' : 'sent');

    clock.now = new Date(collection.nextRunAt ?? '');
    await runCollection({ collection: id });
    const after = await historyOf();
    expect(after.collection.nextSlot).toBe(3);
    expect(after.attempts.map(({ slot }) => slot)).toEqual([1, 2]);
  });
});

it('a follow-up makes exactly the writes that the crash tests interrupt', async () => {
  const { id } = await aDue();
  const never = { at: Number.POSITIVE_INFINITY, when: 'before', death: 'killed' } as const;
  expect(await die(() => runCollection({ collection: id, run: 1 }), never)).toBe(WRITES.length);
});

describe.each(Object.keys(FAULTS) as Fault[])('a follow-up, any request of which is one %s', (fault) => {
  it(`a follow-up, any request of which is one ${fault}, sends its slot once and records it as sent`, async () => {
    for (let request = 1; request <= 6; request += 1) {
      const { id, historyOf } = await aDue();
      const before = channels.messages().length;
      const wire = breakWire(fault, (made) => made === request);
      await runCollection({ collection: id, run: 1 });
      expect(channels.messages().length - before).toBe(1);
      expect((await historyOf()).attempts).toMatchObject([{ slot: 1, status: 'sent' }]);
      expect(wire.requests).toBeGreaterThanOrEqual(5);
      clock.now = new Date('2026-03-02T09:00:00.000Z');
    }
  });
});
