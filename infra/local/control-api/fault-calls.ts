/** `/_local/faults`: makes the next calls of a service fail. */
import { FAULT_KINDS, FAULT_SERVICES, type Faults, READ_FAULT } from '#infra/local/fakes/faults.ts';
import type { LocalCalls } from './local-call.ts';
import { BadCall, plainJson, readChoice, readObject } from './plain-json.ts';

const SANDBOX_KINDS = [...FAULT_KINDS, READ_FAULT] as const;
const MAX_TIMES = 1_000_000;

export const faultCalls = (faults: Faults): LocalCalls => ({
  'GET /_local/faults': () => plainJson(200, faults.list()),

  'POST /_local/faults': ({ body }) => {
    const given = readObject(body, ['service', 'kind', 'times']);
    const service = readChoice('service', given.service, FAULT_SERVICES);
    const kind = readChoice('kind', given.kind, service === 'sandbox' ? SANDBOX_KINDS : FAULT_KINDS);
    faults.setFault({ service, kind, times: readTimes(given.times) });
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
