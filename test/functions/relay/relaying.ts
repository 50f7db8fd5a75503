/** The relay on the real table and a fake Scheduler; it queues nothing, unless a test gives it a queue. */

import { relay } from '#functions/stream/relay.ts';
import { clock } from '#lib/clock.ts';
import { random } from '#lib/random.ts';
import { createSchedule } from '#lib/schedule/create-schedule.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { repairList } from '#lib/store/list/log.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';

type Dependencies = Parameters<typeof relay>[0];

/** The recurring schedule of a provider's reconciliation. */
const reconciliation = { scheduleReconciliation: async (_provider: string): Promise<void> => {} };

const live: Dependencies = {
  ...reconciliation,
  clock,
  random,
  ...storeOf(table, { repairList }),
  createSchedule,
  ...storeOf(table, { getLedger, recordEntry, keepForLater }),
  queueRuns: async () => 0,
  scheduleReconciliation: async () => {},
};

export const relaying = (given: Partial<Dependencies> = {}) => relay({ ...live, ...given });
