/** `/_local/faults`: makes the next calls of a service fail; and `/_local/schedules`: what is to run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_KINDS, FAULT_SERVICES, type Faults } from '#infra/local/fakes/faults.ts';
import type { Schedules } from '#infra/local/fakes/schedules.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readChoice, readObject } from './plain-json.ts';

type Parts = {
  faults: Faults;
  schedules: Pick<Schedules, 'list'>;
  /** Resolves when the relay has made the schedules of everything written so far. */
  caughtUp(): Promise<void>;
};

/** A Scheduler that fails for good holds up the relay, but not who asks. */
const PATIENCE_MS = 1_000;
const MAX_TIMES = 1_000_000;

export const faultCalls = ({ faults, schedules, caughtUp }: Parts): LocalCalls => ({
  'GET /_local/faults': () => plainJson(200, faults.list()),

  'POST /_local/faults': ({ body }) => {
    const given = readObject(body, ['service', 'kind', 'times']);
    const service = readChoice('service', given.service, FAULT_SERVICES);
    const kind = readChoice('kind', given.kind, FAULT_KINDS);
    faults.setFault({ service, kind, times: readTimes(given.times) });
    return plainJson(200, faults.list());
  },

  'DELETE /_local/faults': () => {
    faults.clear();
    return plainJson(200, faults.list());
  },

  'GET /_local/schedules': async () => {
    await Promise.race([caughtUp(), sleep(PATIENCE_MS)]);
    const pending = schedules.list().map(({ name, at, target }) => ({ name, at, target }));
    return plainJson(200, pending);
  },
});

function readTimes(value: unknown = 1): number {
  const times = Number(value);
  if (typeof value === 'number' && Number.isInteger(times) && times >= 1 && times <= MAX_TIMES) return times;
  throw new BadCall(`times must be a whole number from 1 to ${MAX_TIMES}`);
}
