/** The relay on the real table and a fake Scheduler; it queues nothing, unless a test gives it a queue. */
import { relay } from '#functions/stream/relay.ts';
import { aService } from '#test/support/a-service.ts';

type Service = ReturnType<typeof aService>;

export const relaying = (given: Partial<Service> = {}) =>
  relay({ ...aService(), queueRuns: async () => 0, scheduleReconciliation: async () => {}, ...given });
