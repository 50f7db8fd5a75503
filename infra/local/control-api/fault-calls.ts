/** `/_local/faults`: makes the next calls of a service fail. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_KINDS, FAULT_SERVICES, type Faults, READ_FAULT } from '#infra/local/fakes/faults.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readChoice, readObject } from './plain-json.ts';

const SANDBOX_KINDS = [...FAULT_KINDS, READ_FAULT] as const;
const MAX_TIMES = 1_000_000;

/** Work that never ends, as while the scheduler's fake fails, does not hold up the call. */
const MAX_WAIT_MS = 1_000;

/** `idle` resolves when nothing is left of earlier requests: what they started must not use up the faults. */
export const faultCalls = (faults: Faults, idle: () => Promise<void>): LocalCalls => ({
  'GET /_local/faults': () => plainJson(200, faults.list()),

  'POST /_local/faults': async ({ body }) => {
    const given = readObject(body, ['service', 'kind', 'times']);
    const service = readChoice('service', given.service, FAULT_SERVICES);
    const kind = readChoice('kind', given.kind, service === 'sandbox' ? SANDBOX_KINDS : FAULT_KINDS);
    const times = readTimes(given.times);
    await Promise.race([idle(), sleep(MAX_WAIT_MS)]);
    faults.setFault({ service, kind, times });
    return plainJson(200, faults.list());
  },

  'DELETE /_local/faults': () => {
    faults.clear();
    return plainJson(200, faults.list());
  },
});

function readTimes(value: unknown = 1): number {
  const times = Number(value);
  if (typeof value === 'number' && Number.isInteger(times) && times >= 1 && times <= MAX_TIMES) return times;
  throw new BadCall(`times must be a whole number from 1 to ${MAX_TIMES}`);
}
