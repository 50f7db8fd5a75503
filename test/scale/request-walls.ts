/** The walls on the way of requests: the gateway and Lambda. */
import { ASSUMED, type Load, MEASURED } from './inputs.ts';
import { type Of, quotaWall, type Wall } from './wall.ts';

/** A create, the reads of it, two visits of the payment page, and the provider's webhook. */
const requestsOf = ({ createsPerSecond }: Load): number => createsPerSecond * (1 + MEASURED.reads + 3);

const createSeconds = (ASSUMED.tripMs * MEASURED.tripsOfCreate + ASSUMED.otherMs) / 1000;
const shortSeconds = (ASSUMED.tripMs * 2 + ASSUMED.otherMs) / 1000;

export function requestWalls({ load, settings }: Of): Wall[] {
  const requests = requestsOf(load);
  const concurrency = load.createsPerSecond * createSeconds + (requests - load.createsPerSecond) * shortSeconds;
  return [
    {
      what: 'requests to the stage of the API',
      kind: 'setting',
      load: requests,
      limit: settings.stageRequests,
      isConfirmed: true,
      beyond: 'callers get 429: raise the throttle of the stage',
    },
    quotaWall(
      'requests to API Gateway',
      'gatewayRequests',
      requests,
      'callers get 429: ask AWS, or a second Region or account',
    ),
    quotaWall(
      'Lambda at once: requests and runs',
      'lambdaConcurrency',
      concurrency + settings.concurrentRuns + settings.concurrentDeliveries,
      'callers get 5xx: ask AWS, then reserve concurrency for the API',
    ),
  ];
}
