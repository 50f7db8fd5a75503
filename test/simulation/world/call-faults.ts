/** Chooses the fault of a request: at random, during an outage of its service, or as scripted by a test. Also chooses the age of reads. */
import { SERVICES, type Service } from '#test/simulation/aws/exchange.ts';
import { CALL_FAULTS, type CallFault, type Faults } from '#test/simulation/kernel/faults.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { World } from './world.ts';

/** A single fault: at request number `call` of the first invocation of a function. */
export type Script = { functionName: string; call: number; fault: CallFault };

const MINUTE = 60_000;

/** During an outage a service answers no request for some minutes. */
export function outagesAndFaults({ kernel, faults }: World): World['callFault'] {
  const outUntil = new Map<Service, number>(SERVICES.map((service) => [service, 0]));
  return (_invocation, service) => {
    if (faults.strikes('outage')) outUntil.set(service, kernel.now() + faults.random('outage').between(1, 20) * MINUTE);
    if (faults.isOn('outage') && (outUntil.get(service) ?? 0) > kernel.now())
      return faults.random('outage').pick(['throttle', 'lost-request', 'lost-request']);
    return CALL_FAULTS.find((fault) => faults.strikes(fault));
  };
}

export function scripted(world: World, { functionName, call, fault }: Script): World['callFault'] {
  let first: Invocation | undefined;
  return (invocation) => {
    if (invocation.functionName !== functionName) return undefined;
    first ??= invocation;
    if (invocation !== first || invocation.calls !== call) return undefined;
    world.note('scripted fault');
    return fault;
  };
}

/** The age of the data that an eventually consistent read sees, in milliseconds. */
export function lagOf(faults: Faults, from: 'table' | 'index'): number {
  const fault = from === 'table' ? 'stale-read' : 'index-lag';
  return faults.strikes(fault) ? faults.random(fault).between(1, from === 'table' ? 5_000 : 2 * MINUTE) : 0;
}
